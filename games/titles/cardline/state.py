"""The complete state of a game of Cardline, and its one move.

A card has its value for the trait in play wherever it is, so the state is enough to continue the game, and no later
edit of a deck can change a running game. Names, notes and the other traits are not needed for that. They are stored
once, in the deck's edition (`deck.registry`); the state, which is written with every move, contains only the
edition's digest. A deck given as data is stored in the state, because no other process could find it by its digest.
"""

from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple, TypeAlias

import msgspec

from games.engine.contract import Outcome, Seat
from games.titles.cardline.deck import Deck, Digest, Trait

CardId: TypeAlias = str


class Card(NamedTuple):
    """A card in play."""

    id: CardId
    value: int  # of the trait in play


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Move one of the seat's cards into the line (CL-6)."""

    type: Literal["place"]  # a field rather than a tag, because msgspec lets a single struct omit its tag
    card: CardId
    slot: int  # 0 is the left end


Move: TypeAlias = Place


class Placed(msgspec.Struct, frozen=True):
    """The latest turn of a seat."""

    card: Card
    slot: int  # in the line before the turn
    right: bool
    turn: int


@dataclass(frozen=True, eq=False)
class Ruleset:
    """The parts of the rules that differ between rules versions."""

    # The edition that the bundled deck's slug means, whatever ships later: tables store the slug, and replays,
    # exports and checks run their set-up again.
    bundled: Digest = "6f6531eed046abf216a9f214c25b4e6e"
    last_shuffle: int = 3  # of the box: it makes the current round the last (CL-13)
    barren_rounds: int = 5  # this many in a row end the game (CL-13)


class State(msgspec.Struct, frozen=True):
    """A position. Hands, `out` and `last` have one entry per seat."""

    ruleset: ClassVar[Ruleset] = Ruleset()

    edition: str  # digest of the deck in play
    trait: Trait
    line: tuple[Card, ...]  # in the order of their values
    deck: tuple[Card, ...]  # the next card to take comes first
    hands: tuple[tuple[Card, ...], ...]
    out: tuple[int | None, ...]  # the round in which it went out; None: still in
    last: tuple[Placed | None, ...]
    box: tuple[Card, ...] = ()  # oldest first
    seat: Seat = 0  # whose turn it is
    turn: int = 0  # number of turns begun before this one
    round: int = 0  # number of rounds begun before this one
    knockout: int = 0  # knock-out rounds begun, this one included; 0 before the first
    barren: int = 0  # knock-out rounds in a row in which nobody went out (CL-13)
    shuffles: int = 0  # times that the box became the deck (CL-13)
    told: tuple[CardId, ...] = ()  # cards whose value was shown before the box became the deck
    left: tuple[Seat, ...] = ()  # in the order in which they left
    own: Deck | None = None  # the deck, if it was given as data
    outcome: Outcome | None = None


def is_in(state: State, seat: Seat) -> bool:
    """Whether the seat is still in the game."""
    return seat in range(len(state.out)) and state.out[seat] is None


def seats_in(state: State) -> list[Seat]:
    """All seats that are still in, lowest first."""
    return [seat for seat, out in enumerate(state.out) if out is None]
