"""Decks that administrators upload (CL-3), through the real pages: as administrator, as player, as anybody."""

import csv
import io
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError
from msgspec.structs import replace

from games.decks import content_of
from games.forms import TableForm
from games.models import Deck, Table
from games.titles.cardline.deck import bundled, bundled_file, parse_deck, registry, write_deck
from tests.play import first_move, post_move, running_table, state_of
from tests.staff import enter
from tests.titles.cardline.positions import NUMBERS

pytestmark = pytest.mark.django_db

ADD, LIST = "/admin/games/deck/add/", "/admin/games/deck/"
FILE = write_deck(NUMBERS.cards[:60])


@pytest.fixture
def boss(charlie):
    charlie.is_staff = charlie.is_superuser = True
    charlie.save()
    return charlie


@pytest.fixture
def admin(boss):
    return enter(boss)


def upload(client, text=FILE, name="My own"):
    content = text if isinstance(text, bytes) else text.encode()
    return client.post(ADD, {"name": name, "file": SimpleUploadedFile("deck.csv", content)})


def parcel_of(answer):
    return re.search(r'name="parcel" value="([^"]+)"', answer.content.decode())[1]


def stored(client, **changes):
    """Upload, look, store; returns the deck."""
    answer = client.post(ADD, {"parcel": parcel_of(upload(client, **changes))})
    assert answer.status_code == 302
    return Deck.objects.latest("pk")


def changed(line, column, value):
    """The file with one field of one line changed; line 1 is the heading."""
    rows = list(csv.reader(io.StringIO(FILE)))
    rows[line - 1][rows[0].index(column)] = value
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def told(answer):
    """The refusals of a page as (line, reason)."""
    rows = re.findall(r"<tr><td>(\d+)</td><td>(.*?)</td></tr>", answer.content.decode())
    return [(int(line), reason.replace("&#x27;", "'")) for line, reason in rows]


def test_a_deck_is_shown_before_it_is_stored(admin, boss):
    answer = upload(admin)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "Nothing is stored yet" in page and "60 cards" in page and "Note 7" in page
    assert Deck.objects.count() == 0
    admin.post(ADD, {"parcel": parcel_of(answer)})
    deck = Deck.objects.get()
    assert (deck.name, deck.card_count, deck.is_offered, deck.uploaded_by) == ("My own", 60, True, boss)
    assert content_of(deck).cards == NUMBERS.cards[:60]


@pytest.mark.parametrize(
    ("text", "refusals"),
    [
        (FILE.encode("utf-16"), [(1, "this is not text in UTF-8")]),
        (FILE.replace("epithet", "title", 1), None),
        (changed(9, "name", "Name 1"), [(9, "the name 'Name 1' stands in line 2 already")]),
        (changed(9, "id", "v1"), [(9, "the id 'v1' stands in line 2 already")]),
        (changed(9, "iq", "251"), [(9, "the iq must be from 40 to 250, not 251")]),
        (changed(9, "side", "<b>"), [(9, "the side must be hero or villain, not '&lt;b&gt;'")]),
        (write_deck(NUMBERS.cards[:39]), [(1, "a deck needs at least 40 cards, and this has 39")]),
        ("x" * 1_000_001, [(1, "the file has more than 1000000 bytes")]),
    ],
)
def test_a_bad_file_is_refused_line_by_line_and_nothing_is_stored(admin, text, refusals):
    answer = upload(admin, text)
    assert answer.status_code == 400
    assert (
        told(answer) == refusals
        if refusals
        else "must name the columns id,name,epithet" in told(answer)[0][1]
    )
    assert Deck.objects.count() == 0


def test_too_many_cards_are_refused_at_the_line_of_the_first_that_is(admin):
    rows = [card for n in range(5) for card in _copies(n)]
    assert told(upload(admin, write_deck(rows))) == [
        (502, "a deck has at most 500 cards, and this is one more")
    ]


def _copies(number):
    return [
        replace(card, id=f"{card.id}-{number}", name=f"{card.name} {number}") for card in NUMBERS.cards[:101]
    ]


def test_every_bad_line_is_told_up_to_a_hundred(admin):
    bad = re.sub(r",1\d\d,", ",999,", FILE)
    answer = upload(admin, bad)
    assert len(told(answer)) == 60
    twice = bad + "".join(FILE.splitlines(keepends=True)[1:])
    page = upload(admin, twice)
    assert len(told(page)) == 100
    assert "more" in page.content.decode()


def test_without_a_file_or_a_name_there_is_nothing_to_look_at(admin):
    assert admin.get(ADD).status_code == 200
    assert admin.post(ADD, {"name": "x"}).status_code == 400
    assert upload(admin, name="").status_code == 400
    assert upload(admin, name="a\u202eb").status_code == 400
    assert upload(admin, b"").status_code == 400


def test_what_was_not_shown_is_not_stored(admin):
    parcel = parcel_of(upload(admin))
    for forged in ("", "x", parcel[:-1] + ("a" if parcel[-1] != "a" else "b"), parcel[1:]):
        assert admin.post(ADD, {"parcel": forged}).status_code == 302
    assert Deck.objects.count() == 0


def test_a_name_is_offered_once(admin):
    stored(admin)
    assert upload(admin, write_deck(NUMBERS.cards[:50])).status_code == 400
    assert Deck.objects.count() == 1
    with pytest.raises(IntegrityError):
        Deck.objects.create(
            name="My own", digest="x", cards=[], card_count=0, uploaded_by=Deck.objects.get().uploaded_by
        )


def test_the_same_preview_stored_twice_is_one_deck(admin):
    parcel = parcel_of(upload(admin))
    for _ in range(2):
        assert admin.post(ADD, {"parcel": parcel}).status_code == 302
    assert Deck.objects.count() == 1


def test_the_template_is_the_deck_that_ships_and_can_be_uploaded_as_it_is(admin):
    assert 'href="/admin/games/deck/template/"' in admin.get(ADD).content.decode()
    answer = admin.get("/admin/games/deck/template/")
    assert answer.content == bundled_file()
    assert "attachment" in answer["Content-Disposition"]
    assert stored(admin, text=answer.content).card_count == len(bundled())


def test_a_stored_deck_can_be_looked_at_and_downloaded_and_nothing_of_it_changed(admin):
    deck = stored(admin)
    assert admin.get(LIST).status_code == 200
    assert admin.get(f"{LIST}{deck.pk}/change/").status_code == 200
    assert parse_deck(admin.get(f"{LIST}{deck.pk}/file/").content) == NUMBERS.cards[:60]
    admin.post(f"{LIST}{deck.pk}/change/", {"name": "Other", "digest": "0", "is_offered": "on"})
    assert admin.post(f"{LIST}{deck.pk}/delete/", {"post": "yes"}).status_code == 403
    deck.refresh_from_db()
    assert (deck.name, deck.card_count) == ("My own", 60)


def test_players_and_strangers_do_not_get_in(alice, client_for, admin):
    deck = stored(admin)
    for reader in (alice, None):
        client = client_for(reader)
        for address in (
            LIST,
            ADD,
            "/admin/games/deck/template/",
            f"{LIST}{deck.pk}/file/",
            f"{LIST}{deck.pk}/change/",
        ):
            assert client.get(address).status_code == 302
        assert upload(client, name="Mine").status_code == 302
    assert Deck.objects.count() == 1


def test_staff_without_the_permission_do_not_upload(alice):
    alice.is_staff = True
    alice.save()
    client = enter(alice)
    assert upload(client).status_code == 403
    assert client.get("/admin/games/deck/template/").status_code == 403


# At the table

NEW = "/tables/new/cardline/"
CHOICES = {
    "option_trait": "fighting", "option_hand": "4", "option_deck": "heroes-and-villains", "seats": "2",
    "admission": "open", "seating": "joined",
}  # fmt: skip


def opened(client, **choices):
    """Post the form with which a table is opened, as the page has filled it in, changed by `choices`."""
    filled = {field.html_name: field.value() for field in TableForm("cardline") if field.value() is not None}
    return client.post(NEW, {**filled, **CHOICES, **choices})


def test_who_opens_a_table_chooses_among_the_decks(alice, client_for, admin):
    deck = stored(admin)
    client = client_for(alice)
    page = client.get(NEW).content.decode()
    assert "Heroes and villains" in page and "My own" in page
    assert opened(client, option_deck=deck.digest).status_code == 302
    table = Table.objects.get()
    assert table.options["deck"] == deck.digest
    assert "My own" in client.get(f"/tables/{table.pk}/").content.decode()


def test_a_withdrawn_deck_is_offered_to_nobody(alice, client_for, admin):
    deck = stored(admin)
    admin.post(f"{LIST}{deck.pk}/change/", {})
    client = client_for(alice)
    assert "My own" not in client.get(NEW).content.decode()
    assert opened(client, option_deck=deck.digest).status_code == 400
    assert Table.objects.count() == 0


def test_a_withdrawn_deck_is_offered_again_unless_its_name_is_taken(admin):
    deck = stored(admin)
    admin.post(f"{LIST}{deck.pk}/change/", {})
    other = stored(admin, text=write_deck(NUMBERS.cards[:50]))
    assert admin.post(f"{LIST}{deck.pk}/change/", {"is_offered": "on"}).status_code == 200
    admin.post(f"{LIST}{other.pk}/change/", {})
    assert admin.post(f"{LIST}{deck.pk}/change/", {"is_offered": "on"}).status_code == 302
    assert list(Deck.objects.filter(is_offered=True)) == [deck]


@pytest.mark.parametrize("option_deck", ["", "no-such-deck", "0" * 32, "Heroes and villains"])
def test_a_deck_that_is_not_offered_cannot_be_chosen(alice, client_for, option_deck):
    assert opened(client_for(alice), option_deck=option_deck).status_code == 400


def test_a_deck_that_is_too_small_for_the_seats_is_told_in_the_form(alice, client_for, admin):
    deck = stored(admin, text=write_deck(NUMBERS.cards[:40]))
    answer = opened(client_for(alice), option_deck=deck.digest, seats="5", option_hand="7")
    assert answer.status_code == 400
    assert "do not go together" in answer.content.decode()
    assert opened(client_for(alice), option_deck=deck.digest, seats="8").status_code == 302


def test_a_running_table_keeps_its_deck_whatever_happens_to_it(alice, bob, client_for, admin):
    deck = stored(admin)
    table = running_table(alice, bob, title="cardline", options={"deck": deck.digest, "trait": "fighting"})
    before = state_of(table)
    registry._stored.cache_clear()
    registry.characters.cache_clear()
    admin.post(f"{LIST}{deck.pk}/change/", {})
    stored(admin, text=changed(2, "fighting", "100"))
    assert state_of(table) == before
    client = client_for(alice)
    assert post_move(client, table, first_move(table, 0)).status_code == 302
    assert "Name 1" in client.get(f"/tables/{table.pk}/").content.decode()
    assert Table.objects.get(pk=table.pk).options["deck"] == deck.digest


def test_a_table_that_is_still_open_keeps_its_deck_too(alice, bob, client_for, admin):
    deck = stored(admin)
    opened(client_for(alice), option_deck=deck.digest)
    admin.post(f"{LIST}{deck.pk}/change/", {})
    table = Table.objects.get()
    client_for(bob).post(f"/tables/{table.pk}/join/")
    assert state_of(table).edition == deck.digest
