"""What this release will do to running tables that began under another one.

It is asked before the database is migrated, so it reads only columns that every release has, and `state_schema` if
that is there.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models import Count, F, Max, QuerySet, Value

from games.engine.schema import schema_of
from games.models import Table
from games.titles import TITLES

__all__ = ["Fate", "fates", "tables_of"]

PLAYED, STOPPED, UPGRADED, UNKNOWN = "played", "stopped", "upgraded", "unknown"


@dataclass(frozen=True)
class Fate:
    """What becomes of all running tables that began under one rules version."""

    title: str
    rules_version: int
    schema: str  # of their states; empty if no release noted it
    count: int
    last: int  # the highest
    what: (
        str  # played, stopped, upgraded (stopped until all seats agree to play on), unknown (the log decides)
    )
    why: str


def fates() -> Iterator[Fate]:
    """What becomes of all running tables, by title and rules version: one query, whatever their number."""
    if Table._meta.db_table not in connection.introspection.table_names():
        return  # an empty database
    rows = _running().values("title", "rules_version", "schema")
    counted = rows.annotate(count=Count("pk"), last=Max("pk"))
    for row in counted.order_by("title", "rules_version", "schema"):
        what, why = _fate(row["title"], row["rules_version"], row["schema"])
        yield Fate(**row, what=what, why=why)


def tables_of(fate: Fate, after: int, limit: int) -> list[int]:
    """Some of these tables, with the next higher ids."""
    rows = _running().filter(title=fate.title, rules_version=fate.rules_version, schema=fate.schema)
    return list(rows.filter(pk__gt=after).order_by("pk").values_list("pk", flat=True)[:limit])


def _running() -> QuerySet[Any, Any]:
    with connection.cursor() as cursor:
        columns = connection.introspection.get_table_description(cursor, Table._meta.db_table)
    is_noted = any(column.name == "state_schema" for column in columns)
    schema = F("state_schema") if is_noted else Value("")
    return Table.objects.filter(status=Table.Status.RUNNING).annotate(schema=schema).order_by()


def _fate(title: str, version: int, schema: str) -> tuple[str, str]:
    game = TITLES.game_of(title, version)
    if title not in TITLES:
        return STOPPED, "the title is not installed"
    if game is not None and schema == schema_of(game.state_type):
        return PLAYED, f"by rules version {version}"
    if game is not None and not schema:
        return UNKNOWN, "the form of their states was not noted yet: it is, once the log leads to the state"
    why = f"rules version {version} is not played here" if game is None else "their states have another form"
    if version in TITLES[title].upgrades:
        return (
            UPGRADED,
            f"{why}; once all seats agree they go on by rules version {TITLES[title].rules_version}",
        )
    return STOPPED, why
