"""Queries that every move and every page asks: the ORM puts them into SQL once, then they are only sent.

`row_update` and `rows_insert` write rows in the same way, as `save(update_fields=...)` and `bulk_create` do.

Why not the ORM alone: ms of CPU of this process for one query, on SQLite / on PostgreSQL: a
table 0.26 / 0.52 against 1.8 / 1.7, its seats with their players 0.16 / 0.54 against 1.3 / 2.1, the frame of a page
0.05 / 0.19 against 2.2 / 2.8; on Django 6.1 the same. A page of a table asks six of them.
`tests/models/test_compiled.py` holds every one against the ORM.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections
from django.db.models import Field, Model, QuerySet, Value
from django.db.models.base import ModelState
from django.db.transaction import TransactionManagementError

__all__ = ["Columns", "CompiledQuery", "row_update", "rows_insert"]

Row = TypeVar("Row", bound=Model)
Query = Callable[..., QuerySet[Any, Any]]
AnyField: TypeAlias = "Field[Any, Any]"  # generic for type checkers alone

_MOST = 2**31 - 1  # the largest number of any column
_STAND_INS = (
    1_234_567_801,
    1_234_567_802,
    1_234_567_803,
)  # for the numbers; nothing else in a query is like them


class CompiledQuery(Generic[Row]):
    """Rows of a model, asked for by whole numbers.

    `CompiledQuery[Seat](lambda table: Seat.objects.filter(table_id=table), related=["user"])` answers `query(7)` as
    the ORM would answer `Seat.objects.filter(table_id=7).select_related("user")`. What the SQL depends on must be a
    number, and each number must reach the database as it is.

    Args:
        query: makes the queryset; it may filter, annotate, order, slice and lock, and load nothing beside its model.
        related: foreign keys whose rows come along, as with `select_related`.
        only, defer: names of the fields to load, or not to load, as with the methods of these names.
        annotations: the type of each annotation.
    """

    def __init__(
        self,
        query: Query,
        *,
        related: Sequence[str] = (),
        only: Sequence[str] = (),
        defer: Sequence[str] = (),
        annotations: Mapping[str, AnyField] | None = None,
    ) -> None:
        self._query = query
        self._related, self._only, self._defer = related, only, defer
        self._annotations = annotations or {}
        self._compiled: _Compiled | None = None

    def __call__(self, *numbers: int) -> list[Row]:
        """The rows for these numbers."""
        if not all(0 <= number <= _MOST for number in numbers):
            return list(self.queryset(*numbers))  # the ORM knows without asking that no row has it
        if self._compiled is None:
            self._compiled = self._compile(len(numbers))
        return self._compiled.rows(numbers)

    def queryset(self, *numbers: int) -> QuerySet[Any, Any]:
        """The same rows by the ORM alone."""
        found = self._query(*numbers).defer(*self._defer)
        if self._only:
            found = found.only(*self._only)
        return found.select_related(*self._related) if self._related else found

    def _compile(self, count: int) -> "_Compiled":
        queryset = self._query(*_STAND_INS[:count])
        columns = Columns(queryset.model)
        columns.load(self._loaded(queryset.model))
        columns.annotate(self._annotations)
        for name in self._related:
            columns.join(name)
        return _Compiled(queryset, columns, count)

    def _loaded(self, model: type[Model]) -> list[AnyField]:
        fields: Sequence[AnyField] = model._meta.concrete_fields
        wanted = set(self._only or [field.name for field in fields]) - set(self._defer)
        return [field for field in fields if field.name in wanted]


def _read(model: type[Model], names: Sequence[str], values: Sequence[Any]) -> Any:
    """What `model.from_db` makes of a row, but no signal is sent and no column asked whether it came.

    Signals of this kind are for fields of files, of which there are none.
    """
    made = model.__new__(model)
    made._state = state = ModelState()
    state.adding, state.db = False, DEFAULT_DB_ALIAS
    made.__dict__.update(zip(names, values, strict=True))
    return made


class _Joined(NamedTuple):
    """The columns of a row to which a foreign key leads."""

    name: str
    model: Any
    loaded: list[str]
    columns: slice
    key: int  # the column that is empty where there is no such row

    def instance(self, values: Sequence[Any]) -> Any:
        """That row as an instance of its model, or None."""
        if values[self.key] is None:
            return None
        return _read(self.model, self.loaded, values[self.columns])


class Columns:
    """The columns of a query in order, and how a row of them becomes an instance."""

    def __init__(self, model: type[Model]) -> None:
        self.paths: list[str] = []  # as `values_list` takes them
        self._model = model
        self._loaded: list[str] = []
        self._annotations: list[tuple[str, int]] = []
        self._joined: list[_Joined] = []
        self._converters: list[tuple[int, Callable[..., Any], Value]] = []

    def load(self, fields: Sequence[AnyField]) -> None:
        """Begin with these fields of the model itself."""
        self._loaded = [self._add(field.attname, field) for field in fields]

    def annotate(self, annotations: Mapping[str, AnyField]) -> None:
        """Add annotations, each with its type."""
        self._annotations = [
            (self._add(name, kind), len(self.paths) - 1) for name, kind in annotations.items()
        ]

    def join(self, name: str) -> None:
        """Add all columns of the row to which the foreign key of this name leads."""
        model: Any = self._model._meta.get_field(name).related_model
        fields, start = model._meta.concrete_fields, len(self.paths)
        for field in fields:
            self._add(f"{name}__{field.attname}", field)
        columns, key = slice(start, len(self.paths)), start + fields.index(model._meta.pk)
        self._joined.append(_Joined(name, model, [field.attname for field in fields], columns, key))

    def instance(self, row: Sequence[Any]) -> Any:
        """The row as an instance of the model."""
        values = list(row)
        for place, convert, expression in self._converters:
            values[place] = convert(values[place], expression, connection)
        made: Any = _read(self._model, self._loaded, values[: len(self._loaded)])
        for name, place in self._annotations:
            setattr(made, name, values[place])
        for each in self._joined:
            setattr(made, each.name, each.instance(values))
        return made

    def _add(self, path: str, field: AnyField) -> str:
        expression = Value(None, output_field=field)
        of_database = connection.ops.get_db_converters(expression)
        for convert in (*of_database, *field.get_db_converters(connection)):
            self._converters.append((len(self.paths), convert, expression))
        self.paths.append(path)
        return path


class _Compiled:
    """The SQL of one query, and where in its parameters the numbers stand."""

    def __init__(self, queryset: QuerySet[Any, Any], columns: Columns, count: int) -> None:
        query: Any = queryset.values_list(*columns.paths).query
        self._sql, self._parameters = query.sql_with_params()
        self._locks = query.select_for_update and connection.features.has_select_for_update
        self._columns = columns
        self._places = [
            (place, _STAND_INS.index(each), type(each))  # psycopg has a type for each width of number
            for place, each in enumerate(self._parameters)
            if isinstance(each, int) and each in _STAND_INS
        ]
        if {number for _, number, _ in self._places} != set(range(count)):
            raise ValueError(
                f"Expected each number as a parameter, but got {self._parameters} for {self._sql}"
            )

    def rows(self, numbers: Sequence[int]) -> list[Any]:
        """What the database answers for these numbers."""
        if self._locks and connection.get_autocommit():
            raise TransactionManagementError("select_for_update cannot be used outside of a transaction.")
        parameters = list(self._parameters)
        for place, number, kind in self._places:
            parameters[place] = kind(numbers[number])
        with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
            cursor.execute(self._sql, parameters)
            return [self._columns.instance(row) for row in cursor.fetchall()]


def row_update(row: Model, names: Sequence[str]) -> None:
    """Write the fields of these names, as `row.save(update_fields=names)` does, without its signals.

    Raises DatabaseError if there is no such row any more.
    """
    here = connections[DEFAULT_DB_ALIAS]
    words, fields = _update_words(type(row), tuple(names), here.vendor)
    values = [field.get_db_prep_save(getattr(row, field.attname), here) for field in fields]
    with here.cursor() as cursor:
        cursor.execute(words, [*values, row.pk])
        if cursor.rowcount != 1:
            raise DatabaseError(f"Expected to update one row, but got {cursor.rowcount}: {row!r} is gone")


@lru_cache(maxsize=1000)  # of seats, the columns that a move changes are many, but not all combinations
def _update_words(model: type[Model], names: tuple[str, ...], vendor: str) -> tuple[str, list[AnyField]]:
    """The SQL in the words of this database, and the fields whose values it takes before the key."""
    quote, meta = connection.ops.quote_name, model._meta
    fields: list[AnyField] = [meta.get_field(name) for name in names]  # type: ignore[misc]
    columns = ", ".join(f"{quote(str(field.column))} = %s" for field in fields)
    key = quote(str(meta.pk.column))
    return f"UPDATE {quote(meta.db_table)} SET {columns} WHERE {key} = %s", fields  # noqa: S608  # names of ours


def rows_insert(rows: Sequence[Model]) -> None:
    """Write new rows of one model and give each its key, as `bulk_create` does for a few rows.

    The model has a key that the database counts up, and a value of its own for each other field.
    """
    if not rows:
        return
    here = connections[DEFAULT_DB_ALIAS]
    words, fields = _insert_words(type(rows[0]), len(rows), here.vendor)
    values = [field.get_db_prep_save(field.pre_save(row, add=True), here) for row in rows for field in fields]
    with here.cursor() as cursor:
        cursor.execute(words, values)
        keys = cursor.fetchall()
    for row, (key,) in zip(rows, keys, strict=True):
        row.pk, row._state.adding, row._state.db = key, False, DEFAULT_DB_ALIAS


@lru_cache(maxsize=100)  # a move writes a handful of plies and notices at most
def _insert_words(model: type[Model], count: int, vendor: str) -> tuple[str, list[AnyField]]:
    """The SQL for so many rows, and the fields of each."""
    quote, meta = connection.ops.quote_name, model._meta
    fields: list[AnyField] = [field for field in meta.concrete_fields if field is not meta.pk]
    columns = ", ".join(quote(str(field.column)) for field in fields)
    places = ", ".join([f"({', '.join(['%s'] * len(fields))})"] * count)
    table, key = quote(meta.db_table), quote(str(meta.pk.column))
    return f"INSERT INTO {table} ({columns}) VALUES {places} RETURNING {key}", fields  # noqa: S608  # names of ours
