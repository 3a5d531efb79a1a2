"""The complete truth of a game of Captivate, and its moves."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal, TypeAlias

import msgspec

from games.engine.contract import Outcome, Seat
from games.titles.captivate.cards import CARDS, Card, CardId
from games.titles.captivate.grid import Cell, Laid

__all__ = ["Capture", "End", "Move", "Play", "Ruleset", "State", "Throw", "Throwing", "is_played_out"]


@dataclass(frozen=True, eq=False)
class Ruleset:
    """Cards and numbers that a rules version may have otherwise; the element and value of a card are in its id."""

    cards: Mapping[CardId, Card] = field(default_factory=lambda: CARDS)
    hand: int = 5  # cards that are dealt to a hand (CV-4), and up to which it is filled (CV-11)
    barren_rounds: int = (
        5  # after so many throws in a row in which nobody dropped out, the winner is drawn (CV-15)
    )


class Play(msgspec.Struct, frozen=True, tag="play", forbid_unknown_fields=True):
    """A card from hand into an empty cell (CV-7)."""

    card: CardId
    cell: Cell


class Capture(msgspec.Struct, frozen=True, tag="capture", forbid_unknown_fields=True):
    """A card from hand on top of a face-down card, which is set aside (CV-7)."""

    card: CardId
    cell: Cell


class End(msgspec.Struct, frozen=True, tag="end", forbid_unknown_fields=True):
    """The end of the turn (CV-7, CV-10)."""


class Throw(msgspec.Struct, frozen=True, tag="throw", forbid_unknown_fields=True):
    """Rock, paper or scissors, in secret (CV-15)."""

    hand: str  # "rock", "paper" or "scissors"


Move: TypeAlias = Play | Capture | End | Throw


class Throwing(msgspec.Struct, frozen=True):
    """The throws that decide between seats tied for first (CV-15)."""

    tied: tuple[Seat, ...]  # when play ended
    still_in: tuple[Seat, ...]
    hands: dict[Seat, str] = {}  # throws of the running round
    barren: int = 0  # rounds in a row in which nobody dropped out


class State(msgspec.Struct, frozen=True):
    """A position. Piles, hands and `gone` hold one entry per seat."""

    ruleset: ClassVar[Ruleset] = Ruleset()

    memory: Literal["assisted", "strict"]
    seat: Seat  # whose turn it is
    turn: int  # number of turns begun before this one
    field: tuple[Laid, ...]
    deck: tuple[CardId, ...]  # the next card to draw first
    hands: tuple[tuple[CardId, ...], ...]
    piles: tuple[tuple[CardId, ...], ...]
    gone: tuple[tuple[CardId, ...], ...]  # what leavers took out of the game (CV-19)
    set_aside: tuple[CardId, ...] = ()  # captured in the running turn
    laid: int = 0  # cards laid in the running turn
    awaited: tuple[Seat, ...] | None = (
        None  # the last turns still to come; None before the last round (CV-12)
    )
    left: tuple[Seat, ...] = ()  # in the order in which they left
    scores: tuple[int, ...] | None = None  # once play has ended (CV-14)
    reason: str = ""  # what ended play
    throwing: Throwing | None = None
    outcome: Outcome | None = None


def is_played_out(state: State) -> bool:
    """Whether play has ended, so that everything but a running throw is shown (CV-14)."""
    return bool(state.reason)
