"""Many processes: a move posted to one reaches a socket on the other, and an email is sent once."""

import json
import time

import pytest

from games.models import MoveRecord, Table
from tests.play import first_move, running_table
from tests.served.browser import Browser
from tests.served.processes import until

pytestmark = [pytest.mark.served, pytest.mark.django_db(transaction=True)]


def test_a_move_reaches_a_socket_on_another_process_and_sends_one_email(served, alice, bob):
    table = running_table(alice, bob)
    (_, first), (_, second) = served.web(), served.web()
    for start in (served.worker, served.worker, served.beat):
        start()
    mover, watcher = Browser(alice, first), Browser(bob, second)
    with watcher.socket(f"/ws/tables/{table.pk}/") as socket:
        assert mover.post(f"/tables/{table.pk}/move/", ply=0, move=first_move(table, 0)) == 200
        nudge = json.loads(socket.recv(timeout=60))
        assert nudge == {"type": "table.changed", "table": table.pk, "ply": 1}
        assert mover.post(f"/tables/{table.pk}/move/", ply=1, move='{"type":"end"}') == 200
        assert json.loads(socket.recv(timeout=60))["ply"] == 2
    until(
        lambda: [mail for mail in served.mails() if bob.email in mail and "It's your turn" in mail],
        "bob's mail",
    )
    time.sleep(3)  # for some more sweeps by both workers
    assert len([mail for mail in served.mails() if bob.email in mail and "It's your turn" in mail]) == 1


def test_a_web_process_killed_after_a_move_loses_no_move_and_no_email(served, alice, bob):
    table = running_table(alice, bob)
    process, port = served.web()
    mover = Browser(alice, port)
    assert mover.post(f"/tables/{table.pk}/move/", ply=0, move=first_move(table, 0)) == 200
    assert mover.post(f"/tables/{table.pk}/move/", ply=1, move='{"type":"end"}') == 200
    process.kill()
    assert Table.objects.get(pk=table.pk).ply == 2
    assert [record.ply for record in MoveRecord.objects.filter(table=table)] == [-1, 0, 1]
    served.worker()
    served.beat()
    until(lambda: [mail for mail in served.mails() if bob.email in mail], "bob's mail")


def test_an_idle_socket_stays_open(served, alice, bob):
    """It stays open longer than the default time-out of redis-py."""
    table = running_table(alice, bob)
    _, port = served.web()
    with Browser(bob, port).socket(f"/ws/tables/{table.pk}/") as socket:
        with pytest.raises(TimeoutError):
            socket.recv(timeout=7)
        assert Browser(alice, port).post(f"/tables/{table.pk}/move/", ply=0, move=first_move(table, 0)) == 200
        assert json.loads(socket.recv(timeout=60))["ply"] == 1
