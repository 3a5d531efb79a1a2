"""The complete state of a game of Captivate, and its moves."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal, TypeAlias

import msgspec

from games.engine.contract import Outcome, Seat
from games.titles.captivate.cards import CARDS, Card, CardId
from games.titles.captivate.grid import Cell, Laid


@dataclass(frozen=True, eq=False)
class Ruleset:
    """Cards and numbers that differ between rules versions; a card's id contains its element and value."""

    cards: Mapping[CardId, Card] = field(default_factory=lambda: CARDS)
    hand: int = 5  # cards dealt to a hand (CV-4), and the number to which it is refilled (CV-11)
    barren_rounds: int = (
        5  # after this many throws in a row in which nobody dropped out, a winner is drawn by lot (CV-15)
    )


class Play(msgspec.Struct, frozen=True, tag="play", forbid_unknown_fields=True):
    """Play a card from hand in an empty cell (CV-7)."""

    card: CardId
    cell: Cell


class Capture(msgspec.Struct, frozen=True, tag="capture", forbid_unknown_fields=True):
    """Play a card from hand on a face-down card, which is set aside (CV-7)."""

    card: CardId
    cell: Cell


class End(msgspec.Struct, frozen=True, tag="end", forbid_unknown_fields=True):
    """End the turn (CV-7, CV-10)."""


class Throw(msgspec.Struct, frozen=True, tag="throw", forbid_unknown_fields=True):
    """Throw rock, paper or scissors, in secret (CV-15)."""

    hand: str  # "rock", "paper" or "scissors"


Move: TypeAlias = Play | Capture | End | Throw


class Throwing(msgspec.Struct, frozen=True):
    """The throws that decide between seats tied for first (CV-15)."""

    tied: tuple[Seat, ...]  # when play ended
    still_in: tuple[Seat, ...]
    hands: dict[Seat, str] = {}  # throws of the current round
    barren: int = 0  # rounds in a row in which nobody dropped out


class State(msgspec.Struct, frozen=True):
    """A position. Piles, hands and `gone` have one entry per seat."""

    ruleset: ClassVar[Ruleset] = Ruleset()

    memory: Literal["assisted", "strict"]
    seat: Seat  # whose turn it is
    turn: int  # number of turns begun before this one
    field: tuple[Laid, ...]
    deck: tuple[CardId, ...]  # the next card to draw first
    hands: tuple[tuple[CardId, ...], ...]
    piles: tuple[tuple[CardId, ...], ...]
    gone: tuple[tuple[CardId, ...], ...]  # cards that leaving seats took out of the game (CV-19)
    set_aside: tuple[CardId, ...] = ()  # captured in the current turn
    laid: int = 0  # cards played in the current turn
    awaited: tuple[Seat, ...] | None = (
        None  # the last turns still to come; None before the last round (CV-12)
    )
    left: tuple[Seat, ...] = ()  # in the order in which they left
    scores: tuple[int, ...] | None = None  # once play has ended (CV-14)
    reason: str = ""  # why play ended
    throwing: Throwing | None = None
    outcome: Outcome | None = None


def is_played_out(state: State) -> bool:
    """Whether play has ended, so that everything except a secret throw is shown (CV-14)."""
    return bool(state.reason)
