"""What a title must offer: the contract between the rules and everything that plays by them.

A `Game` is a value: a record of pure functions over frozen states. Only `engine.play` calls `apply` and `leave`.
The contract suite (`tests/engine/test_contract.py`) holds every title to what is written here.

Words: `docs/GLOSSARY.md`. A seat is a number 0..n-1; where it may be None, None means a spectator.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec

from games.engine.chance import Chance

__all__ = [
    "Event", "Facts", "Game", "Observation", "Option", "Options", "Order", "Orders", "Outcome", "Seat", "Step",
    "never_an_answer", "never_fades", "never_forced", "no_orders", "stored_outcome", "tell",
]  # fmt: skip

Seat: TypeAlias = int
Facts: TypeAlias = dict[str, Any]  # JSON values by name
Options: TypeAlias = Mapping[str, Any]  # every option of the title, by name
Orders: TypeAlias = Mapping[str, str]  # standing orders of one seat: the chosen value by name
Observation: TypeAlias = msgspec.Struct  # one frozen class per title; everything in it can be written as JSON

S = TypeVar("S", bound=msgspec.Struct)
M = TypeVar("M", bound=msgspec.Struct)


class Option(msgspec.Struct, frozen=True):
    """One choice that is made when a table is opened."""

    name: str
    values: tuple[
        Any, ...
    ]  # the default first; empty if any value of `type` may be chosen, which `setup` then checks
    type: Any = str  # that msgspec reads the value as
    fallback: Any = None  # the default if `values` is empty

    @property
    def default(self) -> Any:
        """What holds when nothing was chosen."""
        return self.values[0] if self.values else self.fallback


class Order(msgspec.Struct, frozen=True):
    """A standing order that a seat may give for answers out of turn; the first value means: ask the player."""

    name: str
    values: tuple[str, ...]


class Event(msgspec.Struct, frozen=True):
    """A fact of the game: a public part, and private parts for some seats. It holds no English."""

    type: str
    public: Facts
    private: dict[Seat, Facts] = {}

    def facts_for(self, seat: Seat | None) -> Facts:
        """What `seat` may read of it while the game runs."""
        mine = self.private.get(seat) if seat is not None else None
        return {**self.public, **mine} if mine else self.public

    def all_facts(self) -> Facts:
        """All parts, for a log that hides nothing any more; private parts that differ stand in `by_seat`."""
        first, *others = self.private.values() or ({},)
        if all(other == first for other in others):
            return {**self.public, **first}
        return {**self.public, "by_seat": [{"seat": seat, **facts} for seat, facts in self.private.items()]}


class Step(msgspec.Struct, Generic[S], frozen=True):
    """What one ply did.

    `undoable` promises that the ply drew no chance and showed its seat nothing hidden, so that the seat may take it
    back as long as nobody has acted since. If it ended the seat's turn, it has shown nothing hidden to anybody.
    """

    state: S
    events: tuple[Event, ...]
    undoable: bool = False

    def after(self, *events: Event) -> "Step[S]":
        """The same step, told after other events of its ply."""
        return Step(self.state, (*events, *self.events), self.undoable)


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended. 1 is the best rank; a rank is 1 plus the number of seats ranked better."""

    reason: str
    ranks: tuple[int, ...]  # one per seat
    scores: tuple[int, ...] | None = None  # one per seat; None in games without scores


def tell(state: Any, seat: Seat | None, event: Event) -> Facts:
    """The usual memory of a log: what `seat` could read of the event when it happened."""
    return event.facts_for(seat)


def stored_outcome(state: Any) -> Outcome | None:
    """The usual place of the outcome: the state's field of that name."""
    ended: Outcome | None = state.outcome
    return ended


def never_fades(state: Any) -> bool:
    """For titles in which everybody may be reminded of all that they were shown."""
    return False


def never_an_answer(state: Any, seat: Seat) -> bool:
    """For titles in which nobody is asked anything in another seat's turn."""
    return False


def never_forced(state: Any, seat: Seat) -> None:
    """For titles in which no move is ever publicly forced."""


def no_orders(state: Any, seat: Seat, orders: Orders) -> None:
    """For titles without standing orders."""


@dataclass(frozen=True)
class Game(Generic[S, M]):
    """One title. All functions are pure: they never change a state and need nothing but their arguments."""

    slug: str
    seats: range  # how many may play
    rules_version: int  # raised with every change of what is played (docs/adding-a-title.md, 7)
    max_plies: int  # no game has more, whatever is played
    reasons: tuple[str, ...]  # every reason that an outcome may give, `left` included
    options: tuple[Option, ...]
    state_type: type[S]
    move_type: Any  # a tagged union of frozen structs: the JSON form of the rule sheet

    setup: Callable[[int, Options, Chance], Step[S]]
    """(seats, options, chance): the first state. Raises Illegal for options that do not go together."""
    to_act: Callable[[S], frozenset[Seat]]
    """The seats that are asked to move: several if at the same time, none if and only if the game is over."""
    legal_moves: Callable[[S, Seat], tuple[M, ...]]
    """All moves of `seat`, each once; depends only on what the seat can see. A title with too many moves to list may
    leave some out, which its docstring says; then `is_legal` decides."""
    is_legal: Callable[[S, Seat, M], bool]
    apply: Callable[[S, Seat, M, Chance], Step[S]]
    """Only for legal moves; call `engine.play.play`."""
    observe: Callable[[S, Seat | None], Observation]
    """What the seat may know now: built from nothing, never cut out of the state."""
    resample: Callable[[S, Seat | None, Chance], S]
    """The state with everything that `seat` cannot know dealt anew: its observation and legal moves stay the same.
    It depends on the observation and the chance alone, so sort what is hidden before you shuffle it."""
    default_move: Callable[[S, Seat], M]
    """The safe move that a time-out plays; legal for every decision; chosen from what the seat can see."""
    leave: Callable[[S, Seat, Chance], Step[S]]
    """The seat resigns or is taken out, whether it is to act or not; call `engine.play.leave`."""
    is_in: Callable[[S, Seat], bool]
    """Whether the seat is neither out by the rules nor gone; only such a seat can leave."""

    outcome: Callable[[S], Outcome | None] = field(default=stored_outcome)
    """How the game ended; None while it runs."""
    recall: Callable[[S, Seat | None, Event], Facts] = field(default=tell)
    """What `seat` may read now of a past event: less than then if the title lets memory fade, more once the game
    has shown its secrets."""
    fades: Callable[[S], bool] = field(default=never_fades)
    """Whether memory fades in this game now: then `recall` tells less than the seats were told, and nobody is shown
    an earlier observation again."""
    forced_move: Callable[[S, Seat], M | None] = field(default=never_forced)
    """The seat's only legal move, if everybody can tell that it is the only one; the site plays it at once."""
    sample_move: Callable[[S, Seat, Chance], M] | None = None
    """A random legal move, for titles whose `legal_moves` does not list all, or takes long to make all: where it lists
    any, the one that `chance.pick` would take of them. `engine.random_play` uses it."""
    is_answer: Callable[[S, Seat], bool] = field(default=never_an_answer)
    """Whether a seat that is to act is asked out of turn, so that it could not foresee the question."""
    orders: tuple[Order, ...] = ()
    ordered_move: Callable[[S, Seat, Orders], M | None] = field(default=no_orders)
    """The answer that the standing orders give to what the seat is asked now; None to ask the player."""
    upgrades: Mapping[int, Callable[[Facts], S]] = field(default_factory=dict)
    """By an older rules version: how its state, as parsed JSON, becomes one of this version; raises Illegal for a state
    that cannot. Every seat must go on knowing what it knew. A table is upgraded only if all its seats agree."""
