"""Changes of ownership: chips on boards, special cards to and from their pile, and the facts about them."""

from typing import Any, TypeAlias

from msgspec.structs import replace

from games.engine.contract import Event, Seat
from games.engine.rules import with_row
from games.titles.nautilus import boards
from games.titles.nautilus.cards import ChipId
from games.titles.nautilus.ocean import Lying
from games.titles.nautilus.state import Sailing, State, pending_special

Log: TypeAlias = list[Event]  # the events of this ply so far


def fact(state: State, kind: str, seat: Seat, /, **facts: Any) -> Event:
    """A public fact of the current turn about a seat."""
    return Event(kind, {"seat": seat, "turn": state.turn, **facts})


def set_square(state: State, seat: Seat, index: int, chip: ChipId | None) -> State:
    """The state with another chip, or none, on a square of a board."""
    board = with_row(state.boards[seat], index, chip)
    return replace(state, boards=with_row(state.boards, seat, board))


def put(state: State, seat: Seat, index: int, chip: ChipId, log: Log) -> State:
    """Put a chip on a free square; if that fills a row of the current round, the round is closing (NA-16)."""
    after = set_square(state, seat, index, chip)
    if index // boards.COLUMNS + 1 != state.round or None in boards.row_of(after.boards[seat], state.round):
        return after
    log.append(fact(state, "row-full", seat, row=state.round))
    return replace(after, closing=True)


def lay(state: State, place: int, lying: Lying | None) -> State:
    """The state with another chip, or none, at a place of the ocean."""
    return replace(state, ocean=with_row(state.ocean, place, lying))


def sailing_of(state: State) -> Sailing:
    """The progress of the sailing seat; raises ValueError in stage 1."""
    if state.sailing is None:
        raise ValueError("Nobody is sailing")
    return state.sailing


def spend_special(state: State, seat: Seat) -> State:
    """Put the special card of the sailing seat at the bottom of the pile (NA-14)."""
    card = pending_special(state, seat)
    if card is None:
        raise ValueError(f"Seat {seat} has no special card to spend")
    kept = tuple(held for held in state.specials[seat] if held != card)
    return replace(
        state,
        specials=with_row(state.specials, seat, kept),
        special_pile=(*state.special_pile, card),
        sailing=replace(sailing_of(state), special=False),
    )
