"""The set-up: opening hands with fewer than two ships may be exchanged, in rounds (CN-5, CN-6)."""

from collections.abc import Iterable

from msgspec.structs import replace

from games.engine.contract import Event, Seat
from games.engine.rules import with_row
from games.titles.cannonades.cards import SHIPS, Face, in_order
from games.titles.cannonades.state import Redraws, State, is_in
from games.titles.cannonades.turns import begin_turn

__all__ = ["ask_about_hands", "choose", "is_poor", "leave_set_up"]

_ENOUGH = 2  # ships in hand; a seat with this many is not asked


def is_poor(hand: Iterable[Face]) -> bool:
    """Whether an opening hand may be exchanged."""
    return sum(card in SHIPS for card in hand) < _ENOUGH


def ask_about_hands(state: State, seats: Iterable[Seat], kept: tuple[Seat, ...], told: list[Event]) -> State:
    """Begin a round of choices for those of `seats` with poor hands; if there are none, begin the first turn."""
    asked = tuple(seat for seat in seats if is_poor(state.hands[seat]))
    if not asked or len(state.deck) < state.ruleset.hand * len(asked):
        begins = next(seat for seat in range(len(state.hands)) if is_in(state, seat))  # CN-6
        return begin_turn(replace(state, redraws=None), begins, told)
    told.append(Event("redraw-offered", {"turn": 0, "seats": list(asked)}))
    return replace(state, redraws=Redraws(asked, kept=kept))


def choose(state: State, seat: Seat, redraw: bool, told: list[Event]) -> State:
    """Choose in secret; the last choice of a round shows them all."""
    redraws = _running(state)
    told.append(Event("redraw-chosen", {"turn": 0, "seat": seat}, {seat: {"redraw": redraw}}))
    chosen = {**redraws.chosen, seat: redraw}
    return _resolve_if_complete(replace(state, redraws=replace(redraws, chosen=chosen)), told)


def leave_set_up(state: State, seat: Seat, told: list[Event]) -> State:
    """CN-20: a seat that left does not redraw, and nobody waits for it."""
    redraws = _running(state)
    asked = tuple(other for other in redraws.asked if other != seat)
    chosen = {other: redraw for other, redraw in redraws.chosen.items() if other != seat}
    kept = tuple(other for other in redraws.kept if other != seat)
    return _resolve_if_complete(replace(state, redraws=Redraws(asked, chosen, kept)), told)


def _running(state: State) -> Redraws:
    if state.redraws is None:
        raise ValueError("The set-up is over")
    return state.redraws


def _resolve_if_complete(state: State, told: list[Event]) -> State:
    redraws = _running(state)
    if len(redraws.chosen) < len(redraws.asked):
        return state
    exchanging = [seat for seat in redraws.asked if redraws.chosen[seat]]
    keeping = [seat for seat in redraws.asked if not redraws.chosen[seat]]
    told.extend(Event("hand-kept", {"turn": 0, "seat": seat}) for seat in keeping)
    for seat in exchanging:
        state = _exchanged(state, seat, told)
    return ask_about_hands(state, exchanging, (*redraws.kept, *keeping), told)


def _exchanged(state: State, seat: Seat, told: list[Event]) -> State:
    """Show and discard the hand, and draw another.

    This never takes the last card (CN-15): the deck had 52 cards minus five per seat, and loses five at a time.
    """
    count = state.ruleset.hand
    shown, drawn = state.hands[seat], in_order(state.deck[:count])
    told.append(
        Event(
            "hand-exchanged", {"turn": 0, "seat": seat, "shown": list(shown)}, {seat: {"cards": list(drawn)}}
        )
    )
    return replace(
        state,
        hands=with_row(state.hands, seat, drawn),
        deck=state.deck[count:],
        discards=in_order((*state.discards, *shown)),
    )
