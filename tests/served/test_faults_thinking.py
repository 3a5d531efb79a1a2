"""A process that thinks for a bot dies in the middle of a thought, and the bot still moves, once."""

import os
import signal
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from games.bots import seating
from games.models import MoveRecord, Seat
from games.tables import lobby
from games.tables.past import difference_of
from tests.play import first_move
from tests.served.browser import Browser
from tests.served.processes import until

pytestmark = [pytest.mark.served, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def table(alice):
    """Return a table where Alice plays against a captain, and it is her turn."""
    made = lobby.table_create(alice, title="captivate", options={}, seats=2, seating="joined")
    seating.bots_seat(alice, made.pk, level="captain")
    return made


def in_the_middle_of_a_thought(served, table, alice):
    """Return a worker and its child, which stopped while it was thinking about the bot's move."""
    _, port = served.web()
    worker, child = served.thinker()
    os.kill(child, signal.SIGSTOP)
    mover = Browser(alice, port)
    assert mover.move(table, 0, first_move(table, 0)) == 200
    assert mover.move(table, 1, '{"type":"end"}') == 200
    later = timezone.now() + timedelta(seconds=5)
    until(lambda: Seat.objects.filter(table=table, number=1, think_at__gt=later).exists(), "a claim")
    return worker, child


def moves(table):
    return MoveRecord.objects.filter(table=table, seat=1, kind="move").count()


def test_child_killed_in_the_middle_of_a_thought(served, table, alice):
    """Its worker asks another child, without a sweep."""
    _worker, child = in_the_middle_of_a_thought(served, table, alice)
    os.kill(child, signal.SIGKILL)
    until(lambda: moves(table), "the bot's move")
    assert difference_of(table) is None


def test_worker_killed_in_the_middle_of_a_thought(served, table, alice):
    """The sweep finds the seat once the claim has expired; the child of the dead worker ends, too."""
    worker, child = in_the_middle_of_a_thought(served, table, alice)
    worker.send_signal(signal.SIGKILL)
    worker.wait()
    os.kill(child, signal.SIGCONT)
    served.thinker()
    until(lambda: not Path(f"/proc/{child}").exists(), "the end of the child")
    assert moves(table) == 0
    Seat.objects.filter(table=table, number=1).update(think_at=timezone.now())  # as after the lease
    served.worker()
    served.beat()
    until(lambda: moves(table), "the bot's move")
    assert difference_of(table) is None
