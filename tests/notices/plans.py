"""Query plans: find statements that read a whole table."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

Statement = tuple[str, Any]

_PLANNED = (
    "SELECT",
    "UPDATE",
    "DELETE",
)  # an INSERT of values reads nothing; SQLite calls its RETURNING a scan
_EXPLAIN = {"sqlite": "EXPLAIN QUERY PLAN ", "postgresql": "EXPLAIN "}
_SCANS = {
    # Not scans of values in the statement itself, nor of rows that another part of it has found (Django calls
    # one of these "qualify").
    "sqlite": re.compile(r"^SCAN (?!\d+ CONSTANT|CONSTANT|\(subquery|VALUES|qualify\b)(\w+)", re.MULTILINE),
    "postgresql": re.compile(r"Seq Scan on (\w+)"),
}


@contextmanager
def statements() -> Iterator[list[Statement]]:
    """Collect every statement that is executed inside."""
    found: list[Statement] = []

    def note(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.lstrip("(").startswith(_PLANNED) and not many:
            found.append((sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield found


def scans(found: list[Statement], of: tuple[str, ...] = ()) -> list[str]:
    """Return each statement that reads a whole table (any, or one of `of`), with its plan for the same parameters.

    Test tables are too small for an index, so without `of` PostgreSQL is forced to use one wherever it can.
    """
    wrong = {}
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql" and not of:
            cursor.execute("SET LOCAL enable_seqscan = off")
        for sql, params in found:
            cursor.execute(_EXPLAIN[connection.vendor] + sql, params)
            plan = "\n".join(str(row[-1]) for row in cursor.fetchall())
            read = _SCANS[connection.vendor].findall(plan)
            if set(read) & set(of) if of else read:
                wrong[sql] = f"{sql}\n{plan}"
    return list(wrong.values())
