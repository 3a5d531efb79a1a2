"""Backups are written while the site runs, and a restore replaces everything that was there."""

import os
import shutil
import sqlite3
import subprocess
import sys
from urllib.parse import urlsplit

import pytest
from django.conf import settings as site
from django.db import connection

from tests.play import running_table

pytestmark = pytest.mark.django_db(transaction=True)


def run(script, database, file):
    command = [site.BASE_DIR / "deploy" / script, file]
    environment = {**os.environ, "DATABASE_URL": database, "PYTHON": sys.executable}
    return subprocess.run(command, env=environment, check=False, capture_output=True, text=True)


def contents(database):
    """Return everything in a database, as text."""
    if database.startswith("sqlite"):
        with sqlite3.connect(database.removeprefix("sqlite:///")) as file:
            lines = list(file.iterdump())
        file.close()
        return lines
    dump = ["pg_dump", "--no-owner", "--no-privileges", f"--dbname={database}"]
    text = subprocess.run(dump, check=True, capture_output=True, text=True).stdout
    # A new database has the server's schema, a restored one has ours.
    other = (
        "\\restrict",
        "\\unrestrict",
        "--",
        "CREATE SCHEMA public",
        "COMMENT ON SCHEMA public",
        "SET default_table",
    )
    lines = [line for line in text.splitlines() if line and not line.startswith(other)]
    # After a restore, the server prints the same conditions in another form.
    return [line.split(" WHERE ")[0].split(" CHECK ")[0] for line in lines]


def execute(database, statements):
    if database.startswith("sqlite"):
        with sqlite3.connect(database.removeprefix("sqlite:///")) as file:
            file.executescript(statements)
        file.close()
    else:
        subprocess.run(["psql", "-qX", database, "-c", statements], check=True)


@pytest.fixture
def mine():
    """Return the test database, with a running table."""
    if not site.SQLITE and not shutil.which("pg_dump"):
        pytest.skip("no pg_dump: install postgresql-client")
    name = connection.settings_dict["NAME"]
    if site.SQLITE:
        return f"sqlite:///{name}"
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()


@pytest.fixture
def other(mine, tmp_path):
    """Return an empty database that belongs to no site."""
    if site.SQLITE:
        yield f"sqlite:///{tmp_path}/other.sqlite3"
        return
    name = connection.ops.quote_name(f"{connection.settings_dict['NAME']}_other")
    with connection.cursor() as cursor:
        cursor.execute(f"DROP DATABASE IF EXISTS {name}")
        cursor.execute(f"CREATE DATABASE {name}")
    yield urlsplit(mine)._replace(path="/" + name.strip('"')).geturl()
    with connection.cursor() as cursor:
        cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


def test_a_restore_brings_back_what_was_destroyed(mine, other, tmp_path, alice, bob):
    running_table(alice, bob)
    backup = tmp_path / "captain.backup"
    assert run("backup", mine, backup).returncode == 0  # while this process is connected
    assert run("restore", other, backup).returncode == 0
    assert contents(other) == contents(mine)
    execute(
        other,
        "DROP TABLE games_moverecord; UPDATE accounts_user SET email = 'x'; CREATE TABLE newer (id int);",
    )
    assert contents(other) != contents(mine)
    assert run("restore", other, backup).returncode == 0
    assert contents(other) == contents(mine)
    assert any("alice@example.org" in line for line in contents(other))
    assert sorted(path.name for path in tmp_path.glob("*captain*")) == ["captain.backup"]


def test_a_damaged_backup_changes_nothing(mine, other, tmp_path, alice, bob):
    running_table(alice, bob)
    backup, damaged = tmp_path / "captain.backup", tmp_path / "damaged.backup"
    run("backup", mine, backup)
    run("restore", other, backup)
    before = contents(other)
    for left in (backup.read_bytes()[:5000], b""):
        damaged.write_bytes(left)
        refused = run("restore", other, damaged)
        assert refused.returncode != 0 and refused.stderr
    assert run("restore", other, tmp_path / "none").returncode != 0
    assert contents(other) == before
