"""No secret leaves the server: pages, logs, emails and sockets are searched for the names of hidden cards."""

import logging
import re
from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from games.models import Table
from games.titles.captivate.cards import CARDS
from games.titles.captivate.presenter.words import card_name
from tests.play import first_move, post_move, running_table, state_of

pytestmark = pytest.mark.django_db


def forms(cards):
    """Return all forms in which a card could be named."""
    return {word for card in cards for word in (card, card_name(card))}


def hidden_from(table, seat):
    """Return the cards that `seat` (None for spectators) may not know: all that it can't see anywhere."""
    state = state_of(table)
    seen = {laid.card for laid in state.field} | {card for pile in state.piles for card in pile}
    seen |= set(state.set_aside) | set(state.hands[seat] if seat is not None else ())
    return set(CARDS) - seen


def leaks(text, cards):
    return sorted(word for word in forms(cards) if f"{word}<" in text or f"{word}\"" in text
                  or f"{word}." in text or f"{word}," in text or f"{word}&" in text)  # fmt: skip


@pytest.fixture
def played(alice, bob, client_for, django_capture_on_commit_callbacks, caplog, time_machine):
    """Return a table after some turns, with the emails sent meanwhile."""
    caplog.set_level(logging.DEBUG)
    with django_capture_on_commit_callbacks(execute=True):
        table = running_table(alice, bob)
    clients = [client_for(alice), client_for(bob)]
    for number in range(12):
        seat = table.seats.get(is_awaited=True).number
        move = '{"type":"end"}' if number % 3 == 2 else first_move(table, seat)
        with django_capture_on_commit_callbacks(execute=True):
            assert post_move(clients[seat], table, move).status_code == 302
        # Notices within a short time go out in one email.
        time_machine.move_to(timezone.now() + timedelta(hours=1))
    return Table.objects.get(pk=table.pk)


def test_pages_and_logs_contain_nothing_hidden(played, alice, bob, charlie, client_for):
    readers = [(alice, 0), (bob, 1), (charlie, None), (None, None)]
    for reader, seat in readers:
        client = client_for(reader)
        for address in ("", "log/", "?card=light-1&cell=0,0", "?card=%00&cell=x"):
            answer = client.get(f"/tables/{played.pk}/{address}")
            assert answer.status_code == 200
            assert leaks(answer.content.decode(), hidden_from(played, seat)) == []


def test_the_page_shows_the_readers_own_hand(played, alice, client_for):
    """The search works: it finds the cards that the reader may know."""
    page = client_for(alice).get(f"/tables/{played.pk}/").content.decode()
    assert leaks(page, state_of(played).hands[0])


def test_emails_contain_nothing_hidden(played, alice, bob):
    assert len(mail.outbox) >= 4
    for message in mail.outbox:
        seat = 0 if message.to == [alice.email] else 1
        state = state_of(played)
        text = message.body + message.alternatives[0].content + message.subject
        assert leaks(text, state.deck) == [], seat
        assert leaks(text, state.hands[1 - seat]) == []


def test_the_server_log_names_no_card(played, caplog):
    assert leaks(caplog.text, CARDS) == []


def test_errors_name_nothing_hidden(played, alice, bob, client_for):
    state = state_of(played)
    awaited = played.seats.get(is_awaited=True).number
    client = client_for((alice, bob)[awaited])
    for card in (state.deck[0], state.hands[1 - awaited][0]):
        answer = post_move(client, played, f'{{"type":"play","card":"{card}","cell":[0,9]}}')
        assert answer.status_code == 422
        assert leaks(answer.content.decode(), {card}) == []


def test_strict_play_shows_backs_and_forgets(alice, bob, client_for):
    table = running_table(alice, bob, options={"memory": "strict"})
    clients = [client_for(alice), client_for(bob)]
    for number in range(30):
        seat = table.seats.get(is_awaited=True).number
        post_move(clients[seat], table, '{"type":"end"}' if number % 3 == 2 else first_move(table, seat))
    state = state_of(table)
    gone = {laid.card for laid in state.field if not laid.up} | {
        card for pile in state.piles for card in pile
    }
    running = {laid.card for laid in state.field if laid.fresh}
    assert gone - running
    for client in (*clients, client_for(None)):
        page = client.get(f"/tables/{table.pk}/").content.decode()
        board = page.split('class="board')[1].split("What happened")[0]
        told = r'(?s)<(details|p) class="since".*?</\1>'  # log lines, which disappear at their own time
        assert leaks(re.sub(told, "", board), gone) == []
