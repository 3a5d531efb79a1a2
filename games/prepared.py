"""Queries that every move and every page asks: put into SQL once, sent often."""

import copy
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from django.db import connections
from django.db.models import QuerySet
from django.db.transaction import TransactionManagementError

__all__ = ["Prepared"]

Row = TypeVar("Row")

_STAND_INS = (
    1_234_567_801,
    1_234_567_802,
    1_234_567_803,
)  # for the numbers; nothing else in a query is like them
_MOST = 2**31 - 1  # the largest number of any column


class Prepared(Generic[Row]):
    """A query by numbers: `Prepared[Seat](lambda table: Seat.objects.filter(table_id=table))`.

    To put a small query together takes the ORM longer than it takes PostgreSQL to answer. So it does that once for
    each kind of database, with stand-ins for the numbers, and reads what comes back as ever. Each number must reach
    the database as it is, and the query must not prefetch.
    """

    def __init__(self, query: Callable[..., QuerySet[Any, Any]]) -> None:
        self._query = query
        self._made: dict[str, _Made] = {}

    def __call__(self, *numbers: int) -> list[Row]:
        """The rows for these numbers."""
        if not all(0 <= number <= _MOST for number in numbers):
            return list(self._query(*numbers))  # the ORM knows without asking that no row has it
        vendor = connections["default"].vendor
        if vendor not in self._made:
            self._made[vendor] = _Made(self._query(*_STAND_INS[: len(numbers)]))
        return self._made[vendor].rows(numbers)


class _Made:
    """One query for one kind of database, as the ORM has put it into SQL."""

    def __init__(self, queryset: QuerySet[Any, Any]) -> None:
        self._queryset: Any = queryset
        self._compiler = queryset.query.get_compiler(queryset.db)
        self._sql, self._parameters = self._compiler.as_sql()

    def rows(self, numbers: tuple[int, ...]) -> list[Any]:
        """What the database answers for these numbers."""
        values = dict(zip(_STAND_INS, numbers, strict=False))
        parameters = tuple(
            type(each)(values[each]) if isinstance(each, int) and each in values else each
            for each in self._parameters
        )
        compiler: Any = copy.copy(self._compiler)
        compiler.connection = connections["default"]  # that of this thread
        if self._queryset.query.select_for_update and compiler.connection.get_autocommit():
            raise TransactionManagementError("select_for_update cannot be used outside of a transaction.")
        compiler.as_sql = lambda *_, **__: (self._sql, parameters)
        rows: Any = self._queryset._iterable_class
        return list(rows(_Asked(self._queryset, compiler)))


class _Asked:
    """What the ORM asks of a queryset when it reads rows."""

    _known_related_objects: dict[Any, Any] = {}

    def __init__(self, queryset: QuerySet[Any, Any], compiler: Any) -> None:
        self.db, self.query = queryset.db, self
        self._compiler, self._asked = compiler, queryset.query
        self._fields = getattr(queryset, "_fields", None)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._asked, name)

    def get_compiler(self, using: str | None = None) -> Any:
        """The compiler, to which the SQL is known already."""
        return self._compiler
