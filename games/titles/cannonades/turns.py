"""How a turn begins and ends (CN-6, CN-7, CN-9, CN-13)."""

from msgspec.structs import replace

from games.engine.contract import Event, Seat
from games.engine.rows import with_row
from games.titles.cannonades.cards import Face, added, in_order, without
from games.titles.cannonades.ending import eliminate
from games.titles.cannonades.standoff import begin_stand_off, next_last_turn, seats_after
from games.titles.cannonades.state import ACTIONS, HAND, State, hand_limit, has_ship

__all__ = ["begin_turn", "discard", "draw", "end_actions", "end_turn_if_small_hand", "next_turn"]


def begin_turn(state: State, seat: Seat, told: list[Event]) -> State:
    """CN-7: the first draw, save in one's own first turn (CN-6)."""
    begun = state.begun[seat] + 1
    after = replace(
        state,
        phase="actions",
        seat=seat,
        turn=state.turn + 1,
        actions=ACTIONS,
        begun=with_row(state.begun, seat, begun),
    )
    count = 0 if begun == 1 else HAND - sum(ship is not None for ship in state.ships[seat])
    facts = {"turn": after.turn, "seat": seat, "first": begun == 1, "stand_off": False}
    return draw(after, seat, count, Event("turn-begun", facts), told)


def draw(state: State, seat: Seat, count: int, event: Event, told: list[Event]) -> State:
    """Draw up to `count` cards, told with the public event that it belongs to; the last one begins the stand-off."""
    drawn = in_order(state.deck[:count])  # CN-15: it takes what there is
    facts = {**event.public, "drawn": len(drawn)}
    told.append(Event(event.type, facts, {seat: {"cards": list(drawn)}} if drawn else {}))
    if not drawn:
        return state
    hands = with_row(state.hands, seat, in_order((*state.hands[seat], *drawn)))
    after = replace(state, hands=hands, deck=state.deck[len(drawn) :])
    return after if after.deck else begin_stand_off(after, seat, told)


def discard(state: State, seat: Seat, face: Face) -> State:
    """One card from the hand to the discard pile, as part of whatever asks for it."""
    hands = with_row(state.hands, seat, without(state.hands[seat], face))
    return replace(state, hands=hands, discards=added(state.discards, face))


def end_actions(state: State, told: list[Event]) -> State:
    """The actions of the seat on turn are over: CN-13 first, then CN-9."""
    if has_ship(state, state.seat):
        return end_turn_if_small_hand(replace(state, actions=0), told)
    after = eliminate(state, state.seat, told)
    return after if after.outcome is not None else next_turn(after, told)


def end_turn_if_small_hand(state: State, told: list[Event]) -> State:
    """CN-9: the seat on turn discards one card after the other until its hand is within the limit of that moment."""
    if len(state.hands[state.seat]) > hand_limit(state):
        return replace(state, phase="discarding")
    return next_turn(state, told)


def next_turn(state: State, told: list[Event]) -> State:
    """Pass the turn on."""
    if state.starter is not None:
        return next_last_turn(state, told)
    return begin_turn(state, seats_after(state, state.seat)[0], told)
