"""The ids by which others know a card: copies are numbered in the order in which they were seen first (CE-5)."""

from collections.abc import Callable

from games.engine.contract import Event, Facts, Seat
from games.engine.rows import with_row
from games.titles.captn_eli.cards import COPIES, ORIGINAL, CardId
from games.titles.captn_eli.state import State

__all__ = ["Namer", "name_for", "namer_for", "note_shown", "told"]

Namer = Callable[[CardId], CardId]


def note_shown(state: State, owner: Seat, card: CardId) -> tuple[tuple[CardId, ...], ...]:
    """`State.shown` after `card` has been turned up or removed; numbers that were given stay."""
    if len(COPIES.get(ORIGINAL[card], ())) <= 1 or card in state.shown[owner]:
        return state.shown
    return with_row(state.shown, owner, (*state.shown[owner], card))


def name_for(state: State, seat: Seat | None, owner: Seat, card: CardId) -> CardId:
    """The id by which `seat` knows a card of `owner`, if it may know the card; the owner knows the true ids."""
    copies = COPIES.get(ORIGINAL[card], ())
    if seat == owner or len(copies) <= 1:
        return card
    shown = state.shown[owner]
    order = (*shown, *(copy for copy in copies if copy not in shown))  # the rest is told only after the game
    return copies[order.index(card)]


def namer_for(state: State, seat: Seat | None, owner: Seat) -> Namer:
    """`name_for` as a function of the card."""
    return lambda card: name_for(state, seat, owner, card)


def told(state: State, kind: str, owner: Seat, facts: Callable[[Namer], Facts]) -> Event:
    """An event about face-up cards of `owner`, who reads the true ids where others read the numbers of copies."""
    public, private = facts(namer_for(state, None, owner)), facts(namer_for(state, owner, owner))
    return Event(kind, public, {} if private == public else {owner: private})
