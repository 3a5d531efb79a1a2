"""Moderators freely see a spectator's view; to see secrets they give a reason, which players read later."""

import re

import pytest

from games.engine.chance import Chance
from games.engine.codec import dump_move
from games.engine.play import random_move
from games.models import AccessRecord, Table
from games.tables import play
from games.titles import TITLES
from games.titles.captivate.presenter.words import card_name
from tests.moderation.acts import REASON, act, play_turn
from tests.play import fingerprint, running_table, state_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(alice, bob, client_for):
    """Return a running table; alice has played a turn."""
    found = running_table(alice, bob)
    play_turn(client_for(alice), found, 0)
    return found


def address(table, what):
    return f"/admin/games/table/{table.pk}/{what}/"


def look(client, table, what, reason=REASON):
    return client.post(address(table, what), {"reason": reason})


def test_moderators_need_no_reason_for_a_spectators_view(table, moderator):
    answer = moderator.get(address(table, "view"))
    page = answer.content.decode()
    assert answer.status_code == 200 and "as spectators see it" in page
    hidden = (*state_of(table).hands[0], *state_of(table).deck)
    assert not [card for card in hidden if card in page or card_name(card) in page]
    assert not AccessRecord.objects.exists()


def test_seeing_what_a_seat_sees_needs_a_reason_each_time(table, mona, moderator):
    hand = [card_name(card) for card in state_of(table).hands[1]]
    asked = moderator.get(address(table, "view/1")).content.decode()
    assert 'name="reason"' in asked and not [card for card in hand if card in asked]
    assert look(moderator, table, "view/1", " ").status_code == 422 and not AccessRecord.objects.exists()
    shown = look(moderator, table, "view/1")
    assert shown.status_code == 200 and "no-store" in shown["Cache-Control"]
    assert all(card in shown.content.decode() for card in hand)
    found = AccessRecord.objects.get()
    assert (found.by, found.seat_number, found.ply, found.reason) == (mona, 1, 2, REASON)
    look(moderator, table, "view/1")
    assert AccessRecord.objects.count() == 2


@pytest.mark.parametrize("title", list(TITLES))
def test_every_title_is_shown_with_nothing_to_press(title, alice, bob, moderator):
    table = running_table(alice, bob, title=title)
    for number in range(14):
        what = "view" if number % 3 == 2 else f"view/{number % 3}"
        answer = moderator.get(address(table, what)) if what == "view" else look(moderator, table, what)
        assert answer.status_code == 200
        part = answer.content.decode().split('class="table-layout"')[1].split("</main>")[0]
        assert not re.findall(r'<(?:button|form|input|select)|<a\b[^>]*href="[^#]| style=', part), what
        assert "&lt;" not in part and 'class="' in part
        play_on(table, number)


def play_on(table, number):
    """Let a seat that is to act make one move, if the game is still running."""
    asked, game, state = table.seats.filter(is_awaited=True).first(), TITLES[table.title], state_of(table)
    if asked is None:
        return
    move = dump_move(random_move(game, state, asked.number, Chance(bytes(32), number)))
    ply = Table.objects.get(pk=table.pk).ply
    play.move_play(asked.user, table.pk, move=move, expected_ply=ply)


def test_an_unknown_seat_returns_404(table, moderator):
    assert moderator.get(address(table, "view/2")).status_code == 404
    assert look(moderator, table, "view/2").status_code == 404
    assert moderator.get(address(Table(pk=999), "view")).status_code == 404


def test_only_administrators_see_the_full_state(table, moderator, administrator):
    assert look(moderator, table, "state").status_code == 403
    assert moderator.get(address(table, "state")).status_code == 403
    assert "full state" not in moderator.get(address(table, "change")).content.decode()
    assert "full state" in administrator.get(address(table, "change")).content.decode()
    page = look(administrator, table, "state").content.decode()
    assert all(card in page for card in state_of(table).deck)
    assert bytes(table.seed).hex() not in page
    assert AccessRecord.objects.get().seat_number is None


@pytest.mark.parametrize("what", ["view", "view/0", "state"])
def test_players_and_strangers_see_nothing(what, table, player, anonymous):
    for client in (player, anonymous):
        assert client.get(address(table, what)).status_code == 302
        assert look(client, table, what).status_code == 302
    assert not AccessRecord.objects.exists()


def test_moderators_cannot_look_at_seats_of_their_own_table(mona, bob, moderator):
    table = running_table(mona, bob)
    answer = look(moderator, table, "view/1")
    assert answer.status_code == 403
    assert not [card for card in state_of(table).hands[1] if card_name(card) in answer.content.decode()]
    assert not AccessRecord.objects.exists()


def test_players_can_read_the_access_audit_after_the_game(
    table, alice, bob, client_for, moderator, administrator
):
    look(moderator, table, "view/1", "a report of bob")
    look(administrator, table, "state", "an error of the rules")
    page = client_for(bob).get(f"/tables/{table.pk}/").content.decode()
    assert "a report of bob" not in page
    act(moderator, table, "finish", rank_0=1, rank_1=2)
    for reader in (alice, bob):
        page = client_for(reader).get(f"/tables/{table.pk}/").content.decode()
        assert "a moderator saw what Bob Bosun could see at move 2." in page and "a report of bob" in page
        assert "a moderator saw all hidden information" in page and "an error of the rules" in page
        assert "Mona" not in page


def test_no_reason_is_needed_after_the_game(table, moderator):
    play.seat_resign(table.creator, table.pk, expected_ply=table.ply)
    assert "sees it" in moderator.get(address(table, "view/1")).content.decode()
    assert not AccessRecord.objects.exists()


def test_a_game_that_a_moderator_ended_keeps_its_secrets(table, moderator):
    act(moderator, table, "finish", rank_0=1, rank_1=2)
    assert "sees it" not in moderator.get(address(table, "view/1")).content.decode()


def test_a_moderator_who_looked_can_take_no_seat(table, mona, client_for, moderator, administrator):
    look(moderator, table, "view/1")
    act(administrator, table, "offer", number=1)
    before = fingerprint(table)
    answer = moderator.post(f"/tables/{table.pk}/take-over/", {"seat": 1})
    assert answer.status_code == 403 and "seen hidden cards" in answer.content.decode()
    assert "Take over seat" not in moderator.get(f"/tables/{table.pk}/").content.decode()
    assert fingerprint(table) == before
    Table.objects.filter(pk=table.pk).update(status="open")
    assert moderator.post(f"/tables/{table.pk}/join/").status_code == 403
