"""The complete state of a game of Blank, and its moves."""

from typing import TypeAlias

import msgspec

from games.engine.contract import Outcome, Seat
from tests.blank_title.blank.cards import Card

HAND = 3  # cards dealt to each seat (BL-2)


class Lay(msgspec.Struct, frozen=True, tag="lay", forbid_unknown_fields=True):
    """A card from hand, face up (BL-3)."""

    card: Card


Move: TypeAlias = Lay


class State(msgspec.Struct, frozen=True):
    """A position; `hands` and `laid` hold one entry per seat."""

    seat: Seat  # whose turn it is
    deck: tuple[Card, ...]
    hands: tuple[tuple[Card, ...], ...]
    laid: tuple[Card | None, ...]
    left: tuple[Seat, ...] = ()  # in the order of leaving
    outcome: Outcome | None = None
