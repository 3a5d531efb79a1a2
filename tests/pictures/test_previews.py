"""Link previews in chat apps show the position and players of public tables, and nothing of others."""

import re
import struct

import pytest
from django.core.cache import caches

from games.engine.chance import Chance
from games.models import Table
from games.pictures.previews import state_words
from games.tables import lobby
from games.tables.unit_of_work import seats_of
from tests.play import play_on, running_table

pytestmark = pytest.mark.django_db


def preview(client, address):
    answer = client.get(address)
    assert answer.status_code == 200 and answer["Content-Type"] == "image/png"
    return answer.content


def size_of(png):
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    return struct.unpack(">II", png[16:24])


def og(client, address):
    page = client.get(address, follow=True).content.decode()
    return dict(re.findall(r'<meta property="og:([\w:]+)" content="([^"]*)"', page))


def test_a_preview_shows_the_same_to_everybody(sailed, alice, bob, charlie, client_for):
    table = sailed()
    found = {
        preview(client_for(user), f"/tables/{table.pk}/preview.png") for user in (alice, bob, charlie, None)
    }
    assert len(found) == 1 and size_of(found.pop()) == (1200, 630)


def test_a_private_tables_preview_reveals_nothing(sailed, alice, charlie, client_for):
    site = preview(client_for(None), "/preview.png")
    assert size_of(site) == (1200, 630)
    for admission in (Table.Admission.INVITED, Table.Admission.LINK):
        table = sailed(admission=admission)
        for user in (alice, charlie, None):
            assert preview(client_for(user), f"/tables/{table.pk}/preview.png") == site
            assert preview(client_for(user), f"/tables/{table.pk}/preview.png?at=3") == site
        for user in (alice, None):
            assert og(client_for(user), f"/tables/{table.pk}/")["image"].endswith("/preview.png")
            assert (
                f"/tables/{table.pk}/preview"
                not in og(client_for(user), f"/tables/{table.pk}/replay/")["image"]
            )
        assert "title" not in og(client_for(None), f"/tables/{table.pk}/")
    assert preview(client_for(None), "/tables/999999/preview.png") == site
    Table.objects.filter(pk=table.pk).update(status=Table.Status.FINISHED)  # its players may share the result
    shared = client_for(alice).get(f"/tables/{table.pk}/preview.png")
    assert shared.content != site and shared["Cache-Control"].startswith("private")
    for user in (charlie, None):
        assert preview(client_for(user), f"/tables/{table.pk}/preview.png") == site


def test_links_to_an_invitation_a_table_and_a_replay_name_their_previews(sailed, alice, client_for, settings):
    settings.SITE_URL = "https://captain.example"
    nobody, opened = client_for(None), lobby.table_create(alice, title="captivate", options={}, seats=2)
    table = sailed()
    for address, path in (
        (f"/join/{opened.token}/", f"/tables/{opened.pk}/preview.png?v=open-1"),
        (f"/tables/{table.pk}/", f"/tables/{table.pk}/preview.png?v={table.ply}"),
        (f"/tables/{table.pk}/replay/?at=2", f"/tables/{table.pk}/preview.png?at=2"),
        ("/lobby/", "/preview.png"),
    ):
        tags = og(nobody, address)
        assert tags["image"] == f"https://captain.example{path}"
        assert (tags["image:width"], tags["image:height"]) == ("1200", "630")
        assert size_of(preview(nobody, path)) == (1200, 630)
    assert "Alice Ardent" in og(nobody, f"/tables/{table.pk}/")["title"]


def test_a_private_tables_link_shows_the_sites_picture(alice, client_for):
    table = lobby.table_create(alice, title="captivate", options={}, seats=2, admission=Table.Admission.LINK)
    assert og(client_for(None), f"/join/{table.token}/")["image"].endswith("/preview.png")
    assert f"/tables/{table.pk}/" not in og(client_for(None), f"/join/{table.token}/")["image"]


def test_each_ply_of_a_replay_has_its_own_preview(sailed, client_for):
    table, nobody = sailed(), client_for(None)
    found = [preview(nobody, f"/tables/{table.pk}/preview.png?at={at}") for at in (-1, 0, table.ply - 1)]
    now = preview(nobody, f"/tables/{table.pk}/preview.png")
    assert len({*found, now}) == 4
    for beyond in (table.ply, "x", "99999999999"):
        assert preview(nobody, f"/tables/{table.pk}/preview.png?at={beyond}") == now


def test_no_preview_shows_a_position_if_memory_fades(alice, bob, client_for):
    table, nobody = running_table(alice, bob, options={"memory": "strict"}), client_for(None)
    address = f"/tables/{table.pk}/preview.png"
    waiting, before = seats_of(table)[0].is_awaited, preview(nobody, address)
    chooser, shown = Chance(b"m", 0), []
    for _ in range(8):
        play_on(table, [alice, bob], chooser)
        if Table.objects.get(pk=table.pk).ply and seats_of(table)[0].is_awaited == waiting:
            shown.append(preview(nobody, address))
    assert shown and set(shown) == {before}  # though the field has changed


def test_a_preview_describes_the_state_in_words(alice, bob):
    opened = lobby.table_create(alice, title="captivate", options={}, seats=3)
    assert state_words(opened, seats_of(opened)).startswith("2 seats are free, 3 days per move")
    table = running_table(alice, bob)
    assert state_words(table, seats_of(table)) == f"Waiting for {seats_of(table)[0].user}"
    seats = seats_of(table)
    table.status = Table.Status.FINISHED
    seats[0].rank, seats[1].rank = 2, 1
    assert state_words(table, seats) == f"{seats[1].user} has won"
    seats[0].rank = 1
    assert state_words(table, seats) == f"Draw between {seats[0].user} and {seats[1].user}"
    table.status = Table.Status.CANCELLED
    assert state_words(table, seats) == "Cancelled"


def test_too_many_previews_from_one_address_are_refused(sailed, client_for, settings):
    table, nobody = sailed(), client_for(None)
    settings.RATES = {**settings.RATES, "preview": (1, 86_400)}
    preview(nobody, f"/tables/{table.pk}/preview.png")
    answer = nobody.get(f"/tables/{table.pk}/preview.png")
    assert answer.status_code == 429 and int(answer["Retry-After"]) > 0


def test_fetching_many_past_previews_is_limited_first(sailed, client_for, settings):
    table, nobody = sailed(), client_for(None)
    address = f"/tables/{table.pk}/preview.png"
    settings.RATES = {**settings.RATES, "preview-past": (1, 86_400), "preview-past-all": (2, 86_400)}
    asked = [nobody.get(f"{address}?at={at}", REMOTE_ADDR=f"10.0.0.{at}") for at in (1, 2, 3)]
    assert [answer.status_code for answer in asked] == [200, 200, 429], "from many addresses"
    settings.RATES = {**settings.RATES, "preview-past-all": (100, 86_400)}
    assert nobody.get(f"{address}?at=4", REMOTE_ADDR="10.0.0.1").status_code == 429, "from one"
    assert preview(nobody, address), "the present position is shown all the same"


def test_pictures_of_past_plies_are_cached_only_for_minutes(sailed, client_for, monkeypatch):
    table, spans, store = sailed(), {}, caches["pictures"]
    keep = store.set
    monkeypatch.setattr(
        store,
        "set",
        lambda key, value, span: (spans.setdefault(shown, set()).add(span), keep(key, value, span)),
    )
    for shown in ("", "?at=2"):
        preview(client_for(None), f"/tables/{table.pk}/preview.png{shown}")
    assert spans == {"": {6 * 3600}, "?at=2": {600}}
