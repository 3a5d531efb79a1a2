"""Bots think once for each question, even if hints or workers fail, and only for their own seat."""

import os
import signal
from dataclasses import replace
from datetime import timedelta
from multiprocessing import active_children

import pytest
from django.utils import timezone

from games.bots import processes, seating
from games.bots.processes import Question, answer_to, thinkers_start
from games.bots.thinking import LEASE, bot_play, question_of, seats_claim
from games.engine.codec import dump_move
from games.engine.contract import Illegal
from games.engine.search import RANKS
from games.models import MoveRecord, Seat, Table, TaskFailure
from games.tables import lobby, play
from games.tables.unit_of_work import position_of
from games.titles import TITLES
from games.web import tasks
from games.web.tasks import bot_think, sweep
from tests.play import first_move, fix_chance, records, state_of
from tests.served.processes import until

pytestmark = pytest.mark.django_db


def table_with_bot(user, title="captivate", **columns):
    """Return a table with a bot on seat 1, which is to act unless the user's seat acts first."""
    table = lobby.table_create(user, title=title, options={}, seats=2, seating="joined", **columns)
    fix_chance(table, 0)
    return seating.bots_seat(user, table.pk, level="deckhand")


@pytest.fixture
def table(alice):
    """Return a table where it is the bot's turn."""
    made = table_with_bot(alice)
    for move in (first_move(made, 0), '{"type":"end"}'):
        play.move_play(alice, made.pk, move=move, expected_ply=Table.objects.get(pk=made.pk).ply)
    assert bots_seat(made).is_awaited
    return made


def bots_seat(table):
    return Seat.objects.get(table=table, number=1)


def moves_of_bot(table):
    return MoveRecord.objects.filter(table=table, kind="move", seat=1, cause="").count()


def test_a_bot_moves_once_for_each_question(table):
    seat = bots_seat(table)
    assert bot_play(seat.pk) and moves_of_bot(table) == 1
    while bots_seat(table).is_awaited:
        assert bot_play(seat.pk)
    count = moves_of_bot(table)
    assert not bot_play(seat.pk) and moves_of_bot(table) == count
    assert bots_seat(table).think_at is None


class TestAnswerTime:
    """A bot's speed doesn't tell its hand (ADR 12)."""

    @pytest.fixture(autouse=True)
    def _in_a_second(self, settings, time_machine):
        settings.BOT_ANSWER_MS = 1000
        time_machine.move_to(timezone.now(), tick=False)

    @pytest.mark.parametrize(("thought", "wait"), [(0, 1), (0.7, 1), (1.2, 2)])
    @pytest.mark.parametrize("is_kept", [False, True], ids=["bot", "caretaker"])
    def test_depends_on_nothing_but_the_question(
        self, thought, wait, is_kept, table, monkeypatch, time_machine
    ):
        knowledge_of = TITLES.knowledge

        def think(game):
            time_machine.shift(thought)
            return knowledge_of(game)

        monkeypatch.setattr(TITLES, "knowledge", think)
        Seat.objects.filter(table=table, number=1).update(is_kept=is_kept)
        before, asked = records(table), timezone.now()
        sweep()
        for seconds in (0, wait - 0.01):
            time_machine.move_to(asked + timedelta(seconds=seconds), tick=False)
            sweep()
            assert records(table) == before
        time_machine.move_to(asked + timedelta(seconds=wait), tick=False)
        sweep()
        assert records(table)[-1][1:] == ("move", 1)


def test_a_claim_keeps_others_away_until_it_is_old(table):
    seat, now = bots_seat(table), timezone.now()
    [(claimed, stamp)] = seats_claim(now)
    assert claimed == seat.pk and list(seats_claim(now)) == []
    assert not bot_play(seat.pk) and not bot_play(seat.pk, now) and moves_of_bot(table) == 0
    assert [found for found, _ in seats_claim(now + LEASE)] == [seat.pk]  # its worker was killed
    assert not bot_play(seat.pk, stamp) and moves_of_bot(table) == 0
    assert bot_play(seat.pk, stamp + LEASE) and moves_of_bot(table) == 1


def test_two_sweeps_at_once_never_claim_the_same_seat(table, alice):
    other = table_with_bot(alice)
    Seat.objects.filter(table=other, number=1).update(think_at=timezone.now())
    now = timezone.now()
    first, second = seats_claim(now), seats_claim(now)
    claimed = [next(first)[0], next(second)[0]]  # the first has seen both seats
    assert len(set(claimed)) == 2 and not [*first, *second]


def test_nobody_thinks_while_a_moderator_holds_the_table(table):
    Table.objects.filter(pk=table.pk).update(is_held=True)
    assert list(seats_claim(timezone.now())) == [] and not bot_play(bots_seat(table).pk)
    Table.objects.filter(pk=table.pk).update(is_held=False)
    sweep()
    assert moves_of_bot(table) == 1


def test_the_hint_for_a_bots_move_follows_the_commit(alice, django_capture_on_commit_callbacks):
    made = table_with_bot(alice)
    play.move_play(alice, made.pk, move=first_move(made, 0), expected_ply=0)
    with django_capture_on_commit_callbacks(execute=True):
        play.move_play(alice, made.pk, move='{"type":"end"}', expected_ply=1)
    assert moves_of_bot(made) > 0


def test_bots_never_think_for_a_persons_seat(alice, bob):
    made = lobby.table_create(alice, title="captivate", options={}, seats=2, seating="joined")
    lobby.seat_take(bob, made.pk)
    seat = Seat.objects.get(table=made, is_awaited=True)
    assert seat.think_at is None and not bot_play(seat.pk)
    Seat.objects.filter(pk=seat.pk).update(think_at=timezone.now() - timedelta(days=1))
    assert not bot_play(seat.pk) and records(made) == [(-1, "setup", None)]


@pytest.mark.parametrize("error", [ZeroDivisionError, Illegal])
def test_a_failed_thought_is_recorded_and_the_safe_move_is_played(table, monkeypatch, error):
    def fail(*args):
        raise error("a card")

    monkeypatch.setattr(type(TITLES), "knowledge", fail)
    assert bot_play(bots_seat(table).pk) and moves_of_bot(table) == 1
    failure = TaskFailure.objects.get()
    assert failure.task == "bot_play" and "a card" not in failure.error


class TestOlderRules:
    """A table keeps the rules that it began with, and so do its bots."""

    VERSION = 0

    @pytest.fixture
    def older(self, table, monkeypatch):
        """Return the table under older rules, which allow only the last two moves of today's list."""
        today = TITLES["captivate"]

        def legal_moves(state, seat):
            return today.legal_moves(state, seat)[-2:]

        older = replace(
            today, rules_version=self.VERSION, legal_moves=legal_moves,
            is_legal=lambda state, seat, move: move in legal_moves(state, seat),
        )  # fmt: skip
        versions = {self.VERSION: older, **TITLES.versions("captivate")}
        monkeypatch.setitem(TITLES._versions, "captivate", versions)
        Table.objects.filter(pk=table.pk).update(rules_version=self.VERSION)
        return older

    @pytest.mark.parametrize("level", RANKS)
    def test_every_level_thinks_by_older_rules(self, level, older, table):
        """Today's knowledge would consider moves that these rules don't allow."""
        position = position_of(Table.objects.get(pk=table.pk))
        allowed = {dump_move(move) for move in older.legal_moves(position.state, 1)}
        assert len(allowed) == 2
        answer = answer_to(question_of(position, 1, level, 200))
        assert {answer.move, *(move for move, _ in answer.considered)} <= allowed

    def test_the_bot_at_the_table_moves_by_older_rules(self, older, table):
        allowed = {dump_move(move) for move in older.legal_moves(state_of(table), 1)}
        assert bot_play(bots_seat(table).pk)
        assert MoveRecord.objects.get(table=table, kind="move", seat=1).move in allowed
        assert not TaskFailure.objects.exists()

    def test_a_bot_skips_a_table_whose_rules_are_missing(self, table):
        Table.objects.filter(pk=table.pk).update(rules_version=99)
        assert not bot_play(bots_seat(table).pk)
        assert moves_of_bot(table) == 0 and not TaskFailure.objects.exists()


def test_a_bots_question_contains_no_chance_of_the_table(table):
    position = position_of(Table.objects.get(pk=table.pk))
    first, second = (question_of(position, 1, "deckhand", 10) for _ in range(2))
    assert first.seed != second.seed and bytes(position.table.seed) not in (first.seed, second.seed)


def test_a_sweep_skips_tables_that_wait_for_people(alice, bob, table, django_assert_max_num_queries):
    for _ in range(5):
        lobby.seat_take(bob, lobby.table_create(alice, title="captivate", options={}, seats=2).pk)
    with django_assert_max_num_queries(2):
        assert len(list(seats_claim(timezone.now()))) == 1


class TestChildren:
    """If the site is one process, bots think in its child processes."""

    @pytest.fixture(autouse=True)
    def _with_a_child(self, settings):
        settings.THINKING_PROCESSES = 1
        yield
        for child in active_children():
            child.kill()  # on a busy machine a normal exit would take long
            child.join()
        processes.thinkers_restart()

    @pytest.fixture
    def question(self, table):
        state = Table.objects.get(pk=table.pk).state
        return Question("captivate", TITLES["captivate"].rules_version, state, 1, "deckhand", 200, b"seed")

    def test_a_child_answers_at_low_priority_and_is_replaced_if_killed(self, question, table):
        move = answer_to(question).move
        [child] = active_children()
        until(lambda: os.sched_getscheduler(child.pid) == os.SCHED_IDLE, "a child that gives way")
        assert os.getpgid(child.pid) == child.pid
        assert move in [dump_move(each) for each in TITLES["captivate"].legal_moves(state_of(table), 1)]
        os.kill(child.pid, signal.SIGKILL)
        assert answer_to(question).move

    def test_the_first_child_starts_before_it_is_needed(self, question):
        thinkers_start()
        [child] = active_children()
        assert answer_to(question).move and active_children() == [child]

    def test_no_more_tasks_wait_for_children_than_there_are(self, table):
        assert tasks._thoughts.acquire(blocking=False)
        try:
            [(seat, stamp)] = seats_claim(timezone.now())
            bot_think(seat, stamp.isoformat())
            assert moves_of_bot(table) == 0 and bots_seat(table).think_at <= timezone.now()
        finally:
            tasks._thoughts.release()
