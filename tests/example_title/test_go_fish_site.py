"""Go Fish on the site, which knows only the package of the title."""

import json
import logging
import re
from datetime import timedelta
from html import unescape
from io import StringIO

import pytest
from django.core import mail
from django.core.management import call_command
from django.utils import timezone

from games.models import MoveRecord, Table
from tests.example_title.go_fish.cards import CARDS, rank_of
from tests.example_title.go_fish.presenter import card_word
from tests.play import post_move, running_table, state_of

pytestmark = pytest.mark.django_db

BUTTON = re.compile(r'<button [^>]*name="move" value="([^"]*)">')
QUESTION = re.compile(r'href="([^"#]*\?sure=[^"#]*)')


def page(client, table, path=""):
    return unescape(client.get(f"/tables/{table.pk}/{path}").content.decode())


def press(client, table, number):
    """Choose one of the moves on the page, and confirm it."""
    questions = QUESTION.findall(client.get(f"/tables/{table.pk}/").text)
    [move] = BUTTON.findall(client.get(questions[number % len(questions)]).text)
    return post_move(client, table, unescape(move))


def named(text, cards):
    return {card for card in cards if card in text or card_word(card) in text}


@pytest.fixture
def played(alice, bob, client_for, django_capture_on_commit_callbacks, caplog, time_machine):
    """Return a table after some questions, an hour apart, with the emails sent meanwhile."""
    caplog.set_level(logging.DEBUG)
    with django_capture_on_commit_callbacks(execute=True):
        table = running_table(alice, bob, title="go-fish")
    clients = [client_for(alice), client_for(bob)]
    for number in range(12):
        with django_capture_on_commit_callbacks(execute=True):
            assert press(clients[state_of(table).seat], table, number * 5).status_code == 302
        time_machine.move_to(timezone.now() + timedelta(hours=1))
    assert Table.objects.get().is_running
    return table


def test_a_whole_game_by_its_buttons(alice, bob, client_for):
    table = running_table(alice, bob, title="go-fish")
    clients = [client_for(alice), client_for(bob)]
    while Table.objects.get().is_running:
        assert press(clients[state_of(table).seat], table, Table.objects.get().ply * 7).status_code == 302
    shown = page(client_for(None), table)
    assert "The game is over" in shown and "Somebody had no card left." in shown
    assert not QUESTION.search(shown)
    log = page(client_for(None), table, "log/")
    assert "lays down a book: all" in log and "Go fish!" in log and "The game is over." in log
    assert named(shown, state_of(table).stock) == set(state_of(table).stock)


def test_only_awaited_seats_get_buttons(played, alice, bob, charlie, client_for):
    readers = [alice, bob, charlie, None]
    offers = [
        len(QUESTION.findall(client_for(reader).get(f"/tables/{played.pk}/").content.decode()))
        for reader in readers
    ]
    state = state_of(played)
    ranks = {rank_of(card) for card in state.hands[state.seat]}
    assert offers == [len(ranks) if seat == state.seat else 0 for seat in (0, 1, None, None)]


def test_an_impossible_question_is_refused(played, alice, bob, client_for):
    state = state_of(played)
    other = next(rank_of(card) for card in state.stock if card not in state.hands[state.seat])
    held = {rank_of(card) for card in state.hands[state.seat]}
    rank = other if other not in held else next(r for r in map(rank_of, CARDS) if r not in held)
    client = client_for((alice, bob)[state.seat])
    assert (
        post_move(client, played, f'{{"type":"ask","seat":{1 - state.seat},"rank":"{rank}"}}').status_code
        == 422
    )
    assert post_move(client, played, '{"type":"ask"}').status_code in (400, 422)
    assert state_of(played) == state


def test_pages_mails_and_logs_name_no_hidden_card(played, alice, bob, client_for, caplog):
    """Checks every way to name a card; a card that was given or caught may be named."""
    state = state_of(played)
    events = [event for record in MoveRecord.objects.all() for event in json.loads(record.events)]
    told = named(json.dumps([event["public"] for event in events]), CARDS)
    for reader, seat in ((alice, 0), (bob, 1), (None, None)):
        hidden = {
            *state.stock,
            *(card for other, hand in enumerate(state.hands) if other != seat for card in hand),
        }
        assert len(hidden - told) > 10
        for path in ("", "log/"):
            assert named(page(client_for(reader), played, path), hidden - told) == set()
        if seat is not None:
            assert named(page(client_for(reader), played), state.hands[seat]) == set(state.hands[seat])
            mails = [
                mail.body + unescape(mail.alternatives[0][0])
                for mail in mail.outbox
                if mail.to == [reader.email]
            ]
            assert mails and named(" ".join(mails), hidden - told) == set()
    assert named(caplog.text, CARDS) == set()


def test_emails_contain_the_news(played):
    texts = [message.body for message in mail.outbox]
    assert any("Go Fish" in text and "asks" in text and "Go fish!" in text for text in texts)


def test_the_log_agrees_with_the_snapshot(played):
    out = StringIO()
    call_command("replay_check", stdout=out)
    assert "agree with" in out.getvalue()


def test_leaving_is_logged_and_the_other_seat_wins(played, alice, client_for):
    client_for(alice).post(f"/tables/{played.pk}/resign/", {"ply": Table.objects.get().ply})
    shown = page(client_for(None), played)
    assert "All others left the game." in shown and "Bob Bosun wins" in shown
