"""The rows of a move written by psycopg alone: the part of the time that the database needs."""

import threading
import time

import psycopg

from games.models import MoveRecord, Table
from tests.bench.served.plain import EVENTS
from tests.bench.served.scripts import Player
from tests.play import running_table


class Bare:
    """As many connections as clients, each at a table of its own."""

    def __init__(self, address: str, pair: tuple[Player, Player], clients: int) -> None:
        made = [running_table(*(player.user for player in pair)) for _ in range(clients)]
        self._writers = [_Writer(address, table) for table in made]

    def run(self, clients: int, seconds: float) -> tuple[list[float], float]:
        """Seconds of every transaction, and how long all took."""
        begun = time.perf_counter()
        chosen = self._writers[:clients]
        threads = [threading.Thread(target=each.write_until, args=[begun + seconds]) for each in chosen]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return [each for writer in chosen for each in writer.spent], time.perf_counter() - begun

    def close(self) -> None:
        """Close the connections."""
        for writer in self._writers:
            writer.connection.close()


class _Writer:
    def __init__(self, address: str, table: Table) -> None:
        self.connection = psycopg.connect(address, prepare_threshold=1)
        self.spent: list[float] = []
        self._table, self._state = table.pk, table.state
        self._seats = [seat.pk for seat in table.seats.all()]
        self._ply = MoveRecord.objects.filter(table=table).count()

    def write_until(self, stop: float) -> None:
        """One transaction after another."""
        self.spent = []
        while (begun := time.perf_counter()) < stop:
            self._write()
            self.spent.append(time.perf_counter() - begun)

    def _write(self) -> None:
        self._ply += 1
        with self.connection.transaction(), self.connection.cursor() as cursor:
            cursor.execute("SELECT * FROM games_table WHERE id = %s FOR UPDATE", [self._table])
            cursor.fetchall()
            cursor.execute(_SEATS, [self._table])
            cursor.fetchall()
            cursor.execute(_RECORD, [self._table, self._ply, EVENTS])
            for seat in self._seats if self._ply % 2 else self._seats[:1]:
                cursor.execute(_SEAT, [self._ply, self._ply, seat])
            cursor.execute(_TABLE, [self._state, self._ply + 1, self._ply, self._table])


_SEATS = """
SELECT * FROM games_seat s LEFT JOIN accounts_user u ON u.id = s.user_id WHERE table_id = %s ORDER BY number
"""
_RECORD = """
INSERT INTO games_moverecord
    (table_id, ply, kind, cause, seat, move, events, before, undoable, made_at, rules_version)
VALUES (%s, %s, 'move', '', 0, '{"type":"end"}', %s, '', TRUE, now(), 1)
"""
_SEAT = """
UPDATE games_seat SET asked_ply = %s, acted_ply = %s, is_awaited = TRUE, awaited_since = now(), clock_since = now(),
    deadline = now() + interval '3 days' WHERE id = %s
"""
_TABLE = "UPDATE games_table SET state = %s, ply = %s, head = %s WHERE id = %s"
