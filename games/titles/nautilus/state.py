"""The complete state of a game of 20,000 Miles under the Sea, and its moves."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal, TypeAlias

import msgspec

from games.engine.contract import Outcome, Seat
from games.titles.nautilus.cards import PILES, REVERSE, CardId, ChipId, PileName, SpecialId
from games.titles.nautilus.ocean import Ocean, Place, Submarine
from games.titles.nautilus.scoring import Board, RoundCount, Square


class Commit(msgspec.Struct, frozen=True, tag="commit", forbid_unknown_fields=True):
    """A hand card for this turn, perhaps with a special card (NA-8)."""

    card: CardId
    special: SpecialId | None


class Steer(msgspec.Struct, frozen=True, tag="steer", forbid_unknown_fields=True):
    """One step of the submarine (NA-11), or the step that an arrow asks for (NA-13)."""

    axis: str
    step: int


class Swap(msgspec.Struct, frozen=True, tag="swap", forbid_unknown_fields=True):
    """Use a sailor from the hand: two of the seat's chips change places (NA-11)."""

    a: Square
    b: Square


class Trade(msgspec.Struct, frozen=True, tag="trade", forbid_unknown_fields=True):
    """Use a helmet from the hand: one of the seat's chips and another seat's chip change places (NA-11)."""

    mine: Square
    seat: Seat
    theirs: Square


class Skip(msgspec.Struct, frozen=True, tag="skip", forbid_unknown_fields=True):
    """Do nothing with a sailor or a helmet from the hand (NA-11)."""


class Anchor(msgspec.Struct, frozen=True, tag="anchor", forbid_unknown_fields=True):
    """Choose what an anchor becomes (NA-13)."""

    to: str  # "board" or "card"


class SkipSpecial(msgspec.Struct, frozen=True, tag="skip-special", forbid_unknown_fields=True):
    """Give up the special card (NA-15)."""


class Shift(msgspec.Struct, frozen=True, tag="shift", forbid_unknown_fields=True):
    """Use the special sailor: one of the seat's chips goes into the leftmost free square of a row (NA-15)."""

    chip: Square
    row: int


class Fish(msgspec.Struct, frozen=True, tag="fish", forbid_unknown_fields=True):
    """Use the special helmet: exchange one of the seat's chips for a white-backed chip in the ocean (NA-15)."""

    mine: Square
    place: Place


class Ring(msgspec.Struct, frozen=True, tag="ring", forbid_unknown_fields=True):
    """Use the bell: another seat's chip goes into the leftmost free square of one of the seat's rows (NA-15)."""

    seat: Seat
    chip: Square
    row: int


class Globe(msgspec.Struct, frozen=True, tag="globe", forbid_unknown_fields=True):
    """Use the globe: make one more step, on any axis (NA-15)."""

    axis: str
    step: int


class Renumber(msgspec.Struct, frozen=True, tag="renumber", forbid_unknown_fields=True):
    """Use the numbers: deal the number chips in any order (NA-15)."""

    order: tuple[Seat, ...]


Move: TypeAlias = (
    Commit | Steer | Swap | Trade | Skip | Anchor | SkipSpecial | Shift | Fish | Ring | Globe | Renumber
)  # fmt: skip


class Sailing(msgspec.Struct, frozen=True):
    """The progress of the sailing seat (NA-10)."""

    hand: bool  # its hand card is still to be carried out
    special: bool  # its special card is still to be used or given up
    asked: Literal["", "anchor", "arrow"] = ""  # the question to be answered first
    arrows: tuple[ChipId, ...] = ()  # arrows already used in this sailing (NA-13)


@dataclass(frozen=True, eq=False)
class Ruleset:
    """Chips and numbers that differ between rules versions."""

    piles: Mapping[PileName, tuple[ChipId, ...]] = field(default_factory=lambda: PILES)  # NA-3
    turns: int = 12  # per round, at most (NA-16)


class State(msgspec.Struct, frozen=True):
    """A position. Boards, hands and specials have one entry per seat; piles have the next chip or card first."""

    ruleset: ClassVar[Ruleset] = Ruleset()

    rounds: Literal[3, 5]
    commit: Literal["open", "sealed"]
    submarine: Submarine
    ocean: Ocean
    piles: dict[PileName, tuple[ChipId, ...]]
    special_pile: tuple[SpecialId, ...]  # the first is face up
    boards: tuple[Board, ...]
    hands: tuple[
        tuple[CardId, ...], ...
    ]  # cards not played before this turn, including those committed in it
    specials: tuple[tuple[SpecialId, ...], ...]  # cards owned, until they are used or given up
    order: tuple[Seat, ...]  # the seats that are still in, number chip 1 first
    round: int = 1
    turn: int = 0  # number of turns begun before this one
    round_turn: int = 1  # 1..12 within the round
    commits: dict[Seat, Commit] = {}  # of the current turn
    queue: tuple[Seat, ...] = ()  # the seats that have yet to sail in this turn; the first is sailing
    sailing: Sailing | None = None  # None in stage 1
    stars: tuple[int, ...] = ()  # the places of face-up stars, in the order in which they were turned up
    closing: bool = False  # a row of the round was filled: the round ends after this turn (NA-16)
    gone: tuple[ChipId, ...] = ()  # chips out of the game
    counts: tuple[RoundCount, ...] = ()  # one per finished round
    left: tuple[Seat, ...] = ()  # in the order in which they left
    outcome: Outcome | None = None


def is_revealed(state: State) -> bool:
    """Whether the commits of the current turn are face up: at once or, if sealed, once all have committed (NA-8)."""
    return state.commit == "open" or state.sailing is not None


def pending_special(state: State, seat: Seat) -> SpecialId | None:
    """The special card that the seat has committed and neither used nor given up."""
    commit = state.commits.get(seat)
    if commit is None:
        return None
    if state.sailing is not None and not _is_to_come(state, state.sailing, seat, commit):
        return None
    return commit.special


def _is_to_come(state: State, sailing: Sailing, seat: Seat, commit: Commit) -> bool:
    if seat not in state.queue or commit.special == REVERSE:  # NA-9: used before anybody sails
        return False
    return sailing.special or seat != state.queue[0]
