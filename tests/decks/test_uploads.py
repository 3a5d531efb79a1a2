"""Decks that administrators upload (CL-3): previewed before they are stored, and checked line by line."""

import re

import pytest
from django.db import IntegrityError
from msgspec.structs import replace

from games.decks.services import content_of
from games.models import Deck
from games.titles.cardline.deck import write_deck
from tests.decks.files import ADD, FILE, LIST, changed, parcel_of, stored, upload
from tests.titles.cardline.positions import NUMBERS

pytestmark = pytest.mark.django_db


def told(answer):
    """Return the errors on a page as (line, reason)."""
    rows = re.findall(r"<tr><td>(\d+)</td><td>(.*?)</td></tr>", answer.content.decode())
    return [(int(line), reason.replace("&#x27;", "'")) for line, reason in rows]


def test_a_deck_is_shown_before_it_is_stored(admin, boss):
    answer = upload(admin)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "This deck isn't saved yet" in page and "60 cards" in page and "Note 7" in page
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
        (changed(9, "name", "Name 1"), [(9, "the name 'Name 1' is already in line 2")]),
        (changed(9, "id", "v1"), [(9, "the id 'v1' is already in line 2")]),
        (changed(9, "iq", "251"), [(9, "the iq must be from 40 to 250, not 251")]),
        (changed(9, "side", "<b>"), [(9, "the side must be hero or villain, not '&lt;b&gt;'")]),
        (write_deck(NUMBERS.cards[:39]), [(1, "a deck needs at least 40 cards, but this one has 39")]),
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


def test_a_file_of_another_kind_is_refused_by_its_name(admin):
    answer = upload(admin, file="deck.html")
    assert (answer.status_code, "File extension" in answer.content.decode()) == (400, True)
    assert "This deck isn't saved yet" in upload(admin, file="DECK.CSV").content.decode()


def test_too_many_cards_are_refused_at_the_first_line_beyond_the_limit(admin):
    rows = [card for n in range(5) for card in _copies(n)]
    assert told(upload(admin, write_deck(rows))) == [(502, "a deck can have at most 500 cards")]


def _copies(number):
    return [
        replace(card, id=f"{card.id}-{number}", name=f"{card.name} {number}") for card in NUMBERS.cards[:101]
    ]


def test_every_bad_line_is_reported_up_to_a_hundred(admin):
    bad = re.sub(r",1\d\d,", ",999,", FILE)
    answer = upload(admin, bad)
    assert len(told(answer)) == 60
    twice = bad + "".join(FILE.splitlines(keepends=True)[1:])
    page = upload(admin, twice)
    assert len(told(page)) == 100
    assert "more" in page.content.decode()


def test_without_a_file_or_a_name_there_is_no_preview(admin):
    assert admin.get(ADD).status_code == 200
    assert admin.post(ADD, {"name": "x"}).status_code == 400
    assert upload(admin, name="").status_code == 400
    assert upload(admin, name="a\u202eb").status_code == 400
    assert upload(admin, b"").status_code == 400


def test_a_deck_without_a_preview_is_not_stored(admin):
    parcel = parcel_of(upload(admin))
    for forged in ("", "x", parcel[:-1] + ("a" if parcel[-1] != "a" else "b"), parcel[1:]):
        assert admin.post(ADD, {"parcel": forged}).status_code == 302
    assert Deck.objects.count() == 0


def test_only_one_deck_of_a_name_is_offered(admin):
    stored(admin)
    assert upload(admin, write_deck(NUMBERS.cards[:50])).status_code == 400
    assert Deck.objects.count() == 1
    with pytest.raises(IntegrityError):
        Deck.objects.create(
            name="My own", digest="x", cards=[], card_count=0, uploaded_by=Deck.objects.get().uploaded_by
        )


def test_the_same_preview_stored_twice_is_one_deck(admin):
    parcel = parcel_of(upload(admin))
    assert admin.post(ADD, {"parcel": parcel}).url == LIST
    assert admin.post(ADD, {"parcel": parcel}).url == ADD
    assert "A deck with this name already exists" in admin.get(ADD).content.decode()
    assert Deck.objects.count() == 1
