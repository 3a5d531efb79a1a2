"""Redis is frozen, gone, or restarted empty; web processes die meanwhile."""

import contextlib
import json
import signal
import threading

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from games.models import Heartbeat, Table
from tests.play import first_move
from tests.served.aftermath import assert_nothing_is_lost
from tests.served.browser import Browser
from tests.served.processes import until

pytestmark = [pytest.mark.served, pytest.mark.django_db(transaction=True)]

END = '{"type":"end"}'
SLOW = 20  # seconds; four on a quiet machine, and endless without the time-out


def test_a_web_process_killed_between_commit_and_nudge(served, redis, office, table, alice, bob):
    process, port = served.web()
    mover, answers = Browser(alice, port), []
    assert mover.move(table, 0, first_move(table, 0)) == 200
    redis.process.send_signal(signal.SIGSTOP)  # now the process hangs in its nudge
    post = threading.Thread(target=lambda: answers.append(mover.move(table, 1, END)))
    post.start()
    until(lambda: Table.objects.get(pk=table.pk).ply == 2, "the commit")
    process.kill()
    post.join()
    redis.process.send_signal(signal.SIGCONT)
    assert answers == [0]  # it hung in the nudge, and the move was not confirmed
    _, other = served.web()
    mover.port = other
    assert Browser(bob, other).get(f"/tables/{table.pk}/") == 200
    assert mover.move(table, 1, END) == 200  # a repeated move is accepted
    served.worker()
    served.beat()
    until(lambda: office.to(bob), "bob's mail")
    assert_nothing_is_lost(mover, mails=office.accepted)


def test_redis_restarted_while_sockets_are_open(served, redis, table, alice, bob):
    _, port = served.web()
    mover, watcher = Browser(alice, port), Browser(bob, port)
    with watcher.socket(f"/ws/tables/{table.pk}/") as socket:
        assert mover.move(table, 0, first_move(table, 0)) == 200
        assert json.loads(socket.recv(timeout=60))["ply"] == 1
        redis.kill()
        assert mover.move(table, 1, END) == 200
        assert mover.seconds < SLOW
        redis.start()
        # Lost nudges must not matter: the browser reconnects and then reloads.
        with pytest.raises(ConnectionClosed):
            socket.recv(timeout=60)
    with contextlib.ExitStack() as sockets:
        socket = until(lambda: _open_socket(sockets, watcher, table), "a new socket")
        assert watcher.move(table, 2, first_move(table, 1)) == 200
        assert json.loads(socket.recv(timeout=60))["ply"] == 3
    assert_nothing_is_lost(mover, watcher)


def _open_socket(sockets, watcher, table):
    try:
        return sockets.enter_context(watcher.socket(f"/ws/tables/{table.pk}/"))
    except (OSError, InvalidStatus):
        return None


@pytest.mark.parametrize("fault", ["gone", "frozen"])
def test_moves_work_while_the_broker_does_not_respond(fault, served, redis, office, table, alice, bob):
    _, port = served.web()
    mover = Browser(alice, port)
    redis.kill() if fault == "gone" else redis.process.send_signal(signal.SIGSTOP)
    for ply, move in enumerate([first_move(table, 0), END]):
        assert mover.move(table, ply, move) == 200
        assert mover.seconds < SLOW
    redis.start() if fault == "gone" else redis.process.send_signal(signal.SIGCONT)
    served.worker()
    served.beat()
    until(lambda: office.to(bob), "bob's mail")
    assert_nothing_is_lost(mover, mails=office.accepted)


def test_a_worker_continues_after_a_redis_restart(served, redis, office, table, alice, bob):
    _, port = served.web()
    served.worker()
    served.beat()
    mover = Browser(alice, port)
    assert mover.move(table, 0, first_move(table, 0)) == 200
    redis.kill()
    redis.start()
    assert mover.move(table, 1, END) == 200
    until(lambda: office.to(bob), "bob's mail")
    assert_nothing_is_lost(mover, mails=office.accepted)


@pytest.mark.parametrize("fault", ["gone", "frozen"])
def test_features_that_need_redis_say_so_and_recover(fault, served, redis, office, alice):
    """The health check names Redis. A log-in, whose rate limit can't be counted, is refused politely."""
    served.be_public()
    _, port = served.web()
    visitor = Browser(alice, port)
    visitor.session = ""
    redis.kill() if fault == "gone" else redis.process.send_signal(signal.SIGSTOP)
    assert visitor.get("/readyz") == 503 and "channel layer" in visitor.body
    assert visitor.seconds < SLOW
    assert visitor.post("/accounts/login/", login="alice", password="wrong") == 503
    redis.start() if fault == "gone" else redis.process.send_signal(signal.SIGCONT)
    # This process reports a missing worker after a while, because there is none.
    until(lambda: visitor.get("/readyz?only=web") == 200, "the site to be ready")
    assert visitor.post("/accounts/login/", login="alice", password="wrong") == 200


def test_operators_get_one_email_when_redis_is_gone_and_one_when_it_is_back(served, redis, office, alice):
    """Other log lines and health checks add no email."""
    served.environment["ADMINS"] = "captain@example.org"
    _, port = served.web(processes=2)
    monitor = Browser(alice, port)
    for start in (served.worker, served.thinker, served.beat):
        start()
    until(lambda: monitor.get("/readyz") == 200 and Heartbeat.objects.count() == 5, "five heartbeats")
    redis.kill()
    until(lambda: monitor.get("/readyz") == 503 and office.accepted, "the mail")
    redis.start()
    until(lambda: monitor.get("/readyz") == 200 and len(office.accepted) > 1, "the end")
    subjects = [mail["Subject"].rpartition("] ")[2] for mail in office.accepted]
    assert subjects == ["not responding: redis", "recovered: redis"]
