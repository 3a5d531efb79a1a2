"""Several web processes on one port: a dead one is replaced, and a reload refuses no request."""

import json
import os
import signal
import subprocess
import sys
import threading

import pytest

from tests.play import first_move, running_table
from tests.served.browser import Browser
from tests.served.processes import free_port, is_free, until

pytestmark = [pytest.mark.served, pytest.mark.django_db(transaction=True)]


def both_of(process):
    """Return the ids of the two processes that answer requests, after waiting until both run."""
    return until(lambda: len(found := workers_of(process)) == 2 and found, "two processes")


def workers_of(process):
    found = subprocess.run(
        ["pgrep", "-P", str(process.pid), "-f", "spawn_main"], capture_output=True, text=True, check=False
    )
    return {int(number) for number in found.stdout.split()}


@pytest.fixture
def asking():
    """Return a function that starts clients which send requests until the end, and collects each status in a list."""
    over, threads = threading.Event(), []

    def ask(reader, path):
        answers = []

        def on():
            while not over.is_set():
                answers.append(reader.get(path))

        threads.append(threading.Thread(target=on))
        threads[-1].start()
        return answers

    yield ask
    over.set()
    for thread in threads:
        thread.join()


def test_a_move_on_any_process_reaches_every_socket(served, alice, bob):
    table = running_table(alice, bob)
    process, port = served.web(processes=2)
    both_of(process)
    mover = Browser(alice, port)
    with (
        mover.socket(f"/ws/tables/{table.pk}/") as one,
        Browser(bob, port).socket(f"/ws/tables/{table.pk}/") as two,
    ):
        assert mover.post(f"/tables/{table.pk}/move/", ply=0, move=first_move(table, 0)) == 200
        assert [json.loads(socket.recv(timeout=60))["ply"] for socket in (one, two)] == [1, 1]


def test_a_dead_process_is_replaced(served, alice, bob):
    process, _port = served.web(processes=2)
    before = both_of(process)
    os.kill(min(before), signal.SIGKILL)
    until(lambda: len(workers_of(process) - before) == 1 and len(workers_of(process)) == 2, "a new process")
    assert process.poll() is None


@pytest.mark.parametrize("is_ready", [True, False], ids=["ready", "starting"])
def test_child_processes_end_with_a_killed_parent_and_free_its_port(served, is_ready):
    port = free_port()
    process = served.start(
        sys.executable, "manage.py", "serve", "--prepared", "--processes", "2", "--port", str(port)
    )
    both_of(process)
    if is_ready:
        until(lambda: b"Ready" in (served.folder / "0.log").read_bytes(), "the site")
    process.kill()
    process.wait()
    until(lambda: is_free(port), "the port", 20)


def test_a_reload_replaces_all_processes_and_refuses_nobody(served, asking, alice, bob):
    table = running_table(alice, bob)
    process, port = served.web(processes=2)
    before = both_of(process)
    answers = [asking(Browser(reader, port), f"/tables/{table.pk}/") for reader in (alice, bob)]
    process.send_signal(signal.SIGHUP)
    until(lambda: len(workers_of(process)) == 2 and not workers_of(process) & before, "both replaced")
    counts = [len(found) for found in answers]
    until(
        lambda: all(len(found) > count + 5 for found, count in zip(answers, counts, strict=True)), "answers"
    )
    assert {status for found in answers for status in found} == {200}
    process.send_signal(signal.SIGTERM)
    assert process.wait(120) == 0


def test_several_processes_without_redis_are_refused(served):
    del served.environment["REDIS_URL"]
    process = served.start(sys.executable, "manage.py", "serve", "--prepared", "--processes", "2")
    assert process.wait(120) == 1
    assert "Several web processes need REDIS_URL" in (served.folder / "0.log").read_text()
