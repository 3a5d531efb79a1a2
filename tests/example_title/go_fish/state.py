"""The complete state of a game of Go Fish, and its moves."""

from typing import TypeAlias

import msgspec

from games.engine.contract import Outcome, Seat
from tests.example_title.go_fish.cards import Card, Rank

BOOK = 4  # cards of one rank (GF-6)


class Ask(msgspec.Struct, frozen=True, tag="ask", forbid_unknown_fields=True):
    """A question to a seat for all its cards of a rank (GF-3)."""

    seat: Seat
    rank: Rank


Move: TypeAlias = Ask


class State(msgspec.Struct, frozen=True):
    """A position; `hands` and `books` hold one entry per seat."""

    seat: Seat  # whose turn it is
    stock: tuple[Card, ...]  # the next card to draw first
    hands: tuple[tuple[Card, ...], ...]
    books: tuple[tuple[Rank, ...], ...]
    gone: tuple[Rank, ...] = ()  # books of leavers (GF-9)
    left: tuple[Seat, ...] = ()  # in the order of leaving
    outcome: Outcome | None = None
