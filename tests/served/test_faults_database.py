"""PostgreSQL closes its connections in the middle of a move."""

import threading
from contextlib import contextmanager

import psycopg
import pytest
from django.db import connection, transaction

from games.tables.unit_of_work import lock_table
from tests.play import fingerprint, first_move
from tests.served.aftermath import assert_nothing_is_lost
from tests.served.browser import Browser
from tests.served.processes import until

pytestmark = [pytest.mark.served, pytest.mark.django_db(transaction=True)]


def test_a_connection_lost_in_the_middle_of_a_move(served, table, alice, bob):
    served.be_public()
    _, port = served.web()
    mover, before, move = Browser(alice, port), fingerprint(table), first_move(table, 0)
    answers = []
    post = threading.Thread(target=lambda: answers.append(mover.move(table, 0, move)))
    with transaction.atomic(), _administrator() as administrator:
        lock_table(table.pk)
        mine = connection.connection.info.backend_pid
        post.start()
        until(lambda: "Lock" in _others(administrator, mine).values(), "the move that waits")
        _throw_out(administrator, _others(administrator, mine))  # idle ones in the pool, too
    post.join()
    assert answers == [503]
    assert "no game is damaged" in mover.body and "<html" in mover.body
    assert fingerprint(table) == before
    assert mover.move(table, 0, move) == 200
    assert_nothing_is_lost(mover)


def test_an_unavailable_database_recovers(served, table, alice):
    """Pages and the health check report it, and recover with the database."""
    served.be_public()
    _, port = served.web()
    reader = Browser(alice, port)
    page = f"/tables/{table.pk}/"
    assert reader.get(page) == 200
    with _no_database():
        assert reader.get(page) == 503 and reader.seconds < 19  # only once, ten seconds for a connection
        assert reader.get("/healthz") == 200
        assert reader.get("/readyz") == 503 and '"database"' in reader.body
    until(lambda: reader.get(page) == 200, "the page")
    assert_nothing_is_lost(reader)


@contextmanager
def _administrator():
    """Yield a connection to another database of the same server."""
    parameters = {**connection.get_connection_params(), "dbname": "postgres"}
    wanted = {
        name: parameters[name]
        for name in ("dbname", "host", "port", "user", "password")
        if name in parameters
    }
    with psycopg.connect(**wanted, autocommit=True) as administrator:
        yield administrator


def _others(administrator, mine=0):
    """Return the wait events of other client connections to this database by process id, without autovacuum."""
    query = (
        "SELECT pid, wait_event_type FROM pg_stat_activity"
        " WHERE datname = %s AND pid <> %s AND backend_type = 'client backend'"
    )
    return dict(administrator.execute(query, [connection.settings_dict["NAME"], mine]).fetchall())


def _throw_out(administrator, pids):
    """End them, and wait until they are gone: until then a pool would still lend them out."""
    for pid in pids:
        administrator.execute("SELECT pg_terminate_backend(%s, 60000)", [pid])


@contextmanager
def _no_database():
    """Refuse new connections and close the existing ones."""
    name = connection.ops.quote_name(connection.settings_dict["NAME"])
    connection.close()
    with _administrator() as administrator:
        administrator.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        try:
            _throw_out(administrator, _others(administrator))
            yield
        finally:
            administrator.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
