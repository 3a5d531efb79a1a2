"""A connection of the pool to PostgreSQL that can tell without asking whether it was lost.

Why not psycopg's own: the pool asks the server before it lends a connection, once for each request; that is 6 % of the
CPU of a move. A server that has ended a connection has said so on its socket, where `poll` sees it.
`tests/served/test_faults_database.py` holds that no request fails for a lost connection.
"""

import select
from typing import Any

import psycopg

__all__ = ["PooledConnection"]


class PooledConnection(psycopg.Connection[Any]):
    """psycopg's connection, save that the pool's check (an empty query) is not sent while the socket is quiet."""

    def execute(self, query: Any, *args: Any, **options: Any) -> psycopg.Cursor[Any]:
        """Execute the query; the empty one only if something has come that nobody has asked for, as a farewell."""
        if isinstance(query, str) and not query and self._is_quiet():
            return self.cursor()
        return super().execute(query, *args, **options)

    def _is_quiet(self) -> bool:
        if self.closed:
            return False
        poll = select.poll()
        poll.register(self.fileno(), select.POLLIN)
        return not poll.poll(0)
