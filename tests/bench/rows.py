"""Bytes of the database for a ply and for a game: whole relations with their indexes and what is stored beside them.

On PostgreSQL (DATABASE_URL) some random games of two are played by the services, and the database copies their rows to
many tables: running ones, then finished ones, wave after wave. Each wave is packed and pruned by the tasks as it is two
months later, and vacuumed as autovacuum does: never VACUUM FULL. What a finished game takes is what all relations have
grown by in the later waves, when each can use the space that the ones before have freed.
"""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any

import django

from tests.bench.site import test_database

PLAYED = 6  # games of each title
COPIES = 60  # of each game in a wave: half-empty pages of the database must not count
WAVES = 6
SETTLED = 3  # waves until relations have the size with which they go on
PLIES = 20  # of a running game
LOG = ("games_moverecord",)
REPLAY = ("games_moverecord", "games_packedlog")


def rows() -> Iterator[tuple[str, ...]]:
    """A row for each title: bytes of a running ply, and of a finished game."""
    django.setup()
    from django.db import connection

    if connection.vendor != "postgresql":
        raise SystemExit("DATABASE_URL has to name a PostgreSQL")
    with test_database():
        yield from _measured()


def _measured() -> Iterator[tuple[str, ...]]:
    from games.titles import TITLES

    yield "title", "plies a game", "running ply", "finished game", "its log of these"
    for slug in TITLES:
        if TITLES.home(slug).startswith("games."):
            yield slug, *_measure(slug)


def _measure(slug: str) -> Sequence[str]:
    from django.db.models import Avg

    from games.models import MoveRecord, Table
    from tests.conftest import person
    from tests.play import running_table

    _run("TRUNCATE games_table, accounts_user CASCADE")
    people = [person(f"{slug}-one"), person(f"{slug}-two")]
    tables = [running_table(*people, title=slug, seed=number) for number in range(PLAYED)]
    games = [table.pk for table in tables]
    _play(tables, people, plies=PLIES)
    plies = MoveRecord.objects.filter(ply__gte=0).count() * COPIES
    first = _sizes()
    _copy(games, "running")
    running = _grown(first, _sizes(), LOG) / plies
    _run("TRUNCATE games_table, accounts_user CASCADE")
    people = [person(f"{slug}-one"), person(f"{slug}-two")]
    tables = [running_table(*people, title=slug, seed=number) for number in range(PLAYED)]
    _play(tables, people, plies=10_000)
    sizes = [_wave([table.pk for table in tables], number) for number in range(WAVES)]
    whole, log = (
        _grown(sizes[SETTLED - 1], sizes[-1], of) / (PLAYED * COPIES * (WAVES - SETTLED))
        for of in (None, REPLAY)
    )
    average = Table.objects.filter(pk__in=[table.pk for table in tables]).aggregate(plies=Avg("ply"))["plies"]
    return f"{average:.0f}", f"{running:,.0f}", f"{whole:,.0f}", f"{log:,.0f}"


def _wave(games: Sequence[int], number: int) -> dict[str, int]:
    """Many copies of finished games grow old; the sizes then."""
    from games.models import Table

    _copy(games, f"wave-{number}")
    Table.objects.filter(pk__in=games).update(is_packed=True)  # so that these stay to be copied
    _grow_old()
    Table.objects.filter(pk__in=games).update(is_packed=False)
    return _sizes()


def _copy(games: Sequence[int], word: str) -> None:
    """The rows of these tables to new tables, by the database itself."""
    from games.models import MoveRecord, Notice, Seat, Table

    for game in games:
        span = Table.objects.latest("pk").pk
        own = {"id": f"{span} + n.i", "token": f"'{word}-{game}-' || n.i", "is_packed": "FALSE"}
        _insert(Table, f"t.id = {game}", own)
        for model in (Seat, MoveRecord, Notice):
            _insert(model, f"t.table_id = {game}", {"table_id": f"{span} + n.i"}, ordered="n.i, t.id")


def _insert(model: Any, where: str, columns: dict[str, str], ordered: str = "n.i") -> None:
    table = model._meta.db_table
    names = [field.column for field in model._meta.concrete_fields]
    made = {"id": f"nextval(pg_get_serial_sequence('{table}', 'id'))", **columns}
    quoted = ", ".join(f'"{name}"' for name in names)
    values = ", ".join(made.get(name, f't."{name}"') for name in names)
    numbers = f"generate_series(1, {COPIES}) AS n(i)"
    _run(
        f"INSERT INTO {table} ({quoted}) SELECT {values} FROM {numbers}, {table} t WHERE {where} ORDER BY {ordered}"
    )


def _play(tables: Sequence[Any], people: Sequence[Any], plies: int) -> None:
    from games.engine.chance import Chance
    from games.models import Table
    from tests.play import play_on

    for table in tables:
        chooser = Chance(table.pk.to_bytes(32, "big"), plies)
        for _ in range(plies):
            if not Table.objects.filter(pk=table.pk, status="running").exists():
                break
            play_on(table, people, chooser)


def _grow_old() -> None:
    """Let the tasks find all games and notices two months old, and the database find what they leave."""
    from django.utils import timezone

    from games.tables.packed import logs_pack
    from games.upkeep.pruning import notices_prune

    later = timezone.now() + timedelta(days=61)
    while logs_pack(later):
        pass
    while notices_prune(later):
        pass
    _run("VACUUM")


def _grown(before: dict[str, int], after: dict[str, int], of: Sequence[str] | None = None) -> int:
    """By how many bytes these relations have grown; all of the site, if none are given."""
    return sum(size - before[name] for name, size in after.items() if of is None or name in of)


def _sizes() -> dict[str, int]:
    """The bytes of each relation of the site, with its indexes and what is stored beside it."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname, pg_total_relation_size(oid) FROM pg_class WHERE relkind = 'r' AND relname LIKE 'games_%'"
        )
        return dict(cursor.fetchall())


def _run(sql: str) -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(sql)
