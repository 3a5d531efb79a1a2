"""Pages of long lists, each found by an index; and numbers in URLs and posts."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django import forms
from django.db.models import Model, QuerySet
from django.http import HttpRequest, QueryDict

from games.errors import MalformedInput

NUMBER = re.compile(r"[0-9]{1,18}")  # 18 digits always fit into a database column


class NumberField(forms.RegexField):
    """A whole number as our own pages write it: only ASCII digits."""

    def __init__(self, **options: Any) -> None:
        super().__init__(rf"\A{NUMBER.pattern}\Z", **options)

    def clean(self, value: Any) -> int | None:
        """The number; None if the field is empty and not required."""
        word: str = super().clean(value)
        return int(word) if word else None


def number_in(data: QueryDict, name: str, digits: int = 18) -> int | None:
    """The number in this field of a query or a post; None if it is missing or not as our own pages write it."""
    word = data.get(name, "")
    return int(word) if NUMBER.fullmatch(word) and len(word) <= digits else None


def posted_number(request: HttpRequest, name: str, digits: int = 18) -> int:
    """The number in this field of a post. Raises MalformedInput."""
    found = number_in(request.POST, name, digits)
    if found is None:
        raise MalformedInput
    return found


def page_key_in(request: HttpRequest) -> int | None:
    """The page key in `?before=`; None for the first page and for invalid values."""
    return number_in(request.GET, "before")


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
