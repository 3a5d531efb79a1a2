"""No unplayed trait of a card leaves the server: canaries in pages, logs, emails and the server's log."""

import logging
from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone
from msgspec.structs import replace

from games.decks.services import deck_store
from games.models import Table
from games.titles.cardline.deck import Deck
from games.titles.cardline.presenter.words import value_words
from tests.play import first_move, post_move, running_table, state_of
from tests.titles.cardline.positions import character

pytestmark = pytest.mark.django_db

# Every value and note is a unique word: kilograms of eight digits, and their tonnes.
CARDS = tuple(
    replace(character(str(n)), strength_kg=71_003_017 + 1_013_001 * n % 28_000_000, note=f"Canary{n:03}")
    for n in range(1, 61)
)
BY_ID = {card.id: card for card in CARDS}


def forms(card):
    """Return every way in which its back could be written."""
    exact = str(card.strength_kg)
    words = value_words("strength", card.strength_kg)
    return {
        exact,
        f"{card.strength_kg:,}",
        words,
        words.replace("\u202f", " "),
        f"{card.strength_kg / 1000}",
        card.note,
    }


def leaks(text, ids):
    return sorted(form for card in ids for form in forms(BY_ID[card]) if form in text)


def unplayed(table):
    """Return the cards whose value was never shown."""
    state = state_of(table)
    held = {card.id for card in (*state.deck, *(card for hand in state.hands for card in hand))}
    return held - set(state.told)


@pytest.fixture
def played(alice, bob, charlie, client_for, django_capture_on_commit_callbacks, caplog, time_machine):
    """Return a table with an uploaded deck after some turns, with the emails sent meanwhile."""
    caplog.set_level(logging.DEBUG)
    deck = deck_store(Deck("Canaries", CARDS), by=charlie)
    with django_capture_on_commit_callbacks(execute=True):
        table = running_table(alice, bob, title="cardline", options={"deck": deck.digest})
    clients = [client_for(alice), client_for(bob)]
    for _ in range(9):
        seat = table.seats.get(is_awaited=True).number
        with django_capture_on_commit_callbacks(execute=True):
            assert post_move(clients[seat], table, first_move(table, seat)).status_code == 302
        time_machine.move_to(timezone.now() + timedelta(hours=1))  # news soon after goes in one email
    return Table.objects.get(pk=table.pk)


ADDRESSES = ("", "log/", "?card=v1&slot=0", "?slot=3", "?card=%00&slot=x")


def test_pages_and_logs_contain_nothing_of_a_cards_back(played, alice, bob, charlie, client_for):
    held = state_of(played).hands[1][0].id
    for reader in (alice, bob, charlie, None):
        client = client_for(reader)
        for address in (*ADDRESSES, f"?card={held}&slot=1"):
            answer = client.get(f"/tables/{played.pk}/{address}")
            assert answer.status_code == 200
            assert leaks(answer.content.decode(), unplayed(played)) == []


def test_parts_for_scripts_and_responses_to_moves_contain_no_back(played, bob, client_for):
    client = client_for(bob)
    part = client.get(f"/tables/{played.pk}/", headers={"HX-Request": "true"}).content.decode()
    answer = post_move(client, played, first_move(played, 1), headers={"HX-Request": "true"}).content.decode()
    assert "cl-line" in part and "cl-line" in answer
    assert leaks(part + answer, unplayed(played)) == []


def test_of_played_cards_the_page_shows_only_the_chosen_trait(played, alice, client_for):
    """The search works: it finds what may be known."""
    page = client_for(alice).get(f"/tables/{played.pk}/").content.decode()
    state = state_of(played)
    shown = [card.id for card in (*state.line, *state.box)]
    found = leaks(page, shown)
    assert len(found) >= len(shown)
    assert not any(BY_ID[card].note in page for card in shown)


def test_emails_and_the_server_log_contain_no_back(played, caplog):
    assert len(mail.outbox) >= 4
    for message in mail.outbox:
        text = message.subject + message.body + message.alternatives[0].content
        assert leaks(text, unplayed(played)) == []
    assert leaks(caplog.text, BY_ID) == []


def test_errors_contain_no_back(played, bob, client_for):
    state = state_of(played)
    for card in (state.deck[0].id, state.hands[0][0].id, state.line[0].id):
        answer = post_move(client_for(bob), played, f'{{"type":"place","card":"{card}","slot":0}}')
        assert answer.status_code == 422
        assert leaks(answer.content.decode(), unplayed(played)) == []


def test_after_the_game_every_back_is_shown_to_everybody(played, bob, charlie, client_for):
    client_for(bob).post(f"/tables/{played.pk}/resign/", {"ply": played.ply})
    for reader in (bob, charlie, None):
        page = client_for(reader).get(f"/tables/{played.pk}/?backs=all").content.decode()
        assert all(card.note in page for card in CARDS)
