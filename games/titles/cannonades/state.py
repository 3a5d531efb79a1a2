"""The complete state of a game of Cannonades, and its moves."""

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from games.engine.contract import Outcome, Seat
from games.titles.cannonades.cards import DECK, Face

BERTHS = 4  # of a seat (CN-8)


@dataclass(frozen=True, eq=False)
class Ruleset:
    """Cards and numbers that differ between rules versions."""

    deck: tuple[Face, ...] = DECK
    hand: int = 5  # cards dealt (CN-5); also the total of a seat's ships and its first draw (CN-7)
    actions: int = 4  # in a turn (CN-8)


EFFECTS = ("draw", "discard", "reveal", "pass")  # of a grin (CN-10)


class Redraw(msgspec.Struct, frozen=True, tag="redraw", forbid_unknown_fields=True):
    """Show the opening hand and take another one (CN-5)."""


class Keep(msgspec.Struct, frozen=True, tag="keep", forbid_unknown_fields=True):
    """Keep the opening hand; it can't be exchanged later (CN-5)."""


class Add(msgspec.Struct, frozen=True, tag="add", forbid_unknown_fields=True):
    """Add a ship from hand, face down, in the lowest free berth (CN-8)."""

    card: Face


class Shoot(msgspec.Struct, frozen=True, tag="shoot", forbid_unknown_fields=True):
    """Fire a cannonade from hand at another seat's ship (CN-8)."""

    card: Face
    seat: Seat
    berth: int


class Board(msgspec.Struct, frozen=True, tag="board", forbid_unknown_fields=True):
    """Attack another seat's ship with one of the seat's own face-up ships (CN-8)."""

    berth: int  # the seat's own
    seat: Seat
    target: int  # the other seat's berth


class Draw(msgspec.Struct, frozen=True, tag="draw", forbid_unknown_fields=True):
    """Discard a card from hand for one from the deck, and one more for each of its grins (CN-8)."""

    card: Face


class End(msgspec.Struct, frozen=True, tag="end", forbid_unknown_fields=True):
    """End the actions (CN-8)."""


class Discard(msgspec.Struct, frozen=True, tag="discard", forbid_unknown_fields=True):
    """Discard a card from hand, because the hand is too large (CN-9) or because a grin demands it (CN-10)."""

    card: Face


class Grin(msgspec.Struct, frozen=True, tag="grin", forbid_unknown_fields=True):
    """Use a grin, against the attacker or for its owner (CN-10)."""

    effect: str  # one of EFFECTS
    berth: int | UnsetType = UNSET  # the attacker's, for "reveal" only

    def __post_init__(self) -> None:
        """Raise ValueError if the berth is missing, or if the effect takes none."""
        if self.effect in EFFECTS and (self.effect == "reveal") is (self.berth is UNSET):
            raise ValueError(f"Expected a berth for 'reveal' only, but got {self.berth} for {self.effect!r}")


class Salvage(msgspec.Struct, frozen=True, tag="salvage", forbid_unknown_fields=True):
    """Take a cannonade from the discard pile (CN-15, CN-16)."""

    card: Face


Move: TypeAlias = Redraw | Keep | Add | Shoot | Board | Draw | End | Discard | Grin | Salvage

Phase: TypeAlias = Literal["set-up", "actions", "discarding", "salvaging", "over"]
Decision: TypeAlias = Phase | Literal["answering", "forced-discard"]


class Ship(msgspec.Struct, frozen=True):
    """A ship on the table."""

    face: Face
    up: bool = False


Row: TypeAlias = tuple[Ship | None, ...]  # the BERTHS of one seat, None where one is free


class Answer(msgspec.Struct, frozen=True):
    """A grin that its owner has yet to use against the seat that caused it (CN-10, CN-11). Public."""

    seat: Seat  # the seat that answers
    against: Seat  # the attacker
    ship: Face
    cause: Literal["turned-up", "sunk", "boarding"]


class Redraws(msgspec.Struct, frozen=True):
    """A round of choices about opening hands with fewer than two ships (CN-5)."""

    asked: tuple[Seat, ...]
    chosen: dict[Seat, bool] = {}  # True to redraw; secret until all have chosen
    kept: tuple[Seat, ...] = ()  # in earlier rounds


class State(msgspec.Struct, frozen=True):
    """A position. Hands, ships and `begun` have one entry per seat; hands and discards are sorted by `in_order`."""

    ruleset: ClassVar[Ruleset] = Ruleset()

    phase: Phase
    seat: Seat  # whose turn it is, or which seat salvages; 0 in the set-up
    turn: int  # from 1, 0 in the set-up
    actions: int  # left in the current turn
    deck: tuple[Face, ...]  # the next card to draw first; empty only in the stand-off
    discards: tuple[Face, ...]
    hands: tuple[tuple[Face, ...], ...]
    ships: tuple[Row, ...]
    begun: tuple[int, ...]  # number of turns begun, including the current one and interrupted ones
    redraws: Redraws | None = None  # in the set-up
    queue: tuple[Answer, ...] = ()  # the first one is being answered (CN-11)
    owed: bool = False  # the first answer was "discard", and the attacker has yet to discard
    starter: Seat | None = None  # the seat that drew the last card of the deck (CN-15)
    awaited: tuple[Seat, ...] = ()  # seats whose turns in the stand-off are still to come (CN-16)
    out: tuple[Seat, ...] = ()  # in the order in which they were eliminated
    left: tuple[Seat, ...] = ()  # in the order in which they left
    outcome: Outcome | None = None


def decision(state: State) -> Decision:
    """The current decision: answers take precedence over the phase that they interrupt."""
    if state.queue:
        return "forced-discard" if state.owed else "answering"
    return state.phase


def asked_seat(state: State) -> Seat:
    """The seat that must decide, outside the set-up."""
    if state.queue:
        answer = state.queue[0]
        return answer.against if state.owed else answer.seat
    return state.seat


def is_in(state: State, seat: Seat) -> bool:
    """Whether this is a seat of the game that is still in."""
    return seat in range(len(state.hands)) and seat not in state.out and seat not in state.left


def count_in(state: State) -> int:
    """The number of seats still in."""
    return len(state.hands) - len(state.out) - len(state.left)


def hand_limit(state: State) -> int:
    """The number of cards that a seat may hold at the end of its turn (CN-9)."""
    return count_in(state) + 1


def has_ship(state: State, seat: Seat) -> bool:
    """Whether the seat has a ship on the table."""
    return any(state.ships[seat])


def is_first_turn(state: State) -> bool:
    """Whether the current turn is the first turn of its seat, in the stand-off or not (CN-8)."""
    return state.begun[state.seat] == 1
