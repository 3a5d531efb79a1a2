"""The stand-off, from the last card of the deck on (CN-15, CN-16)."""

from msgspec.structs import replace

from games.engine.contract import Event, Seat
from games.engine.rows import with_row
from games.titles.cannonades.cards import CANNONADES, Face, added, without
from games.titles.cannonades.ending import compare, eliminate
from games.titles.cannonades.state import ACTIONS, State, has_ship, is_in

__all__ = ["apply_salvage", "begin_stand_off", "drop_answers", "next_last_turn", "salvageable", "seats_after"]


def begin_stand_off(state: State, starter: Seat, told: list[Event]) -> State:
    """CN-15: `starter` drew the last card. The running turn ends there and then, whosever it is."""
    told.append(Event("stand-off", {"turn": state.turn, "starter": starter, "seat": state.seat}))
    after = drop_answers(replace(state, starter=starter, actions=0), None, told)
    if not has_ship(after, state.seat):  # CN-13, before any salvaging
        after = eliminate(after, state.seat, told)
        if after.outcome is not None:
            return after
    after = replace(after, awaited=seats_after(after, starter))
    if is_in(after, starter):
        return _asked_to_salvage(replace(after, seat=starter), told)
    return next_last_turn(after, told)


def drop_answers(state: State, gone: Seat | None, told: list[Event]) -> State:
    """Open answers fall away with a discard that one of them asks for: those of `gone` and against it, or all for None.

    All of them lie between the seat on turn and the one that it attacked, so they go together or not at all.
    """
    if not state.queue or (gone is not None and gone not in (state.queue[0].seat, state.queue[0].against)):
        return state
    facts = [{"seat": answer.seat, "against": answer.against, "ship": answer.ship} for answer in state.queue]
    told.append(Event("answers-dropped", {"turn": state.turn, "answers": facts}))
    return replace(state, queue=(), owed=False)


def seats_after(state: State, seat: Seat) -> tuple[Seat, ...]:
    """All seats still in, in turn order, beginning after `seat` and ending with it."""
    seats = len(state.hands)
    order = ((seat + step) % seats for step in range(1, seats + 1))
    return tuple(other for other in order if is_in(state, other))


def next_last_turn(state: State, told: list[Event]) -> State:
    """CN-16: the next seat salvages and takes its turn, the starter without salvaging; then the game ends."""
    awaited = tuple(seat for seat in state.awaited if is_in(state, seat))
    if not awaited:
        return compare(state, told)
    seat = awaited[0]
    begun = state.begun[seat] + 1
    turn = state.turn + 1
    facts = {"turn": turn, "seat": seat, "first": begun == 1, "stand_off": True, "drawn": 0}
    told.append(Event("turn-begun", facts))
    after = replace(
        state, phase="actions", seat=seat, turn=turn, actions=ACTIONS, awaited=awaited[1:],
        begun=with_row(state.begun, seat, begun),
    )  # fmt: skip
    return after if seat == state.starter else _asked_to_salvage(after, told)


def salvageable(state: State) -> tuple[Face, ...]:
    """The faces of the cannonades in the discard pile."""
    return tuple(face for face in CANNONADES if face in state.discards)


def _asked_to_salvage(state: State, told: list[Event]) -> State:
    if salvageable(state):
        return replace(state, phase="salvaging")
    told.append(Event("nothing-to-salvage", {"turn": state.turn, "seat": state.seat}))
    return _salvaged(state, told)


def apply_salvage(state: State, face: Face, told: list[Event]) -> State:
    """CN-15, CN-16: a cannonade goes from the discard pile to the hand."""
    seat = state.seat
    told.append(Event("salvaged", {"turn": state.turn, "seat": seat, "card": face}))
    hands = with_row(state.hands, seat, added(state.hands[seat], face))
    return _salvaged(replace(state, hands=hands, discards=without(state.discards, face)), told)


def _salvaged(state: State, told: list[Event]) -> State:
    """The starter salvages at the beginning of the stand-off, the others at the beginning of their turns."""
    return next_last_turn(state, told) if state.seat == state.starter else replace(state, phase="actions")
