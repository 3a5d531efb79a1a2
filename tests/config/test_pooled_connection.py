"""A connection of the pool is asked only if something has come that nobody asked for."""

import os
import select

import psycopg
import pytest
from psycopg_pool import ConnectionPool

from config.pooled_connection import PooledConnection

ADDRESS = os.environ.get("DATABASE_URL", "")
pytestmark = pytest.mark.skipif(not ADDRESS.startswith("postgres"), reason="needs PostgreSQL")


@pytest.fixture
def connection():
    address = ADDRESS.rsplit("/", 1)[0] + "/postgres"
    with PooledConnection.connect(address, autocommit=True) as made:
        yield made


def ended(connection):
    """End it as an administrator does, or a restart."""
    address = ADDRESS.rsplit("/", 1)[0] + "/postgres"
    with psycopg.connect(address, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s, 60000)", [connection.info.backend_pid])


def sent_by_check(connection, monkeypatch):
    sent = []
    ask = psycopg.Connection.execute
    monkeypatch.setattr(psycopg.Connection, "execute", lambda *a, **k: sent.append(a) or ask(*a, **k))
    ConnectionPool.check_connection(connection)
    return len(sent)


def test_a_quiet_connection_is_lent_without_a_question(connection, monkeypatch):
    assert sent_by_check(connection, monkeypatch) == 0
    assert connection.execute("SELECT 7").fetchone() == (7,)


def test_a_connection_that_has_heard_something_is_asked(connection, monkeypatch):
    connection.execute("LISTEN news")
    connection.execute("NOTIFY news")
    with psycopg.connect(ADDRESS.rsplit("/", 1)[0] + "/postgres", autocommit=True) as other:
        other.execute("NOTIFY news")
    assert select.select([connection], [], [], 30)[0], "the news has not come"
    assert sent_by_check(connection, monkeypatch) == 1


def test_a_connection_that_was_ended_is_not_lent(connection):
    ended(connection)
    with pytest.raises(psycopg.OperationalError):
        ConnectionPool.check_connection(connection)
    assert connection.closed
    with pytest.raises(psycopg.OperationalError):
        ConnectionPool.check_connection(connection)
