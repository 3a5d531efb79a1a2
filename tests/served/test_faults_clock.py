"""The clock of the machine is set forward and back while the site runs."""

import time
from datetime import timedelta

import pytest
from django.db.models import Q
from django.utils import timezone

from games.models import Notice
from tests.play import first_move
from tests.served.aftermath import assert_nothing_is_lost
from tests.served.browser import Browser
from tests.served.deadlines import let_deadline_pass, timeouts
from tests.served.processes import until

pytestmark = [pytest.mark.served, pytest.mark.django_db(transaction=True)]

END = '{"type":"end"}'
DAY = 86_400  # seconds


def on_their_way():
    """Whether notices are claimed, or due by a clock that is four days ahead."""
    due = Q(status="due", due_at__lte=timezone.now() + timedelta(seconds=4 * DAY))
    return Notice.objects.filter(due | Q(status="claimed")).exists()


def test_a_clock_set_forward_and_back(served, office, table, alice, bob):
    served.step_clock(0)
    _, port = served.web()
    served.worker()
    beat = served.beat()
    mover = Browser(alice, port)
    assert mover.move(table, 0, first_move(table, 0)) == 200
    served.step_clock(4 * DAY)  # past the deadline
    until(lambda: timeouts(table) == 1, "the time-out")
    until(lambda: office.to(bob), "the mail to who is next")
    until(
        lambda: not on_their_way(), "the other mails: a claim from the future may be sent by another at once"
    )
    served.step_clock(0)  # four days back
    beat.kill()  # as docs/deploying.md says: it would send nothing for four days
    served.beat()
    let_deadline_pass(table)
    until(lambda: timeouts(table) == 2, "a sweep after the step back")
    time.sleep(3)  # for some more sweeps
    assert timeouts(table) == 2
    assert_nothing_is_lost(mover, mails=office.accepted)


def test_a_worker_that_dies_while_the_clock_is_ahead(served, office, table, alice, bob):
    """Its claim is in the future, but isn't valid until then."""
    served.step_clock(DAY)
    _, port = served.web()
    worker, mover = served.worker(), Browser(alice, port)
    office.silent = "before"
    assert mover.move(table, 0, first_move(table, 0)) == 200
    assert mover.move(table, 1, END) == 200
    until(office.is_asked.is_set, "the worker at the mail server")
    worker.kill()
    office.silent = ""
    served.step_clock(0)
    served.worker()
    served.beat()
    until(lambda: office.to(bob), "bob's mail")
    assert_nothing_is_lost(mover, mails=office.accepted)
