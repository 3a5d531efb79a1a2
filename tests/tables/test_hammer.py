"""Players, the sweep and moderators act at one table at the same time, without deadlocks."""

import random
import threading
import time
from collections import Counter
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone

from games.days import deadlines
from games.engine.codec import dump_move
from games.errors import TableError
from games.ledger import reminders
from games.models import MoveRecord, Seat, Table
from games.moderation.services.rewind import table_rewind
from games.moderation.services.tables import table_extend, table_go_on, table_hold
from games.tables import play
from games.tables.past import difference_of
from games.tables.unit_of_work import lock_table
from games.titles import TITLES
from tests.conftest import person
from tests.play import running_table, state_of
from tests.staff import person_with_role

pytestmark = pytest.mark.django_db(transaction=True)

SECONDS = 3  # at least, and until each action has succeeded once
PATIENCE = 120  # seconds, at most
WHY = "so that the test can see"


def moves(user, table):
    ply = Table.objects.get(pk=table.pk).ply
    seat = Seat.objects.get(table=table, user=user)
    legal = TITLES[table.title].legal_moves(state_of(table), seat.number)
    if legal:
        play.move_play(user, table.pk, move=dump_move(random.choice(legal)), expected_ply=ply)
    return bool(legal)


def undoes(user, table):
    moves(user, table)
    play.turn_undo(user, table.pk, expected_ply=Table.objects.get(pk=table.pk).ply)
    return True


def resigns(user, table):
    time.sleep(1)
    play.seat_resign(user, table.pk, expected_ply=0)
    return True


def sweeps(user, table):
    """Let a deadline pass and reminders become due, then handle both as the sweep does."""
    past = timezone.now() - timedelta(days=30)
    with transaction.atomic():
        lock_table(table.pk)  # a locked table is skipped, and this one is nearly always locked
        asked = Seat.objects.filter(table=table, is_awaited=True).order_by("?")
        Seat.objects.filter(pk__in=list(asked.values_list("pk", flat=True)[:1])).update(
            clock_since=past, deadline=past + timedelta(days=3), remind_at=past
        )
        enforced = sum(deadlines.deadline_enforce(seat) for seat in deadlines.seats_due(timezone.now()))
    reminders.reminders_write(timezone.now())
    return enforced + sum(deadlines.deadline_enforce(seat) for seat in deadlines.seats_due(timezone.now()))


def moderates(user, table):
    act = random.choice([
        lambda: _hold_and_go_on(user, table),
        lambda: table_extend(user, table.pk, days=1, reason=WHY),
        lambda: _rewind(user, table),
    ])  # fmt: skip
    act()
    time.sleep(0.2)  # lets the others play
    return True


def _rewind(user, table):
    """Rewind by some plies; a finished game resumes."""
    plies = MoveRecord.objects.filter(table=table, kind="move").order_by("-ply").values_list("ply", flat=True)
    if latest := list(plies[:9]):  # empty if nobody has played yet
        table_rewind(user, table.pk, ply=random.choice(latest), reason=WHY)


def _hold_and_go_on(user, table):
    table_hold(user, table.pk, reason=WHY)
    table_go_on(user, table.pk, reason=WHY)


def test_nobody_at_a_table_blocks_another(alice, bob, charlie):
    """An action may be refused, but it never fails, and the log stays complete."""
    dora, mona = person("dora"), person_with_role("mona", "moderator")
    table = running_table(alice, bob, charlie, dora, title="captivate")
    deeds = [(moves, alice), (moves, bob), (moves, charlie), (undoes, alice), (undoes, bob), (undoes, charlie),
             (resigns, dora), (sweeps, None), (moderates, mona)]  # fmt: skip
    done, failed = Counter(), []
    threads = [threading.Thread(target=_keep_on, args=(*deed, table, done, failed)) for deed in deeds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE + 30)
    assert not [thread for thread in threads if thread.is_alive()]
    assert failed == []
    assert _is_enough(done), done
    table = Table.objects.get(pk=table.pk)
    assert [row.ply for row in MoveRecord.objects.filter(table=table)] == list(range(-1, table.ply))
    assert difference_of(table) is None


def _keep_on(deed, user, table, done, failed):
    began = time.monotonic()
    try:
        while not failed and not _is_over(time.monotonic() - began, done):
            was_done = _tried(deed, user, table)
            done[deed] += was_done
    except Exception as error:
        failed.append((deed.__name__, repr(error)))
    finally:
        connection.close()


def _is_over(seconds, done):
    return seconds > PATIENCE or (seconds > SECONDS and _is_enough(done))


def _is_enough(done):
    return all(done[deed] for deed in (moves, undoes, resigns, sweeps, moderates))


def _tried(deed, user, table):
    try:
        return deed(user, table)
    except TableError:
        return False
