"""Dated backups: one file restores a whole machine, encrypted if there is a key, and old backups are deleted."""

import os
import shutil
import signal
import stat
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta

import pytest
from django.conf import settings as site

from tests.config.test_backup import contents, mine, other  # noqa: F401  # fixtures
from tests.play import running_table

pytestmark = pytest.mark.django_db(transaction=True)


def run(script, database, *arguments, **environ):
    environment = {**os.environ, "DATABASE_URL": database, "PYTHON": sys.executable, **environ}
    command = [str(site.BASE_DIR / "deploy" / script), *map(str, arguments)]
    return subprocess.run(command, env=environment, check=False, capture_output=True, text=True)


@pytest.fixture
def secrets(tmp_path):
    """Return a folder with the site's secrets, and the file with its settings."""
    folder = tmp_path / "var"
    folder.mkdir()
    (folder / "secret_key").write_text("the-key-of-the-site")
    (folder / "vapid_key").write_text("the-key-of-pushes")
    (folder / "demo.txt").write_text("not needed")
    (tmp_path / "captain.env").write_text("EMAIL_URL=smtp://captain:rope@mail.example")
    return folder


@pytest.fixture
def key(tmp_path):
    """Return a file with a passphrase."""
    if not shutil.which("gpg"):
        pytest.skip("no gpg")
    made = tmp_path / "passphrase"
    made.write_text("a long night at sea\n")
    return made


def backed_up(mine, tmp_path, secrets, **environ):  # noqa: F811
    also = str(tmp_path / "captain.env")
    done = run("backup", mine, f"{tmp_path}/kept/", CAPTAIN_VAR=str(secrets), BACKUP_ALSO=also, **environ)
    assert done.returncode == 0, done.stderr
    (made,) = (tmp_path / "kept").iterdir()
    assert done.stdout.strip() == str(made)
    return made


def test_an_empty_machine_becomes_the_same_site(mine, other, tmp_path, secrets, key, alice, bob):  # noqa: F811
    running_table(alice, bob)
    made = backed_up(mine, tmp_path, secrets, BACKUP_KEY_FILE=str(key))
    assert made.suffixes[-2:] == [".tar", ".gpg"] and stat.S_IMODE(made.stat().st_mode) == 0o600
    assert not [each for each in (b"the-key", b"alice@", b"rope") if each in made.read_bytes()]
    empty = tmp_path / "empty"
    done = run("restore", other, made, CAPTAIN_VAR=str(empty), BACKUP_KEY_FILE=str(key))
    assert done.returncode == 0, done.stderr
    assert contents(other) == contents(mine)
    assert (empty / "secret_key").read_text() == "the-key-of-the-site"
    assert (empty / "vapid_key").read_text() == "the-key-of-pushes"
    assert "rope" in (empty / "restored" / "captain.env").read_text()
    assert not (empty / "demo.txt").exists()
    assert stat.S_IMODE((empty / "secret_key").stat().st_mode) == 0o600


def test_without_a_key_only_the_owner_can_read_a_backup(mine, other, tmp_path, secrets):  # noqa: F811
    made = backed_up(mine, tmp_path, secrets)
    assert made.name.endswith("Z.tar") and stat.S_IMODE(made.stat().st_mode) == 0o600
    (secrets / "secret_key").write_text("another")
    assert run("restore", other, made, CAPTAIN_VAR=str(secrets)).returncode == 0
    assert (secrets / "secret_key").read_text() == "the-key-of-the-site"
    assert (secrets / "secret_key.before-restore").read_text() == "another"


def test_wrong_key_or_damage_changes_nothing(mine, other, tmp_path, secrets, key):  # noqa: F811
    made = backed_up(mine, tmp_path, secrets, BACKUP_KEY_FILE=str(key))
    run("restore", other, made, CAPTAIN_VAR=str(secrets), BACKUP_KEY_FILE=str(key))
    before = contents(other)
    wrong = tmp_path / "wrong"
    wrong.write_text("a short day ashore\n")
    damaged = tmp_path / "damaged.tar.gpg"
    damaged.write_bytes(made.read_bytes()[:-2000])
    plain = tmp_path / "damaged.tar"
    plain.write_bytes(b"nothing")
    for file, word in ((made, wrong), (made, ""), (damaged, key), (plain, key)):
        refused = run("restore", other, file, CAPTAIN_VAR=str(tmp_path / "new"), BACKUP_KEY_FILE=str(word))
        assert refused.returncode != 0 and refused.stderr
    assert contents(other) == before
    assert not (tmp_path / "new" / "secret_key").exists()


def test_a_backup_that_fails_leaves_no_file(tmp_path, secrets):
    done = run("backup", "sqlite:////nowhere/db.sqlite3", f"{tmp_path}/kept/", CAPTAIN_VAR=str(secrets))
    assert done.returncode != 0
    assert list((tmp_path / "kept").iterdir()) == []


HANGING = """#!/bin/sh
case "$*" in
*--symmetric* | *--decrypt*) touch "$BEGUN"; exec sleep 600 ;;
esac
"""


def heeding():
    """Restore the default signals: in the background or under nohup some are ignored, and a shell can't trap those."""
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)


def interrupted(script, signal_number, tmp_path, **environ):
    """Start the script with a gpg that hangs, and interrupt it as a terminal or systemd does."""
    tools, begun = tmp_path / "tools", tmp_path / "begun"
    for folder in (tools, tmp_path / "tmp"):
        folder.mkdir(exist_ok=True)
    begun.unlink(missing_ok=True)
    (tools / "gpg").write_text(HANGING)
    (tools / "gpg").chmod(0o700)
    environment = {
        **os.environ, "PATH": f"{tools}:{os.environ['PATH']}", "PYTHON": sys.executable, "BEGUN": str(begun),
        "TMPDIR": str(tmp_path / "tmp"), **environ,
    }  # fmt: skip
    command = [str(site.BASE_DIR / "deploy" / script), environ["TARGET"]]
    running = subprocess.Popen(command, env=environment, start_new_session=True, preexec_fn=heeding)  # noqa: PLW1509
    while not begun.exists():
        assert running.poll() is None
        time.sleep(0.02)
    os.killpg(running.pid, signal_number)
    return running.wait(60)


@pytest.mark.parametrize("signal_number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_an_interrupt_leaves_no_plain_text(mine, tmp_path, secrets, key, signal_number):  # noqa: F811
    kept = tmp_path / "kept"
    environ = {
        "DATABASE_URL": mine, "CAPTAIN_VAR": str(secrets), "BACKUP_KEY_FILE": str(key),
        "BACKUP_ALSO": str(tmp_path / "captain.env"),
    }  # fmt: skip
    assert interrupted("backup", signal_number, tmp_path, TARGET=f"{kept}/", **environ) != 0
    assert list(kept.iterdir()) == [] and list((tmp_path / "tmp").iterdir()) == []
    sealed = tmp_path / "captain.tar.gpg"
    sealed.write_bytes(b"sealed")
    assert interrupted("restore", signal_number, tmp_path, TARGET=str(sealed), **environ) != 0
    assert list((tmp_path / "tmp").iterdir()) == []


@pytest.mark.parametrize("script", ["backup", "restore"])
def test_an_interrupt_leaves_no_half_of_a_file(tmp_path, script):
    """SQLite only: while the database is written, or checked before it replaces another."""
    (tmp_path / "db.sqlite3").write_bytes(b"")
    slow = tmp_path / "python"
    slow.write_text('#!/bin/sh\nfor last; do :; done\necho half >"$last"; touch "$BEGUN"; exec sleep 600\n')
    slow.chmod(0o700)
    (tmp_path / "kept").write_bytes(b"kept")
    begun, target = tmp_path / "begun", tmp_path / "kept"
    environment = {
        **os.environ, "DATABASE_URL": f"sqlite:///{tmp_path}/db.sqlite3", "PYTHON": str(slow), "BEGUN": str(begun),
    }  # fmt: skip
    command = [str(site.BASE_DIR / "deploy" / script), str(target)]
    running = subprocess.Popen(command, env=environment, start_new_session=True)
    while not begun.exists():
        assert running.poll() is None
        time.sleep(0.02)
    assert list(tmp_path.glob("*.part"))
    os.killpg(running.pid, signal.SIGTERM)
    assert running.wait(60) != 0 and not list(tmp_path.glob("*.part"))
    assert target.read_bytes() == b"kept"


def test_old_backups_are_deleted(tmp_path):
    now = datetime(2027, 3, 10, 3, tzinfo=UTC)
    names = [
        f"captain-{now - timedelta(hours=12 * back):%Y-%m-%dT%H%M%SZ}.tar.gpg" for back in range(2 * 500)
    ]
    for name in (*names, "captain.env", "captain-2020.tar"):
        (tmp_path / name).touch()
    command = [sys.executable, str(site.BASE_DIR / "deploy" / "rotate"), f"{tmp_path}/", "7", "5", "12"]
    subprocess.run(command, check=True)
    left = sorted(path.name for path in tmp_path.iterdir())
    assert "captain.env" in left and "captain-2020.tar" in left
    days = [name[8:18] for name in left if name in names]
    assert days[-7:] == [f"2027-03-{day:02}" for day in range(4, 11)]  # one a day, the later of two
    assert days[-10:-7] == ["2027-02-14", "2027-02-21", "2027-02-28"]  # Sundays, and the end of a month
    assert days[:-10] == [
        "2026-04-30", "2026-05-31", "2026-06-30", "2026-07-31", "2026-08-31", "2026-09-30", "2026-10-31", "2026-11-30",
        "2026-12-31", "2027-01-31",
    ]  # fmt: skip
    assert all(name[19:25] == "150000" for name in left if name in names and name != names[0])
    subprocess.run(command, check=True)
    assert sorted(path.name for path in tmp_path.iterdir()) == left
