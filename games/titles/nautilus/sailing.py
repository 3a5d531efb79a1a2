"""Stage 2: one seat after the other carries out its cards (NA-10, NA-11)."""

from msgspec.structs import replace

from games.engine.contract import Seat
from games.titles.nautilus import boards, specials
from games.titles.nautilus.arrival import apply_anchor, make_step
from games.titles.nautilus.cards import REVERSE, THERMOSTAT
from games.titles.nautilus.holdings import Log, fact, sailing_of, set_square, spend_special
from games.titles.nautilus.legal import can_carry_out
from games.titles.nautilus.rounds import end_turn
from games.titles.nautilus.specials import chip_at
from games.titles.nautilus.state import (
    Anchor,
    Fish,
    Globe,
    Move,
    Renumber,
    Ring,
    Sailing,
    Shift,
    Skip,
    SkipSpecial,
    State,
    Steer,
    Swap,
    Trade,
    pending_special,
)

__all__ = ["apply_sailing", "sail_on"]


def sail_on(state: State, queue: tuple[Seat, ...], log: Log) -> State:
    """The first of the queue begins its sailing; with nobody left, the turn is over."""
    while queue:
        special = state.commits[queue[0]].special
        sailing = Sailing(hand=True, special=special is not None and special != REVERSE)
        state = replace(state, queue=queue, sailing=sailing)
        if _is_asked(state):
            return state
        _skip_hand_card(state, log)
        queue = queue[1:]
    return end_turn(replace(state, queue=()), log)


def _is_asked(state: State) -> bool:
    """Whether the seat that sails has something to decide."""
    sailing = sailing_of(state)
    if sailing.asked or sailing.special:
        return True
    return sailing.hand and can_carry_out(state, state.queue[0])


def _skip_hand_card(state: State, log: Log) -> None:
    """NA-10: a hand card that still cannot be carried out is skipped without a move."""
    if sailing_of(state).hand:
        seat = state.queue[0]
        log.append(fact(state, "hand-card-lost", seat, card=state.commits[seat].card))


def apply_sailing(state: State, seat: Seat, move: Move, log: Log) -> State:
    """One legal move of the seat that sails, and on to the next decision."""
    after = (
        _apply_answer(state, seat, move, log)
        if sailing_of(state).asked
        else _apply_card(state, seat, move, log)
    )
    if _is_asked(after):
        return after
    _skip_hand_card(after, log)
    return sail_on(after, after.queue[1:], log)


def _apply_answer(state: State, seat: Seat, move: Move, log: Log) -> State:
    match move:
        case Anchor(to):
            return apply_anchor(state, seat, to, log)
        case Steer(axis, step):
            answered = replace(state, sailing=replace(sailing_of(state), asked=""))
            return make_step(answered, axis, step, "arrow", log)
        case _:
            raise ValueError(f"Not an answer: {move}")


def _apply_card(state: State, seat: Seat, move: Move, log: Log) -> State:
    match move:
        case Steer() | Swap() | Trade() | Skip():
            return _apply_hand(state, seat, move, log)
        case SkipSpecial():
            log.append(fact(state, "special-given-up", seat, card=pending_special(state, seat)))
            return spend_special(state, seat)
        case _:
            return _apply_special(_use_special(state, seat, log), seat, move, log)


def _use_special(state: State, seat: Seat, log: Log) -> State:
    log.append(fact(state, "special-used", seat, card=pending_special(state, seat)))
    return spend_special(state, seat)  # NA-14: before its consequences


def _apply_hand(state: State, seat: Seat, move: Move, log: Log) -> State:
    """NA-11; a thermostat beside the card is used by any such move (NA-15)."""
    if pending_special(state, seat) == THERMOSTAT:
        state = _use_special(state, seat, log)
    card = state.commits[seat].card
    played = replace(state, sailing=replace(sailing_of(state), hand=False))
    match move:
        case Steer(axis, step):
            return make_step(played, axis, step, card, log)
        case Swap():
            return _apply_swap(played, seat, move, log)
        case Trade():
            return _apply_trade(played, seat, move, log)
        case _:
            log.append(fact(state, "skipped", seat, card=card))
            return played


def _apply_special(state: State, seat: Seat, move: Move, log: Log) -> State:
    match move:
        case Shift():
            return specials.apply_shift(state, seat, move, log)
        case Fish():
            return specials.apply_fish(state, seat, move, log)
        case Ring():
            return specials.apply_ring(state, seat, move, log)
        case Globe(axis, step):
            return make_step(state, axis, step, "special-globe", log)
        case Renumber():
            return specials.apply_renumber(state, seat, move, log)
        case _:
            raise ValueError(f"Not a move of a special card: {move}")


def _apply_swap(state: State, seat: Seat, move: Swap, log: Log) -> State:
    first, second = chip_at(state, seat, move.a), chip_at(state, seat, move.b)
    log.append(fact(state, "swapped", seat, chips=[first, second], squares=[list(move.a), list(move.b)]))
    half = set_square(state, seat, boards.index_of(move.a), second)
    return set_square(half, seat, boards.index_of(move.b), first)


def _apply_trade(state: State, seat: Seat, move: Trade, log: Log) -> State:
    mine, theirs = chip_at(state, seat, move.mine), chip_at(state, move.seat, move.theirs)
    squares = [list(move.mine), list(move.theirs)]
    log.append(fact(state, "traded", seat, victim=move.seat, chips=[mine, theirs], squares=squares))
    half = set_square(state, seat, boards.index_of(move.mine), theirs)
    return set_square(half, move.seat, boards.index_of(move.theirs), mine)
