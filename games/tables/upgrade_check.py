"""What this release will do to running tables that began under another release.

This runs before migrations, so it reads only columns that every release has.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models import Count, Max, QuerySet

from games.engine.codec import schema_of
from games.models import Table
from games.titles import TITLES

PLAYED, STOPPED, UPGRADED = "played", "stopped", "upgraded"


@dataclass(frozen=True)
class Fate:
    """What happens to all running tables that began under one rules version."""

    title: str
    rules_version: int
    state_schema: str
    count: int
    last: int  # the highest table id
    what: str  # played, stopped or upgraded (stopped until all seats agree)
    why: str


def fates() -> Iterator[Fate]:
    """What happens to all running tables, by title and rules version, in one query."""
    if Table._meta.db_table not in connection.introspection.table_names():
        return  # an empty database
    rows = _running().values("title", "rules_version", "state_schema")
    counted = rows.annotate(count=Count("pk"), last=Max("pk"))
    for row in counted.order_by("title", "rules_version", "state_schema"):
        what, why = _fate(row["title"], row["rules_version"], row["state_schema"])
        yield Fate(**row, what=what, why=why)


def tables_of(fate: Fate, after: int, limit: int) -> list[int]:
    """The next of these tables after id `after`, at most `limit`."""
    rows = _running().filter(
        title=fate.title, rules_version=fate.rules_version, state_schema=fate.state_schema
    )
    return list(rows.filter(pk__gt=after).order_by("pk").values_list("pk", flat=True)[:limit])


def _running() -> QuerySet[Any, Any]:
    return Table.objects.filter(status=Table.Status.RUNNING).order_by()


def _fate(title: str, version: int, schema: str) -> tuple[str, str]:
    game = TITLES.game_of(title, version)
    if title not in TITLES:
        return STOPPED, "the title is not installed"
    if game is not None and schema == schema_of(game.state_type):
        return PLAYED, f"by rules version {version}"
    why = f"rules version {version} is not played here" if game is None else "their states have another form"
    if version in TITLES[title].upgrades:
        return (
            UPGRADED,
            f"{why}; once all seats agree they go on by rules version {TITLES[title].rules_version}",
        )
    return STOPPED, why
