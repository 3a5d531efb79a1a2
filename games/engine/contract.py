"""The interface that every title implements.

A `Game` is a value: a record of pure functions over frozen states. Only `engine.play` calls `apply` and `leave`.
The contract suite (`tests/engine/test_contract.py`) checks every title against it.

`docs/GLOSSARY.md` explains the terms. A seat is a number 0..n-1; where None is allowed, it means a spectator.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec

from games.engine.chance import Chance


class EngineError(Exception):
    """Input that a game rejects; the state stays as it was. Codes are stable and part of the public protocol."""

    code = "error"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class Malformed(EngineError):
    """Doesn't match the rule sheet's format: an unknown type or key, or a value of the wrong kind."""

    code = "malformed"


class Illegal(EngineError):
    """Well formed, but not allowed: an unknown card, a number out of range, not this seat's move."""

    code = "illegal"


Seat: TypeAlias = int
Facts: TypeAlias = dict[str, Any]  # JSON values by name
Options: TypeAlias = Mapping[str, Any]  # every option of the title, by name
Orders: TypeAlias = Mapping[str, str]  # standing orders of one seat: the chosen value by name
Observation: TypeAlias = msgspec.Struct  # one frozen class per title; everything in it can be written as JSON

S = TypeVar("S", bound=msgspec.Struct)
M = TypeVar("M", bound=msgspec.Struct)


class Option(msgspec.Struct, frozen=True):
    """A choice made when a table is opened."""

    name: str
    values: tuple[
        Any, ...
    ]  # the default first; empty if any value of `type` may be chosen, which `setup` then checks
    type: Any = str  # the type to which msgspec converts the value
    fallback: Any = None  # the default if `values` is empty

    @property
    def default(self) -> Any:
        """The value used if the host chooses none."""
        return self.values[0] if self.values else self.fallback


class Order(msgspec.Struct, frozen=True):
    """A standing order for answers out of turn. Its first value means: ask the player."""

    name: str
    values: tuple[str, ...]


class Event(msgspec.Struct, frozen=True):
    """A fact of the game: a public part, and private parts for some seats. It contains no English."""

    type: str
    public: Facts
    private: dict[Seat, Facts] = {}

    def facts_for(self, seat: Seat | None) -> Facts:
        """The facts that `seat` may read while the game runs."""
        mine = self.private.get(seat) if seat is not None else None
        return {**self.public, **mine} if mine else self.public

    def all_facts(self) -> Facts:
        """All facts, public and private, for the log of a finished game; private parts that differ are in `by_seat`."""
        first, *others = self.private.values() or ({},)
        if all(other == first for other in others):
            return {**self.public, **first}
        return {**self.public, "by_seat": [{"seat": seat, **facts} for seat, facts in self.private.items()]}


class Step(msgspec.Struct, Generic[S], frozen=True):
    """The result of one ply.

    `undoable` promises that the ply used no chance and showed its seat nothing hidden, so that the seat may take it
    back until somebody else acts. If it ended the seat's turn, it has shown nothing hidden to anybody.
    """

    state: S
    events: tuple[Event, ...]
    undoable: bool = False

    def after(self, *events: Event) -> "Step[S]":
        """The same step, with these events before its own."""
        return Step(self.state, (*events, *self.events), self.undoable)


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended. 1 is the best rank; a rank is 1 plus the number of seats ranked better."""

    reason: str
    ranks: tuple[int, ...]  # one per seat
    scores: tuple[int, ...] | None = None  # one per seat; None in games without scores


def tell(state: Any, seat: Seat | None, event: Event) -> Facts:
    """The default `recall`: the facts that `seat` could read when the event happened."""
    return event.facts_for(seat)


def stored_outcome(state: Any) -> Outcome | None:
    """The default `outcome`: the field of that name in the state."""
    ended: Outcome | None = state.outcome
    return ended


def never_fades(state: Any) -> bool:
    """For titles that may always remind players of everything they have seen."""
    return False


def never_an_answer(state: Any, seat: Seat) -> bool:
    """For titles that never ask a seat during another seat's turn."""
    return False


def never_forced(state: Any, seat: Seat) -> None:
    """For titles in which a move is never publicly forced."""


def never_left_to_player(state: Any, seat: Seat, move: Any) -> bool:
    """For titles whose forced moves show, remove and decide nothing."""
    return False


def no_orders(state: Any, seat: Seat, orders: Orders) -> None:
    """For titles without standing orders."""


@dataclass(frozen=True)
class Game(Generic[S, M]):
    """One title. All functions are pure: they change no state and depend only on their arguments."""

    slug: str
    seats: range  # the supported numbers of players
    rules_version: int  # raised with every change of the rules (docs/adding-a-title.md, 7)
    max_plies: int  # no game takes more plies
    reasons: tuple[str, ...]  # every reason for the end of a game, including `left`
    options: tuple[Option, ...]
    state_type: type[S]
    move_type: Any  # a tagged union of frozen structs: the rule sheet's JSON format

    setup: Callable[[int, Options, Chance], Step[S]]
    """(seats, options, chance) -> the first state. Raises Illegal if these options can't be combined."""
    to_act: Callable[[S], frozenset[Seat]]
    """The seats that are asked to move: several if they move at the same time; none if and only if the game is over."""
    legal_moves: Callable[[S, Seat], tuple[M, ...]]
    """All moves of `seat`, without duplicates; they depend only on what the seat can see. A title with too many moves
    to list may omit some and say so in its docstring; then `is_legal` decides."""
    is_legal: Callable[[S, Seat, M], bool]
    apply: Callable[[S, Seat, M, Chance], Step[S]]
    """Only for legal moves; call `engine.play.play`."""
    observe: Callable[[S, Seat | None], Observation]
    """The observation of a seat now: built from scratch, never by removing parts of the state."""
    resample: Callable[[S, Seat | None, Chance], S]
    """The state with everything redealt that `seat` cannot know; its observation and legal moves stay the same. The
    result depends only on the observation and the chance, so sort hidden things before you shuffle them."""
    default_move: Callable[[S, Seat], M]
    """The safe move for a time-out; legal for every decision; chosen from what the seat can see."""
    leave: Callable[[S, Seat, Chance], Step[S]]
    """Remove a seat that resigns or is removed, whether or not it is asked now; call `engine.play.leave`."""
    is_in: Callable[[S, Seat], bool]
    """Whether the seat is still in: not eliminated, and not left. Only such a seat can leave."""

    outcome: Callable[[S], Outcome | None] = field(default=stored_outcome)
    """The game's result; None while it runs."""
    recall: Callable[[S, Seat | None, Event], Facts] = field(default=tell)
    """The facts of a past event that `seat` may read now: fewer than then if the title lets memory fade, more once the
    game has revealed its secrets."""
    fades: Callable[[S], bool] = field(default=never_fades)
    """Whether memory fades in this game now: then `recall` returns less than the seats once saw, and no reader may see
    an earlier observation again."""
    forced_move: Callable[[S, Seat], M | None] = field(default=never_forced)
    """The seat's only legal move, if everybody can see that it is the only one. The site plays it at once, unless it
    ends the game or `is_left_to_player`."""
    is_left_to_player: Callable[[S, Seat, M], bool] = field(default=never_left_to_player)
    """Whether a forced move is left to its player, as everybody can see: it shows a hidden card or removes a card."""
    sample_move: Callable[[S, Seat, Chance], M] | None = None
    """A random legal move, for titles whose `legal_moves` is incomplete or slow. If it lists any moves, this is the one
    that `chance.pick` would take from them. `engine.random_play` uses it."""
    is_answer: Callable[[S, Seat], bool] = field(default=never_an_answer)
    """Whether a seat that is asked now is asked out of turn, so that it could not foresee the question."""
    orders: tuple[Order, ...] = ()
    ordered_move: Callable[[S, Seat, Orders], M | None] = field(default=no_orders)
    """The answer that the standing orders give to the seat's current question; None to ask the player."""
    upgrades: Mapping[int, Callable[[Facts], S]] = field(default_factory=dict)
    """By older rules version: a function that converts its state, as parsed JSON, to this version; raises Illegal if it
    cannot. Every seat must keep its knowledge. A table is upgraded only if all its seats agree."""
