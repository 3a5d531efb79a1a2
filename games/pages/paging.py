"""Pages of long lists. Each page is found by an index, so every page is as cheap as the first."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db.models import Model, QuerySet

PAGE = 20  # rows per page

R = TypeVar("R", bound=Model)


@dataclass(frozen=True)
class Slice(Generic[R]):
    """Some rows, newest first, and where the older ones begin."""

    rows: tuple[R, ...]
    before: int | None  # key for the next page; None on the last page

    def __iter__(self) -> Iterator[R]:
        return iter(self.rows)


def slice_of(rows: QuerySet[R], before: int | None, *, key: str = "pk", size: int = PAGE) -> Slice[R]:
    """The first `size` rows whose key is below `before`."""
    ordered = rows.order_by(f"-{key}")
    if before is not None:
        ordered = ordered.filter(**{f"{key}__lt": before})
    found: list[Any] = list(ordered[: size + 1])
    more = len(found) > size
    return Slice(tuple(found[:size]), getattr(found[size - 1], key) if more else None)
