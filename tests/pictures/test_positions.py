"""The address of a table's picture: who sees what, and how many queries it needs."""

import pytest
from django.core.cache import caches
from django.db import connection
from django.test.utils import CaptureQueriesContext
from msgspec.structs import replace

from games.engine.codec import dump_state
from games.engine.kit.miniature import miniature_of
from games.models import Table
from games.presenters import PRESENTERS
from games.tables import lobby
from games.titles import TITLES
from tests.play import running_table, state_of

pytestmark = pytest.mark.django_db

MOST = 7  # queries of a picture, including those of the session


def address(table, at=None):
    return f"/tables/{table.pk}/picture.svg" + ("" if at is None else f"?at={at}")


def picture(client, table):
    answer = client.get(address(table))
    assert answer.status_code == 200 and answer["Content-Type"] == "image/svg+xml"
    return answer.content.decode()


def seen_by(table, seat, state=None):
    game = TITLES[table.title]
    return miniature_of(PRESENTERS[table.title], game.observe(state or state_of(table), seat))


def test_everybody_sees_only_their_own_view_of_the_position(sailed, alice, bob, charlie, client_for):
    table = sailed()
    pictures = [picture(client_for(user), table) for user in (alice, bob, charlie, None)]
    assert pictures == [seen_by(table, seat) for seat in (0, 1, None, None)]
    assert len(set(pictures)) == 3
    assert picture(client_for(bob), table) == pictures[1]  # the cached one doesn't belong to another reader


def test_a_private_tables_picture_is_as_closed_as_its_page(sailed, alice, bob, charlie, client_for):
    table = sailed(admission=Table.Admission.INVITED)
    assert picture(client_for(alice), table) != picture(client_for(bob), table)
    assert client_for(charlie).get(address(table)).status_code == 404
    answer = client_for(None).get(address(table))
    assert answer.status_code == 302 and answer["Location"].startswith("/accounts/login/")
    assert client_for(charlie).get("/tables/999999/picture.svg").status_code == 404


def test_resampled_ships_change_only_their_owners_picture(sailed, alice, bob, client_for):
    table = sailed()
    before = [picture(client_for(user), table) for user in (alice, bob, None)]
    state = state_of(table)
    swapped = replace(state, ships=tuple(
        tuple(ship if ship is None or ship.up or seat == 0 else replace(ship, face="yellow-1") for ship in row)
        for seat, row in enumerate(state.ships)
    ))  # fmt: skip
    Table.objects.filter(pk=table.pk).update(state=dump_state(swapped))
    after = [picture(client_for(user), table) for user in (alice, bob, None)]
    assert after[0] == before[0] and after[2] == before[2]
    assert after[1] == seen_by(table, 1, swapped)  # and the cached picture isn't shown for another state


def test_how_long_a_picture_may_be_kept(sailed, alice, client_for):
    table = sailed()
    client = client_for(alice)
    exact, older = client.get(address(table, table.ply)), client.get(address(table, table.ply - 1))
    assert exact["Cache-Control"] == "private, max-age=31536000, immutable"
    assert older["Cache-Control"] == client.get(address(table))["Cache-Control"] == "private, no-cache"
    assert "Cookie" in exact["Vary"]
    assert (
        exact["Content-Security-Policy"].startswith("default-src 'none'")
        and "sandbox" in exact["Content-Security-Policy"]
    )
    assert older.content == exact.content


def test_pictures_are_not_cached_if_memory_fades(alice, bob, client_for):
    table = running_table(alice, bob, options={"memory": "strict"})
    answer = client_for(alice).get(address(table, table.ply))
    assert answer["Cache-Control"] == "private, no-store"


def test_a_table_without_a_position_shows_its_title(alice, bob, client_for):
    opened = lobby.table_create(alice, title="captivate", options={}, seats=2)
    stopped = running_table(alice, bob)
    Table.objects.filter(pk=stopped.pk).update(rules_version=999)
    for table in (opened, stopped):
        assert ">Captivate</text>" in picture(client_for(alice), table)


def test_a_picture_takes_few_queries_and_is_drawn_once(sailed, alice, client_for, monkeypatch):
    table, client = sailed(admission=Table.Admission.INVITED), client_for(alice)
    store, written = caches["pictures"], []
    keep = store.set
    monkeypatch.setattr(store, "set", lambda key, *rest: (written.append(key), keep(key, *rest)))
    for _ in range(2):
        with CaptureQueriesContext(connection) as asked:
            assert client.get(address(table)).status_code == 200
        assert len(asked) <= MOST
    assert len(written) == 1


def test_pictures_are_drawn_even_without_a_cache(sailed, alice, client_for, settings, caplog):
    table = sailed()
    settings.CACHES = {**settings.CACHES, "pictures": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "redis://localhost:1/0"}}  # fmt: skip
    assert picture(client_for(alice), table) == seen_by(table, 0)
    assert "the cache of pictures" in caplog.text


def test_lists_show_pictures_of_started_tables(sailed, alice, client_for):
    table = sailed()
    opened = lobby.table_create(alice, title="captivate", options={}, seats=2)
    mine = client_for(alice).get("/tables/").content.decode()
    assert f'src="/tables/{table.pk}/picture.svg?at={table.ply}"' in mine
    assert f"/tables/{opened.pk}/picture.svg" not in mine
    watched = client_for(None).get("/lobby/?watch=1").content.decode()
    assert f"/tables/{table.pk}/picture.svg" in watched
