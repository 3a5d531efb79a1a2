"""A database full of running tables: the database itself copies them from one real table."""

from datetime import datetime, timedelta
from typing import Any

from django.db import connection, models
from django.db.models import QuerySet
from django.utils import timezone

from games.models import Notice, Seat, Table
from tests.conftest import person
from tests.play import running_table

PLAYERS = 2_000  # all tables are shared among them
PLAYABLE = 2_000  # tables with a state; the others are only there to be searched
BASE = 1_000_000  # the first table's id


class Million:
    """Many running tables, each with two seats and a notice that was sent long ago; all deadlines are far away."""

    def __init__(self, count: int) -> None:
        self.count, self.played, self.told = count, 0, 0
        self.people = [self._people(number) for number in range(2)]
        self.template = running_table(*self.people)
        Notice.objects.all().delete()
        self._players()
        if connection.vendor == "postgresql":
            self._fill()
            _run("ANALYZE")  # as its autovacuum does
        else:
            _run("PRAGMA cache_size = -1000000")  # kB, for the writing alone
            self._fill()
            _run("PRAGMA cache_size = -2000")

    @staticmethod
    def _people(number: int) -> Any:
        return person(f"template-{number}")

    def _players(self) -> None:
        user = type(self.people[0])
        rows = [user(pk=BASE + number, username=f"player-{number}", email=f"player-{number}@example.org",
                     display_name=f"Player {number}") for number in range(PLAYERS)]  # fmt: skip
        user.objects.bulk_create(rows, batch_size=500)

    def _fill(self) -> None:
        numbers = _numbers(self.count)
        far = "n.i % 1000000"  # seconds after the first
        state = f"CASE WHEN n.i < {PLAYABLE} THEN t.state ELSE '' END"
        _copy(
            Table,
            self.template.pk,
            numbers,
            {"id": f"{BASE} + n.i", "token": "'bench-' || n.i", "state": state},
        )
        for seat in Seat.objects.filter(table=self.template):
            player = f"{BASE} + (2 * n.i + {seat.number}) % {PLAYERS}"
            columns = {
                "id": f"{BASE} + 2 * n.i + {seat.number}",
                "table_id": f"{BASE} + n.i",
                "user_id": player,
            }
            if seat.is_awaited:
                columns |= {"deadline": _moment(far), "remind_at": _moment(far)}
            _copy(Seat, seat.pk, numbers, columns)
        self._history(numbers)

    def _history(self, numbers: str) -> None:
        now = timezone.now() - timedelta(days=30)
        told = Notice.objects.create(
            user=self.people[0], table=self.template, kind="turn", status="sent", due_at=now, sent_at=now
        )
        columns = {
            "id": "-1 - n.i",
            "table_id": f"{BASE} + n.i",
            "user_id": f"{BASE} + (2 * n.i) % {PLAYERS}",
        }
        _copy(Notice, told.pk, numbers, columns)
        told.delete()

    def deadlines(self, now: datetime, count: int) -> None:
        """Make the time of `count` seats run out."""
        self._run_out(now, self.count - 2 * count, count)

    def decisions(self, now: datetime, count: int) -> None:
        """The same at tables without plies, where a move can be played."""
        self._run_out(now, self.played, count)
        self.played += count

    def _run_out(self, now: datetime, first: int, count: int) -> None:
        past = {"deadline": now - timedelta(minutes=1), "clock_since": now - timedelta(days=9)}
        self._asked(first, count).update(**past)

    def reminders(self, now: datetime, count: int) -> None:
        """Make the reminders of `count` players due now."""
        due = {"is_awaited": True, "deadline": now + timedelta(hours=3), "remind_at": now}
        self._asked(self.count - count, count).update(**due)

    def notices(self, now: datetime, count: int) -> None:
        """Make notices to `count` different players due now."""
        self.told += 1
        Notice.objects.bulk_create(
            Notice(
                user_id=BASE + 2 * number % PLAYERS,
                table_id=BASE + number,
                kind="turn",
                ply=self.told,
                due_at=now,
            )
            for number in range(self.count - count, self.count)
        )

    def calm_down(self, now: datetime) -> None:
        """Undo what earlier rounds have made due."""
        for status in ("due", "claimed"):
            Notice.objects.filter(status=status).update(status="sent", sent_at=now)
        later = now + timedelta(days=9)
        Seat.objects.filter(is_awaited=True, deadline__lt=now + timedelta(days=1)).update(deadline=later)
        Seat.objects.filter(remind_at__lt=now + timedelta(days=1)).update(remind_at=later)

    def _asked(self, first: int, count: int) -> QuerySet[Seat]:
        """The seats to act at `count` tables."""
        number = self.template.seats.get(is_awaited=True).number
        return Seat.objects.filter(
            pk__in=[BASE + 2 * table + number for table in range(first, first + count)]
        )


def _numbers(count: int) -> str:
    """A subquery of the numbers from 0 up to `count`, as n.i."""
    if connection.vendor == "postgresql":
        return f"(SELECT generate_series(0, {count - 1}) AS i) n"
    steps = f"SELECT 0 AS i UNION ALL SELECT i + 1 FROM steps WHERE i + 1 < {count}"
    return f"(WITH RECURSIVE steps(i) AS ({steps}) SELECT i FROM steps) n"


def _moment(seconds: str) -> str:
    """A moment some seconds after the day after tomorrow, in the database's format."""
    if connection.vendor == "postgresql":
        return f"now() + interval '2 days' + ({seconds}) * interval '1 second'"
    return f"strftime('%Y-%m-%d %H:%M:%S', 'now', '+2 days', ({seconds}) || ' seconds')"


def _copy(model: type[models.Model], key: int, numbers: str, columns: dict[str, str]) -> None:
    """Copy one row once for each number, with new values in some columns."""
    table = model._meta.db_table
    names = [field.column for field in model._meta.concrete_fields]
    quoted = ", ".join(f'"{name}"' for name in names)
    values = ", ".join(columns.get(name, f't."{name}"') for name in names)
    _run(f"INSERT INTO {table} ({quoted}) SELECT {values} FROM {numbers}, {table} t WHERE t.id = {key}")


def _run(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)
