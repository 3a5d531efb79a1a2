"""What `deploy/host` does on a server, as far as a test without root can see it: permissions, and the final wait."""

import json
import os
import re
import stat
import subprocess
import sys
import threading
import time
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from shutil import which

import pytest
from django.conf import settings as site

HOST = site.BASE_DIR / "deploy" / "host"
UNITS = site.BASE_DIR / "deploy" / "systemd"
NOW = datetime(2027, 3, 10, 12, tzinfo=UTC)
ROLES = ("worker", "thinker", "beat", "sweep")


@pytest.mark.skipif(not which("rsync"), reason="no rsync")
def test_the_site_can_read_its_code_and_cannot_write_it_whatever_the_umask_of_the_checkout(tmp_path):
    here, home = tmp_path / "checkout", tmp_path / "captain"
    (here / "deploy").mkdir(parents=True)
    (here / "manage.py").write_text("")
    (here / "deploy" / "backup").write_text("")
    for path, mode in ((here, 0o700), (here / "deploy", 0o770), (here / "manage.py", 0o600)):
        path.chmod(mode)
    (here / "deploy" / "backup").chmod(0o766)
    rights = re.search(r"--chmod=(\S+)", HOST.read_text())[1]
    subprocess.run(["rsync", "-a", f"--chmod={rights}", f"{here}/", f"{home}/"], check=True)
    modes = {
        path.relative_to(tmp_path).as_posix(): stat.S_IMODE(path.stat().st_mode)
        for path in (home, *home.rglob("*"))
    }
    assert modes == {
        "captain": 0o755, "captain/deploy": 0o755, "captain/manage.py": 0o644, "captain/deploy/backup": 0o755,
    }  # fmt: skip


def test_only_the_site_can_read_files_with_keys():
    script = HOST.read_text()
    for name in ("$backup_key", "$env.part"):
        assert f'chown root:captain "{name}" && chmod 0640 "{name}"' in script
    assert "install -d -o captain -g captain -m 0750" in script


def test_a_dry_run_prints_what_it_would_do_and_does_nothing():
    done = subprocess.run([HOST, "play.example.org"], capture_output=True, text=True, check=True)
    assert "deploy/host play.example.org --yes will, as root on this machine:" in done.stdout
    for name in ("-x", "a b", ""):
        assert subprocess.run([HOST, name], capture_output=True, check=False).returncode == 2


class _Ready(BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.asked += 1
        status, found = self.server.answers[min(self.server.asked, len(self.server.answers)) - 1]
        body = json.dumps(found).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


@pytest.fixture
def waits():
    """Run deploy/ready against these answers of /readyz in turn; returns the exit code and the output."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Ready)
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def run(*answers):
        server.answers, server.asked = answers, 0
        command = [
            sys.executable,
            str(HOST.parent / "ready"),
            f"http://127.0.0.1:{server.server_port}/readyz",
        ]
        seconds = "0.1" if len(answers) == 1 else "20"
        done = subprocess.run(
            [*command, str(NOW.timestamp()), seconds], capture_output=True, text=True, check=False
        )
        return done.returncode, done.stderr

    yield run
    server.shutdown()
    server.server_close()


def answer(status=200, **seen):
    """Return what an operator sees: all roles were active just after the start, except those given in `seen`."""
    at = {role: (NOW + timedelta(seconds=5)).isoformat() for role in ROLES} | seen
    return status, {"ready": status == 200, "watched": {role: {"seen": when} for role, when in at.items()}}


BEFORE = (NOW - timedelta(seconds=1)).isoformat()


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("seen", [None, BEFORE])
def test_a_site_is_ready_once_each_role_was_seen_after_the_start(waits, role, seen):
    """A worker that was seen before the restart stays green for 100 seconds, even if it never returns."""
    code, told = waits(answer(**{role: seen}))
    assert code == 1 and f"not seen since the start: {role}. " in told


def test_waiting_ends_when_all_are_ready_or_names_who_is_not(waits):
    assert waits(answer()) == (0, "")
    assert waits((503, {"ready": False}), answer(worker=BEFORE), answer()) == (0, "")
    assert '"late": ["beat"]' in waits((503, {"ready": False, "late": ["beat"]}))[1]
    assert "OPERATOR_NETWORKS" in waits((200, {"ready": True}))[1]


def test_every_unit_must_be_running(tmp_path):
    """Run the function of the script with a systemctl that reports one failed unit."""
    script = HOST.read_text()
    body = script[script.index("wait_until_ready() {") : script.index("# The first one shows")]
    (tmp_path / "systemctl").write_text('#!/bin/sh\n[ "$3" != "$DEAD" ]\n')
    (tmp_path / "python3").write_text("#!/bin/sh\n")
    for tool in ("systemctl", "python3"):
        (tmp_path / tool).chmod(0o700)

    def run(dead):
        environ = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "DEAD": dead}
        command = (
            f"set -eu; home=/nowhere; site=play.example.org\n{body}\nwait_until_ready {int(time.time())}"
        )
        return subprocess.run(["sh", "-c", command], env=environ, capture_output=True, text=True, check=False)

    assert run("none").returncode == 0
    for unit in UNITS.glob("*.service"):
        if "backup" not in unit.name:
            done = run(unit.stem)
            assert done.returncode == 1 and f"{unit.stem} isn't running" in done.stderr
    assert run("captain-backup.timer").returncode == 1


def test_a_failed_backup_is_reported_by_an_existing_unit():
    unit = (UNITS / "captain-backup.service").read_text()
    failed = re.search(r"^OnFailure=(\S+)$", unit, re.MULTILINE)[1]
    assert "manage.py backup_note --failed" in (UNITS / failed).read_text()
    assert re.search(r"^ExecStartPost=\S+ manage\.py backup_note$", unit, re.MULTILINE)
