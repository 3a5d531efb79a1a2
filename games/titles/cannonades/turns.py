"""The set-up with its exchanges of poor hands (CN-5, CN-6), and how turns begin and end."""

from collections.abc import Iterable

from msgspec.structs import replace

from games.engine.contract import Event, Seat
from games.engine.rules import seats_after, with_row
from games.titles.cannonades.cards import CANNONADES, SHIPS, Face, in_order, with_card, without
from games.titles.cannonades.ending import compare, eliminate
from games.titles.cannonades.state import Redraws, State, hand_limit, has_ship, is_in


def begin_turn(state: State, seat: Seat, events: list[Event]) -> State:
    """CN-7: begin a turn with the first draw, except in the first turn of a seat (CN-6)."""
    begun = state.begun[seat] + 1
    after = replace(
        state,
        phase="actions",
        seat=seat,
        turn=state.turn + 1,
        actions=state.ruleset.actions,
        begun=with_row(state.begun, seat, begun),
    )
    count = 0 if begun == 1 else state.ruleset.hand - sum(ship is not None for ship in state.ships[seat])
    facts = {"turn": after.turn, "seat": seat, "first": begun == 1, "stand_off": False}
    return draw(after, seat, count, Event("turn-begun", facts), events)


def draw(state: State, seat: Seat, count: int, event: Event, events: list[Event]) -> State:
    """Draw up to `count` cards and report `event`; the last card of the deck begins the stand-off."""
    drawn = in_order(state.deck[:count])  # CN-15: as many as there are
    facts = {**event.public, "drawn": len(drawn)}
    events.append(Event(event.type, facts, {seat: {"cards": list(drawn)}} if drawn else {}))
    if not drawn:
        return state
    hands = with_row(state.hands, seat, in_order((*state.hands[seat], *drawn)))
    after = replace(state, hands=hands, deck=state.deck[len(drawn) :])
    return after if after.deck else begin_stand_off(after, seat, events)


def discard(state: State, seat: Seat, face: Face) -> State:
    """Move a card from the hand to the discard pile."""
    hands = with_row(state.hands, seat, without(state.hands[seat], face))
    return replace(state, hands=hands, discards=with_card(state.discards, face))


def end_actions(state: State, events: list[Event]) -> State:
    """End the actions of the seat whose turn it is: CN-13 first, then CN-9."""
    if has_ship(state, state.seat):
        return end_turn_if_small_hand(replace(state, actions=0), events)
    after = eliminate(state, state.seat, events)
    return after if after.outcome is not None else next_turn(after, events)


def end_turn_if_small_hand(state: State, events: list[Event]) -> State:
    """CN-9: the seat whose turn it is discards one card at a time until its hand is within the current limit."""
    if len(state.hands[state.seat]) > hand_limit(state):
        return replace(state, phase="discarding")
    return next_turn(state, events)


def next_turn(state: State, events: list[Event]) -> State:
    """Pass the turn on."""
    if state.starter is not None:
        return next_last_turn(state, events)
    return begin_turn(state, _remaining_seats_after(state, state.seat)[0], events)


# The stand-off (CN-15, CN-16)


def begin_stand_off(state: State, starter: Seat, events: list[Event]) -> State:
    """CN-15: `starter` drew the last card. The current turn ends at once, no matter whose turn it is."""
    events.append(Event("stand-off", {"turn": state.turn, "starter": starter, "seat": state.seat}))
    after = drop_answers(replace(state, starter=starter, actions=0), None, events)
    if not has_ship(after, state.seat):  # CN-13, before any salvaging
        after = eliminate(after, state.seat, events)
        if after.outcome is not None:
            return after
    after = replace(after, awaited=_remaining_seats_after(after, starter))
    if is_in(after, starter):
        return _ask_to_salvage(replace(after, seat=starter), events)
    return next_last_turn(after, events)


def drop_answers(state: State, gone: Seat | None, events: list[Event]) -> State:
    """Drop the open answers of `gone` and against it, or all for None, including a discard demanded by one of them.

    All of them are between the current seat and the seat that it attacked, so either all are dropped or none.
    """
    if not state.queue or (gone is not None and gone not in (state.queue[0].seat, state.queue[0].against)):
        return state
    facts = [{"seat": answer.seat, "against": answer.against, "ship": answer.ship} for answer in state.queue]
    events.append(Event("answers-dropped", {"turn": state.turn, "answers": facts}))
    return replace(state, queue=(), owed=False)


def _remaining_seats_after(state: State, seat: Seat) -> tuple[Seat, ...]:
    """All seats still in, in turn order, beginning after `seat` and ending with it."""
    return tuple(other for other in seats_after(seat, len(state.hands)) if is_in(state, other))


def next_last_turn(state: State, events: list[Event]) -> State:
    """CN-16: the next seat salvages, except the starter, and takes its turn. The starter's turn is the last."""
    awaited = tuple(seat for seat in state.awaited if is_in(state, seat))
    if not awaited:
        return compare(state, events)
    seat = awaited[0]
    begun = state.begun[seat] + 1
    turn = state.turn + 1
    facts = {"turn": turn, "seat": seat, "first": begun == 1, "stand_off": True, "drawn": 0}
    events.append(Event("turn-begun", facts))
    after = replace(
        state, phase="actions", seat=seat, turn=turn, actions=state.ruleset.actions, awaited=awaited[1:],
        begun=with_row(state.begun, seat, begun),
    )  # fmt: skip
    return after if seat == state.starter else _ask_to_salvage(after, events)


def salvageable(state: State) -> tuple[Face, ...]:
    """The faces of the cannonades in the discard pile."""
    return tuple(face for face in CANNONADES if face in state.discards)


def _ask_to_salvage(state: State, events: list[Event]) -> State:
    if salvageable(state):
        return replace(state, phase="salvaging")
    events.append(Event("nothing-to-salvage", {"turn": state.turn, "seat": state.seat}))
    return _after_salvage(state, events)


def apply_salvage(state: State, face: Face, events: list[Event]) -> State:
    """CN-15, CN-16: move a cannonade from the discard pile to the hand."""
    seat = state.seat
    events.append(Event("salvaged", {"turn": state.turn, "seat": seat, "card": face}))
    hands = with_row(state.hands, seat, with_card(state.hands[seat], face))
    return _after_salvage(replace(state, hands=hands, discards=without(state.discards, face)), events)


def _after_salvage(state: State, events: list[Event]) -> State:
    """The starter salvages at the beginning of the stand-off, the others at the beginning of their turns."""
    return next_last_turn(state, events) if state.seat == state.starter else replace(state, phase="actions")


_ENOUGH = 2  # ships in hand; a seat with this many is not asked


def may_redraw(hand: Iterable[Face]) -> bool:
    """Whether an opening hand may be exchanged."""
    return sum(card in SHIPS for card in hand) < _ENOUGH


def ask_about_hands(
    state: State, seats: Iterable[Seat], kept: tuple[Seat, ...], events: list[Event]
) -> State:
    """Begin a round of choices for those of `seats` with poor hands; if there are none, begin the first turn."""
    asked = tuple(seat for seat in seats if may_redraw(state.hands[seat]))
    if not asked or len(state.deck) < state.ruleset.hand * len(asked):
        begins = next(seat for seat in range(len(state.hands)) if is_in(state, seat))  # CN-6
        return begin_turn(replace(state, redraws=None), begins, events)
    events.append(Event("redraw-offered", {"turn": 0, "seats": list(asked)}))
    return replace(state, redraws=Redraws(asked, kept=kept))


def choose(state: State, seat: Seat, redraw: bool, events: list[Event]) -> State:
    """Choose in secret; the last choice of a round shows them all."""
    redraws = _current_redraws(state)
    events.append(Event("redraw-chosen", {"turn": 0, "seat": seat}, {seat: {"redraw": redraw}}))
    chosen = {**redraws.chosen, seat: redraw}
    return _resolve_if_complete(replace(state, redraws=replace(redraws, chosen=chosen)), events)


def leave_set_up(state: State, seat: Seat, events: list[Event]) -> State:
    """CN-20: a seat that left does not redraw, and nobody waits for it."""
    redraws = _current_redraws(state)
    asked = tuple(other for other in redraws.asked if other != seat)
    chosen = {other: redraw for other, redraw in redraws.chosen.items() if other != seat}
    kept = tuple(other for other in redraws.kept if other != seat)
    return _resolve_if_complete(replace(state, redraws=Redraws(asked, chosen, kept)), events)


def _current_redraws(state: State) -> Redraws:
    if state.redraws is None:
        raise ValueError("The set-up is over")
    return state.redraws


def _resolve_if_complete(state: State, events: list[Event]) -> State:
    redraws = _current_redraws(state)
    if len(redraws.chosen) < len(redraws.asked):
        return state
    exchanging = [seat for seat in redraws.asked if redraws.chosen[seat]]
    keeping = [seat for seat in redraws.asked if not redraws.chosen[seat]]
    events.extend(Event("hand-kept", {"turn": 0, "seat": seat}) for seat in keeping)
    for seat in exchanging:
        state = _exchange_hand(state, seat, events)
    return ask_about_hands(state, exchanging, (*redraws.kept, *keeping), events)


def _exchange_hand(state: State, seat: Seat, events: list[Event]) -> State:
    """Show and discard the hand, and draw another.

    This never takes the last card (CN-15): the deck had 52 cards minus five per seat, and loses five at a time.
    """
    count = state.ruleset.hand
    shown, drawn = state.hands[seat], in_order(state.deck[:count])
    facts = {"turn": 0, "seat": seat, "shown": list(shown)}
    events.append(Event("hand-exchanged", facts, {seat: {"cards": list(drawn)}}))
    return replace(
        state,
        hands=with_row(state.hands, seat, drawn),
        deck=state.deck[count:],
        discards=in_order((*state.discards, *shown)),
    )
