"""The state before any ply is found from the log, even after undone moves, by replaying only a few plies."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.engine.chance import Chance
from games.engine.codec import dump_move, dump_state
from games.engine.play import random_move
from games.engine.replay import ReplayError
from games.errors import NotPossible
from games.models import MoveRecord, Table
from games.moderation.services.rewind import table_rewind
from games.moderation.services.undo import decision_undo
from games.tables.past import KEPT_EVERY, past_of
from games.tables.play import is_undoable, move_play, turn_undo
from games.titles import TITLES
from tests.play import first_move, running_table, state_of
from tests.staff import person_with_role

pytestmark = pytest.mark.django_db

OURS = [slug for slug in TITLES if TITLES.home(slug).startswith("games.")]


class Voyage:
    """A table where two people play at random and sometimes undo a move; it remembers each state."""

    def __init__(self, title, *people):
        self.people, self.chooser = people, Chance(b"voyage", 0)
        self.table = running_table(*people, title=title)
        self.states = {}  # before each ply

    def row(self):
        return Table.objects.get(pk=self.table.pk)

    def sail(self, plies):
        while (row := self.row()).ply < plies and row.is_running:
            self.states[row.ply] = row.state
            if not self._take_back(row):
                self._move(row)
        self.states[self.row().ply] = self.row().state

    def _move(self, row):
        game, state = TITLES[row.title], state_of(row)
        seat = self.chooser.pick(sorted(game.to_act(state)))
        move = dump_move(random_move(game, state, seat, self.chooser))
        move_play(self.people[seat], row.pk, move=move, expected_ply=row.ply)

    def _take_back(self, row):
        last = MoveRecord.objects.filter(table=row, ply=row.head).first() if row.head is not None else None
        if last is None or self.chooser.below(4):
            return False
        seat = row.seats.get(number=last.seat)
        if not is_undoable(last, seat, timezone.now()):
            return False
        turn_undo(self.people[last.seat], row.pk, expected_ply=row.ply)
        return True

    def expect_past(self):
        """Check that every recorded state is found again, starting from a saved state nearby."""
        table = self.row()
        for record in MoveRecord.objects.filter(table=table, ply__in=self.states):
            with CaptureQueriesContext(connection) as queries:
                past = past_of(table, record)
            assert dump_state(past.state) == self.states[record.ply], record
            assert past.since_kept <= KEPT_EVERY and len(queries) <= KEPT_EVERY // 2


@pytest.mark.parametrize("title", OURS)
def test_every_past_state_is_found(title, alice, bob):
    voyage = Voyage(title, alice, bob)
    voyage.sail(60)
    plies = MoveRecord.objects.filter(table=voyage.table, kind="move").count()
    assert (
        plies < KEPT_EVERY
        or 0 < MoveRecord.objects.filter(kept__isnull=False).count() <= plies / KEPT_EVERY + 2
    )
    voyage.expect_past()


def test_past_states_are_found_after_rewinds_and_their_undoing(alice, bob):
    mona = person_with_role("mona", "moderator")
    voyage = Voyage("captivate", alice, bob)
    voyage.sail(40)
    for ply in (33, 17, 2):
        decision = table_rewind(mona, voyage.table.pk, ply=_standing(voyage, ply), reason="a quarrel")
    decision_undo(mona, decision.pk, reason="it is settled")
    voyage.sail(75)
    table_rewind(mona, voyage.table.pk, ply=_standing(voyage, 50), reason="another one")
    voyage.sail(90)
    voyage.expect_past()


def _standing(voyage, ply):
    """Return the latest ply up to this one that has not been undone."""
    row = MoveRecord.objects.filter(table=voyage.table, ply=voyage.row().head).get()
    while row.ply > ply:
        row = MoveRecord.objects.get(table=voyage.table, ply=row.previous)
    return row.ply


def test_repeatedly_undone_moves_keep_replays_short(alice, bob):
    table = running_table(alice, bob)
    for ply in range(0, 80, 2):
        move_play(alice, table.pk, move=first_move(table, 0), expected_ply=ply)
        turn_undo(alice, table.pk, expected_ply=ply + 1)
    assert not MoveRecord.objects.filter(kept__isnull=False).exists()
    table.refresh_from_db()
    assert past_of(table, MoveRecord.objects.get(ply=79)).since_kept == 1


def test_after_an_upgrade_replays_start_from_the_new_rules(alice, bob):
    voyage = Voyage("captivate", alice, bob)
    voyage.sail(9)
    MoveRecord.objects.update(rules_version=99, undoable=False)  # as after an upgrade
    Table.objects.update(since_kept=KEPT_EVERY)
    voyage.states.clear()
    voyage.sail(10)
    first = MoveRecord.objects.get(ply=9)
    turn_undo(voyage.people[first.seat], voyage.table.pk, expected_ply=10)
    voyage.sail(25)
    voyage.expect_past()


@pytest.mark.parametrize("columns", [{"move": '{"type":"end"}'}, {"rules_version": 99}, {"ply": 99}])
def test_a_move_cannot_be_undone_if_the_log_is_broken(columns, alice, bob):
    table = running_table(alice, bob)
    move_play(alice, table.pk, move=first_move(table, 0), expected_ply=0)
    turn_undo(alice, table.pk, expected_ply=1)
    move_play(alice, table.pk, move=first_move(table, 0), expected_ply=2)
    Table.objects.update(state=Table.objects.get().state.replace('"laid":1', '"laid":2'))
    with pytest.raises(NotPossible):
        turn_undo(alice, table.pk, expected_ply=3)
    move_play(alice, table.pk, move='{"type":"end"}', expected_ply=3)
    move_play(bob, table.pk, move=first_move(table, 1), expected_ply=4)
    MoveRecord.objects.filter(ply=2).update(**columns)
    with pytest.raises(ReplayError):
        past_of(Table.objects.get(), MoveRecord.objects.get(ply=4))
