"""The complete state of a game of Capt'n Eli, its moves, and the ids by which others know a card (CE-5)."""

from collections.abc import Callable, Iterable
from typing import ClassVar, Literal, TypeAlias

import msgspec

from games.engine.contract import Event, Facts, Outcome, Seat
from games.engine.rules import cache_latest, with_row
from games.titles.captn_eli.cards import RULESET, Card, CardId, Ruleset, original_of
from games.titles.captn_eli.grid import Cell

Namer: TypeAlias = Callable[[CardId], CardId]  # from a true id to the id by which a reader knows the card
Phase: TypeAlias = Literal["squads", "turn", "reveal", "mystic", "sacrifice", "over"]  # the current question


class Squad(msgspec.Struct, frozen=True, tag="squad", forbid_unknown_fields=True):
    """The character and three supports that the seat will play with, chosen in secret (CE-4)."""

    cards: tuple[CardId, ...]


class Place(msgspec.Struct, frozen=True, tag="place", forbid_unknown_fields=True):
    """Place a card from hand, face down, in an empty cell (CE-8)."""

    card: CardId
    cell: Cell


class Wedge(msgspec.Struct, frozen=True, tag="wedge", forbid_unknown_fields=True):
    """Place a card from hand, face down, in a new row ahead of one of the seat's cards (CE-8)."""

    card: CardId
    ahead_of: Cell


class Flip(msgspec.Struct, frozen=True, tag="flip", forbid_unknown_fields=True):
    """Turn up one of the seat's face-down cards (CE-8)."""

    at: Cell


class Shift(msgspec.Struct, frozen=True, tag="move", forbid_unknown_fields=True):
    """Move one of the seat's cards to an adjacent empty cell (CE-8)."""

    at: Cell
    to: Cell


class Challenge(msgspec.Struct, frozen=True, tag="challenge", forbid_unknown_fields=True):
    """Challenge one of the opponent's cards with a face-up character or vehicle (CE-10)."""

    at: Cell
    target: Cell


class Sacrifice(msgspec.Struct, frozen=True, tag="sacrifice", forbid_unknown_fields=True):
    """Give up this card instead of the defeated character; None declines (CE-14)."""

    at: Cell | None


class Mystic(msgspec.Struct, frozen=True, tag="mystic", forbid_unknown_fields=True):
    """Turn this card of the opponent's face down (CE-15)."""

    target: Cell


class Reveal(msgspec.Struct, frozen=True, tag="reveal", forbid_unknown_fields=True):
    """Turn up the copy that replaces a removed STACKED character (CE-17)."""

    at: Cell


Move: TypeAlias = Squad | Place | Wedge | Flip | Shift | Challenge | Sacrifice | Mystic | Reveal


class Lying(msgspec.Struct, frozen=True):
    """A card on the grid."""

    cell: Cell
    owner: Seat
    card: CardId
    up: bool = False
    seen: bool = False  # has been face up before, so both seats know it (CE-20)
    marked: bool = False  # defeated once already (CE-16)
    mystic_used: bool = False
    sacrifice_used: bool = False


class Duel(msgspec.Struct, frozen=True):
    """A challenge that is waiting for an answer."""

    at: Cell
    target: Cell


class State(msgspec.Struct, frozen=True):
    """A position. Pools, squads, hands, `removed` and `shown` have one entry per seat."""

    ruleset: ClassVar[Ruleset] = RULESET

    cards: Literal["all", "sealed"]
    phase: Phase
    seat: Seat  # whose turn it is
    asked: Seat  # the seat that must move now, except in the phase `squads`
    turn: int  # number of turns begun before this one
    pools: tuple[tuple[CardId, ...], ...]
    squads: tuple[tuple[CardId, ...], ...]  # () until one is chosen
    hands: tuple[tuple[CardId, ...], ...] = ((), ())  # the character and its copies first, lowest first
    grid: tuple[Lying, ...] = ()  # in the order of placing
    removed: tuple[tuple[CardId, ...], ...] = ((), ())
    shown: tuple[tuple[CardId, ...], ...] = (
        (),
        (),
    )  # STACKED copies in the order in which they were seen (CE-5)
    quiet: int = 0  # quiet turns in the whole game; in version 1, in a row (CE-19)
    mystic: Cell | None = None  # the card whose MYSTIC must be answered
    duel: Duel | None = None
    outcome: Outcome | None = None


class Field(dict[Cell, Lying]):
    """The cards on the grid by cell, the ruleset that they belong to, and whether there is a storm (CE-19)."""

    def __init__(self, grid: Iterable[Lying], ruleset: Ruleset, quiet: int) -> None:
        super().__init__([(lying.cell, lying) for lying in grid])
        self.ruleset = ruleset
        self.is_stormy = ruleset.is_stormy(quiet)

    def card(self, lying: Lying) -> Card:
        """The printed card."""
        return self.ruleset.by_id[lying.card]


@cache_latest
def field_of(state: State) -> Field:
    """The cards on the grid."""
    return Field(state.grid, state.ruleset, state.quiet)


# The ids by which others know a card: copies are numbered in the order in which they were first seen (CE-5).


def with_shown(state: State, owner: Seat, card: CardId) -> tuple[tuple[CardId, ...], ...]:
    """`State.shown` after `card` has been turned up or removed; existing numbers stay."""
    if len(state.ruleset.copies.get(original_of(card), ())) <= 1 or card in state.shown[owner]:
        return state.shown
    return with_row(state.shown, owner, (*state.shown[owner], card))


def name_for(state: State, seat: Seat | None, owner: Seat, card: CardId) -> CardId:
    """The id by which `seat` knows one of the owner's cards, if it may know the card; the owner knows the true ids."""
    copies = state.ruleset.copies.get(original_of(card), ())
    if seat == owner or len(copies) <= 1:
        return card
    shown = state.shown[owner]
    order = (*shown, *(copy for copy in copies if copy not in shown))  # the rest is only shown after the game
    return copies[order.index(card)]


def face_up_event(state: State, kind: str, owner: Seat, facts: Callable[[Namer], Facts]) -> Event:
    """An event about the owner's face-up cards, with true ids for the owner and copy numbers for everybody else."""
    private = facts(lambda card: card)  # the owner knows the true ids
    if len(state.ruleset.copies[state.squads[owner][0]]) <= 1:
        return Event(kind, private)  # the usual case: the ids are the same for everybody
    public = facts(lambda card: name_for(state, None, owner, card))
    return Event(kind, public, {} if private == public else {owner: private})
