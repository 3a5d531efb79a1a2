"""Choosing where to rewind a game, on the board as spectators saw it."""

import html
import re

import pytest
from django.utils import timezone

from games.engine.chance import Chance
from games.models import Decision, MoveRecord, Seat, Table
from games.tables.packed import PACKED_AFTER, logs_pack
from games.titles.captivate.cards import CARDS
from tests.moderation.acts import act, play_turn
from tests.play import play_on, running_table, state_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(alice, bob, client_for):
    """Return a table where alice has played two turns and bob one, six plies; bob is to act."""
    found = running_table(alice, bob)
    for seat, user in enumerate((alice, bob)):
        play_turn(client_for(user), found, seat)
    play_turn(client_for(alice), found, 0)
    return found


def asked(client, table, ply=""):
    """Return the page, and the ply from which its form would rewind; None without a form."""
    answer = client.get(f"/admin/games/table/{table.pk}/act/rewind/", {"ply": ply} if ply != "" else {})
    assert answer.status_code == 200
    page = answer.content.decode()
    found = re.search(r'type="hidden" name="ply" value="(\d+)"', page)
    return page, None if found is None else int(found[1])


def stepped(client, table, **posted):
    """Return the page after a step, posted as a button of its form does."""
    answer = client.post(f"/admin/games/table/{table.pk}/act/rewind/", posted)
    assert answer.status_code == 200
    return answer.content.decode()


def field_of(page):
    return page.split('id="field"')[1].split('class="action-bar"')[0]


def test_the_rewind_page_shows_the_spectators_board_before_the_ply(table, moderator, anonymous):
    for ply in (0, 2, 5):
        page, target = asked(moderator, table, ply)
        seen = anonymous.get(f"/tables/{table.pk}/replay/?at={ply - 1}").content.decode()
        assert target == ply and f"Move {ply} of 6" in page
        assert re.findall(r"<img[^>]*>", field_of(page)) == re.findall(r"<img[^>]*>", field_of(seen))


def test_the_rewind_page_steps_and_starts_before_the_last_ply(table, moderator):
    page, target = asked(moderator, table)
    assert target == 5
    for step in ("4:back", "6:forward", "0:first", "slide"):
        assert f'form="rewind-form" formnovalidate name="to" value="{step}"' in page
    assert 'form="rewind-form" name="slide" min="0"' in page
    again = stepped(moderator, table, to="4:back")
    assert re.search(r'value="3:back"[^>]* autofocus', again) and "Move 4 of 6" in again


def test_a_reason_survives_each_step_and_appears_in_no_url(table, moderator):
    """This also works without scripts and at a ply that can't be the target of a rewind; a step changes nothing."""
    reason = "Bob <asked> for it, & Alice agrees."
    before = state_of(table)
    for to, ply in (("3:back", 3), ("slide", 2), ("6", 6), ("x", 5)):
        page = stepped(moderator, table, to=to, slide="2", ply="5", reason=reason)
        assert f"Move {ply} of 6" in page and 'id="rewind-errors"' not in page
        written = re.search(r"<textarea[^>]*>([^<]*)</textarea>", page)[1]
        assert html.unescape(written) == reason
    assert state_of(table) == before and not Decision.objects.exists()


def test_steps_are_refused_to_readers_without_the_page(table, mona, moderator, player, anonymous):
    address = f"/admin/games/table/{table.pk}/act/rewind/"
    for client in (player, anonymous):
        assert client.post(address, {"to": "3"}).status_code == 302
    Seat.objects.filter(table=table, number=1).update(user=mona)
    assert moderator.post(address, {"to": "3"}).status_code == 403


def test_the_chosen_ply_is_taken_back(table, moderator):
    _page, target = asked(moderator, table, 2)
    before = state_of(table)
    assert act(moderator, table, "rewind", ply=target).status_code == 302
    assert Table.objects.get(pk=table.pk).head == 1 and state_of(table) != before


def test_at_the_end_and_at_undone_plies_nothing_can_be_chosen(table, moderator):
    page, target = asked(moderator, table, 6)
    assert target is None and "no move to take back" in page
    act(moderator, table, "rewind", ply=2)
    page, target = asked(moderator, table, 4)
    assert target is None
    assert asked(moderator, table, 1)[1] == 1


def test_an_undone_board_is_marked_and_leads_to_one_in_force(table, alice, bob, client_for, moderator):
    act(moderator, table, "rewind", ply=2)
    play_turn(client_for(bob), table, 1)
    later = MoveRecord.objects.filter(table=table, kind="move", ply__gt=6).earliest("ply").ply
    page, target = asked(moderator, table, 4)
    assert target is None and "was taken back later" in page
    assert asked(moderator, table, 2)[1] == later  # 2 to 5 are undone: the game continued from there
    assert asked(moderator, table, later)[1] == later


def test_unknown_numbers_show_the_nearest_ply(table, moderator):
    assert asked(moderator, table, "x")[1] == 5
    assert asked(moderator, table, "-3")[1] == 5
    assert asked(moderator, table, 9999999)[1] is None
    assert asked(moderator, table, "99999999999999999999")[1] == 5


def test_a_refused_reason_shows_the_board_again(table, moderator):
    answer = act(moderator, table, "rewind", ply=3, reason=" ")
    page = answer.content.decode()
    assert answer.status_code == 422 and 'value="3"' in page and 'role="alert"' in page
    assert 'id="field"' in page


def test_the_rewind_page_shows_nothing_hidden(table, administrator):
    state = state_of(table)
    hidden = {*state.deck, *state.hands[0], *state.hands[1]}
    for ply in range(7):
        page, _target = asked(administrator, table, ply)
        assert not [card for card in hidden if re.search(rf"{card}(?!\d)", page)], ply
    assert len(hidden) > len(CARDS) // 2


def test_moderators_with_a_seat_read_why_they_cannot_rewind(table, mona, moderator, player, anonymous):
    address = f"/admin/games/table/{table.pk}/act/rewind/"
    for client in (player, anonymous):
        assert client.get(address).status_code == 302
    Seat.objects.filter(table=table, number=1).update(user=mona)
    answer = moderator.get(address)
    assert answer.status_code == 403 and "You play at this table yourself" in answer.content.decode()


def test_a_packed_game_can_be_stepped_through_too(table, alice, client_for, moderator):
    client_for(alice).post(f"/tables/{table.pk}/resign/", {"ply": 6})
    Table.objects.filter(pk=table.pk).update(finished_at=timezone.now() - 2 * PACKED_AFTER)
    assert logs_pack(timezone.now()) == 1
    assert asked(moderator, table, 3)[1] == 3
    assert act(moderator, table, "rewind", ply=3).status_code == 302
    assert Table.objects.get(pk=table.pk).is_running


def test_if_memory_fades_only_the_log_is_shown(alice, bob, moderator):
    table, chooser = running_table(alice, bob, options={"memory": "strict"}), Chance(b"strict", 0)
    for _ply in range(12):
        play_on(table, (alice, bob), chooser)
    page, target = asked(moderator, table, 3)
    assert target == 3 and 'id="field"' not in page and "Memory matters" in page and "What happened" in page


def test_the_rewind_page_costs_the_same_for_any_length_of_the_game(
    table, alice, bob, client_for, moderator, django_assert_max_num_queries
):
    asked(moderator, table)

    def queries():
        with django_assert_max_num_queries(30) as captured:
            asked(moderator, table)
        return len(captured)

    few = queries()
    for number in range(1, 13):
        play_turn(client_for((alice, bob)[number % 2]), table, number % 2)
    assert queries() <= few + 1
