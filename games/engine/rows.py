"""Tuples with one row per seat, as frozen states keep them."""

from typing import TypeVar

__all__ = ["with_row"]

T = TypeVar("T")


def with_row(rows: tuple[T, ...], place: int, row: T) -> tuple[T, ...]:
    """The rows with the one at `place` replaced."""
    return (*rows[:place], row, *rows[place + 1 :])
