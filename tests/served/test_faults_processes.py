"""Workers die in the middle of an email, and beat dies and comes back."""

import signal
import time

import pytest

from tests.play import first_move
from tests.served.aftermath import assert_nothing_is_lost, let_leases_run_out
from tests.served.browser import Browser
from tests.served.deadlines import let_deadline_pass, timeouts
from tests.served.processes import until

pytestmark = [pytest.mark.served, pytest.mark.django_db(transaction=True)]

END = '{"type":"end"}'


@pytest.mark.parametrize(
    ("moment", "first", "in_all"), [("before", 0, 1), ("after", 1, 2), ("parting", 1, 1)]
)
def test_a_worker_killed_in_the_middle_of_an_email(moment, first, in_all, served, office, table, alice, bob):
    """An email is sent once. Only if the server's answer is lost, it is sent a second time under the same Message-ID.

    Mail programs recognise the copy by its Message-ID. An accepted mail is recorded before the connection ends.
    """
    _, port = served.web()
    worker, mover = served.worker(), Browser(alice, port)
    office.silent = moment
    assert mover.move(table, 0, first_move(table, 0)) == 200
    assert mover.move(table, 1, END) == 200
    until(office.is_asked.is_set, "the worker at the mail server")
    worker.send_signal(signal.SIGKILL)
    office.silent = ""
    served.worker()
    served.beat()
    time.sleep(6)  # the processes start and sweep: the dead worker's claim is still valid
    assert len(office.to(bob)) == first
    let_leases_run_out()
    until(lambda: len(office.to(bob)) == in_all, "bob's mail")
    time.sleep(3)  # time for an unwanted copy to arrive
    assert_nothing_is_lost(mover, mails=office.accepted, copies=in_all - 1)


def test_beat_killed_and_restarted(served, office, table, alice, bob):
    served.worker()
    beat = served.beat()
    let_deadline_pass(table)
    until(lambda: timeouts(table) == 1, "the first time-out")
    until(lambda: office.accepted, "a mail about it, behind which no sweep is to wait in the worker")
    beat.send_signal(signal.SIGKILL)
    beat.wait()
    time.sleep(6)  # the tasks that it queued have expired
    let_deadline_pass(table)
    time.sleep(3)
    assert timeouts(table) == 1  # only the new beat can have done it
    served.beat()
    until(lambda: timeouts(table) == 2, "the second time-out")
    assert_nothing_is_lost(mails=office.accepted)
