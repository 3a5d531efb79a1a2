"""Short names, for addresses, of what one may choose: squares, rows, places, seats.

`b1-2-3` is the square [2, 3] of seat 1, `r2` a row of one's own, `o4-1` the place [4, -1], `s1` a seat; cards go by
their ids.
"""

from collections.abc import Sequence
from typing import TypeAlias

from games.engine.contract import Seat

__all__ = ["Token", "place_token", "row_token", "seat_token", "square_token"]

Token: TypeAlias = str


def square_token(seat: Seat, square: Sequence[int]) -> Token:
    """A square of a seat's scoreboard."""
    return f"b{seat}-{square[0]}-{square[1]}"


def row_token(row: int) -> Token:
    """A row of one's own."""
    return f"r{row}"


def place_token(place: Sequence[int]) -> Token:
    """A place of the ocean."""
    return f"o{place[0]}-{-place[1]}"


def seat_token(seat: Seat) -> Token:
    """A seat, where an order of seats is asked for."""
    return f"s{seat}"
