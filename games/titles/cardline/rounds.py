"""Rounds: one turn of every seat still in, then the look at who holds no card (CL-10, CL-11, CL-13)."""

from msgspec.structs import replace

from games.engine.chance import Chance
from games.engine.contract import Event, Seat, Step
from games.titles.cardline.ending import finish
from games.titles.cardline.state import State, seats_in
from games.titles.cardline.supply import stock, take

__all__ = ["pass_on"]

_LAST_SHUFFLE = 3  # with it the running round is the last (CL-13)
_BARREN_ROUNDS = 5  # in a row, and the game is over (CL-13)


def pass_on(state: State, chance: Chance) -> Step[State]:
    """The turn goes to the next seat that has one in this round; after the last one the round ends."""
    for seat in range(state.seat + 1, len(state.out)):
        if state.out[seat] is None:
            return Step(replace(state, seat=seat, turn=state.turn + 1), ())
    return _end_round(state, chance)


def _end_round(state: State, chance: Chance) -> Step[State]:
    """CL-10, CL-11: one seat without a card wins; several stay in; if there is none, all do."""
    seats = seats_in(state)
    bare = [seat for seat in seats if not state.hands[seat]]
    if len(bare) == 1:
        return finish(state, "knock-out" if state.knockout else "first-out", bare[0])
    gone = [seat for seat in seats if seat not in bare] if bare else []
    out = tuple(state.round if seat in gone else out for seat, out in enumerate(state.out))
    after = replace(state, out=out, barren=_barren(state, out))
    if after.shuffles >= _LAST_SHUFFLE or after.barren == _BARREN_ROUNDS:
        return finish(after, "stalled")
    if stock(after) < len(bare):
        return finish(after, "no-cards")
    return _begin_round(after, bare, gone, chance)


def _barren(state: State, out: tuple[int | None, ...]) -> int:
    """Knock-out rounds in a row, this one included, in which no seat went out, neither beaten nor by leaving."""
    return state.barren + 1 if state.knockout and state.round not in out else 0


def _begin_round(state: State, bare: list[Seat], gone: list[Seat], chance: Chance) -> Step[State]:
    """The next round; who stays for a knock-out round takes a card, which counts as taken in that round (CL-13)."""
    seats = seats_in(state)
    knockout = state.knockout + (1 if state.knockout or bare else 0)
    after = replace(state, seat=seats[0], turn=state.turn + 1, round=state.round + 1, knockout=knockout)
    if not after.knockout:
        return Step(after, ())
    facts = {"turn": after.turn, "number": after.knockout, "stay": seats, "out": gone, "barren": after.barren}
    events = [Event("knock-out", facts)]
    for seat in bare:
        step = take(after, seat, chance)
        after = step.state
        events += step.events
    return Step(after, tuple(events))
