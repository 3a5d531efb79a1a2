"""Uploaded decks at tables: the creator chooses one, and a table keeps its own (CL-3)."""

import pytest

from games.models import Table
from games.tables.forms import TableForm
from games.titles.cardline.deck import registry, write_deck
from tests.decks.files import LIST, changed, stored
from tests.play import first_move, post_move, running_table, state_of
from tests.titles.cardline.positions import NUMBERS

pytestmark = pytest.mark.django_db

NEW = "/tables/new/cardline/"
CHOICES = {
    "option_trait": "fighting", "option_hand": "4", "option_deck": "heroes-and-villains", "seats": "2",
    "admission": "open", "seating": "joined",
}  # fmt: skip


def opened(client, **choices):
    """Post the form for a new table with its default values, changed by `choices`."""
    filled = {field.html_name: field.value() for field in TableForm("cardline") if field.value() is not None}
    return client.post(NEW, {**filled, **CHOICES, **choices})


def test_the_creator_of_a_table_chooses_a_deck(alice, client_for, admin):
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


@pytest.mark.parametrize("option_deck", ["", "no-such-deck", "0" * 32, "Heroes and villains"])
def test_a_deck_that_is_not_offered_is_refused(alice, client_for, option_deck):
    assert opened(client_for(alice), option_deck=option_deck).status_code == 400


def test_a_deck_that_is_too_small_for_the_seats_is_an_error_in_the_form(alice, client_for, admin):
    deck = stored(admin, text=write_deck(NUMBERS.cards[:40]))
    answer = opened(client_for(alice), option_deck=deck.digest, seats="5", option_hand="7")
    assert answer.status_code == 400
    assert "be combined" in answer.content.decode()
    assert opened(client_for(alice), option_deck=deck.digest, seats="8").status_code == 302


def test_a_running_table_keeps_its_deck_whatever_happens_to_it(alice, bob, client_for, admin):
    deck = stored(admin)
    table = running_table(alice, bob, title="cardline", options={"deck": deck.digest, "trait": "fighting"})
    before = state_of(table)
    registry._find_stored.cache_clear()
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
