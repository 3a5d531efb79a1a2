"""Reliability: which decisions count, for whom, and what pages say about it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import DECISIONS, User
from accounts.vacations import vacation_add
from games.bots import seating
from games.clock.clocks import DAY, Fixed, NoClock
from games.models import Seat, Table
from games.moderation.services import tables as decisions
from games.tables import lobby, play
from games.tables.lobby import Pace
from tests.days.test_timeouts import END, LOSE, miss
from tests.moderation.test_merge import merge
from tests.play import first_move, running_table
from tests.staff import enter, person_with_role

pytestmark = pytest.mark.django_db


def letters(user):
    return User.objects.values_list("punctuality", flat=True).get(pk=user.pk)


def take_turn(user, table, seat):
    for move in (first_move(table, seat), END):
        table.refresh_from_db()
        play.move_play(user, table.pk, move=move, expected_ply=table.ply)


def test_each_turn_in_time_counts_once(alice, bob):
    table = running_table(alice, bob)
    for user, seat in ((alice, 0), (bob, 1), (alice, 0)):
        take_turn(user, table, seat)
    assert (letters(alice), letters(bob)) == ("ii", "i")


def test_a_turn_that_was_taken_back_counts_once(alice, bob):
    table = running_table(alice, bob)
    play.move_play(alice, table.pk, move=first_move(table, 0), expected_ply=0)
    play.turn_undo(alice, table.pk, expected_ply=1)
    take_turn(alice, table, 0)
    assert letters(alice) == "i"


def test_time_outs_count_and_the_third_in_a_row_leaves_the_game(alice, bob, charlie, time_machine):
    table = running_table(alice, bob, charlie)
    seen = []
    for _ in range(3):
        miss(table, time_machine)
        seen.append(letters(alice))
        for user, seat in ((bob, 1), (charlie, 2)):
            take_turn(user, table, seat)
    assert seen == ["d", "dd", "ddl"] and letters(bob) == "iii"


def test_where_a_time_out_costs_the_seat_it_leaves_the_game(alice, bob, time_machine):
    table = running_table(alice, bob, pace=LOSE)
    miss(table, time_machine)
    assert letters(alice) == "l" and letters(bob) == ""


def test_a_time_out_after_a_vacation_does_not_count(alice, bob, time_machine):
    table = running_table(alice, bob)
    today = timezone.now().date()
    vacation_add(alice, today, today + timedelta(days=5))
    miss(table, time_machine, times=2)  # the first sweep moves the deadline
    assert Seat.objects.get(table=table, number=0).timeouts == 1 and letters(alice) == ""


def test_a_time_out_after_a_moderators_pause_does_not_count(alice, bob, time_machine):
    table = running_table(alice, bob)
    mona = person_with_role("mona", "moderator")
    decisions.table_hold(mona, table.pk, reason="A moment")
    decisions.table_go_on(mona, table.pk, reason="Go on")
    miss(table, time_machine)
    assert Seat.objects.get(table=table, number=0).timeouts == 1 and letters(alice) == ""


def test_a_moderators_safe_move_does_not_count(alice, bob):
    table = running_table(alice, bob)
    decisions.default_play(person_with_role("mona", "moderator"), table.pk, number=0, reason="Go on")
    assert letters(alice) == "" and not Seat.objects.get(table=table, number=0).is_awaited


def test_resigning_counts_only_where_others_play_on(alice, bob, charlie):
    pair, three = running_table(alice, bob), running_table(alice, bob, charlie)
    play.seat_resign(alice, pair.pk, expected_ply=0)
    assert letters(alice) == ""
    play.seat_resign(alice, three.pk, expected_ply=0)
    assert letters(alice) == "l"
    play.seat_resign(bob, three.pk, expected_ply=Table.objects.get(pk=three.pk).ply)
    assert letters(bob) == ""


def test_games_with_bots_and_without_a_clock_do_not_count(alice, bob):
    with_bot = lobby.table_create(alice, title="captivate", options={}, seats=2, seating="joined")
    seating.bots_seat(alice, with_bot.pk, level="mate")
    free = running_table(alice, bob, pace=Pace(NoClock()))
    for table in (with_bot, free):
        take_turn(alice, table, 0)
    assert letters(alice) == ""


def test_only_the_latest_decisions_are_kept(alice, bob):
    User.objects.filter(pk=alice.pk).update(punctuality="d" * DECISIONS)
    take_turn(alice, running_table(alice, bob, pace=Pace(Fixed(DAY))), 0)
    assert letters(alice) == "d" * (DECISIONS - 1) + "i"


@pytest.mark.parametrize(
    ("punctuality", "words"),
    [("", "new player"), ("i" * 9, "new player"), ("i" * 10, "always in time (100%)"),
     ("i" * 39 + "d", "almost always in time (97%)"), ("i" * 30 + "dddlll", "usually in time (83%)"),
     ("d" * 40, "often late (0%)")],
)  # fmt: skip
def test_pages_say_it_in_words_and_a_figure(punctuality, words, alice, bob, client_for):
    User.objects.filter(pk=alice.pk).update(punctuality=punctuality)
    alice.refresh_from_db()
    table = lobby.table_create(alice, title="captivate", options={}, seats=2)
    for address in ("/players/alice/", f"/tables/{table.pk}/"):
        assert words in client_for(None).get(address).content.decode()
    page = client_for(None).get("/players/alice/").content.decode()
    assert ("3 timed out, 3 left the game" in page) == ("l" in punctuality)


def test_merged_accounts_keep_both_and_erased_ones_nothing(alice, bob):
    administrator = enter(person_with_role("adam", "administrator"))
    User.objects.filter(pk=alice.pk).update(punctuality="d" * 30)
    User.objects.filter(pk=bob.pk).update(punctuality="i" * 30)
    merge(administrator, alice, "bob")
    assert letters(bob) == "d" * 10 + "i" * 30
    data = {"reason": "Asked", "repeated": "bob", "tables": "leave"}
    administrator.post(f"/admin/accounts/user/{bob.pk}/act/erase/", data)
    assert letters(bob) == letters(alice) == ""
