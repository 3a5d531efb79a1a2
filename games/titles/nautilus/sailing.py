"""Stage 2: the seats carry out their cards one after the other (NA-10 to NA-15)."""

from msgspec.structs import replace

from games.engine.contract import Seat
from games.titles.nautilus import ocean, scoring
from games.titles.nautilus.arrival import (
    Log,
    apply_anchor,
    fact,
    lay,
    make_step,
    put,
    sailing_of,
    set_square,
    spend_special,
)
from games.titles.nautilus.cards import REVERSE, THERMOSTAT, ChipId
from games.titles.nautilus.legal import can_carry_out
from games.titles.nautilus.ocean import Lying
from games.titles.nautilus.rounds import end_turn
from games.titles.nautilus.scoring import Square
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


def sail_on(state: State, queue: tuple[Seat, ...], log: Log) -> State:
    """Let the first seat in the queue sail; if the queue is empty, end the turn."""
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
    """Whether the sailing seat has a decision to make."""
    sailing = sailing_of(state)
    if sailing.asked or sailing.special:
        return True
    return sailing.hand and can_carry_out(state, state.queue[0])


def _skip_hand_card(state: State, log: Log) -> None:
    """NA-10: skip a hand card that still cannot be carried out; this is no move of its own."""
    if sailing_of(state).hand:
        seat = state.queue[0]
        log.append(fact(state, "hand-card-lost", seat, card=state.commits[seat].card))


def apply_sailing(state: State, seat: Seat, move: Move, log: Log) -> State:
    """Make one legal move of the sailing seat, and everything up to the next decision."""
    make = _apply_answer if sailing_of(state).asked else _apply_card
    after = make(state, seat, move, log)
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
    """NA-11; every such move uses a special thermostat, if there is one (NA-15)."""
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
            return _apply_shift(state, seat, move, log)
        case Fish():
            return _apply_fish(state, seat, move, log)
        case Ring():
            return _apply_ring(state, seat, move, log)
        case Globe(axis, step):
            return make_step(state, axis, step, "special-globe", log)
        case Renumber():
            return _apply_renumber(state, seat, move, log)
        case _:
            raise ValueError(f"Not a move of a special card: {move}")


def _apply_swap(state: State, seat: Seat, move: Swap, log: Log) -> State:
    first, second = chip_at(state, seat, move.a), chip_at(state, seat, move.b)
    log.append(fact(state, "swapped", seat, chips=[first, second], squares=[list(move.a), list(move.b)]))
    half = set_square(state, seat, scoring.index_of(move.a), second)
    return set_square(half, seat, scoring.index_of(move.b), first)


def _apply_trade(state: State, seat: Seat, move: Trade, log: Log) -> State:
    mine, theirs = chip_at(state, seat, move.mine), chip_at(state, move.seat, move.theirs)
    squares = [list(move.mine), list(move.theirs)]
    log.append(fact(state, "traded", seat, victim=move.seat, chips=[mine, theirs], squares=squares))
    half = set_square(state, seat, scoring.index_of(move.mine), theirs)
    return set_square(half, move.seat, scoring.index_of(move.theirs), mine)


# What special cards do, except for steps (NA-15). By then, the card is under the pile (NA-14).


def chip_at(state: State, seat: Seat, square: Square) -> ChipId:
    """The chip on a square that has one."""
    chip = state.boards[seat][scoring.index_of(square)]
    if chip is None:
        raise ValueError(f"Nothing lies on {square} of seat {seat}")
    return chip


def _room(state: State, seat: Seat, row: int) -> int:
    index = scoring.free_square(state.boards[seat], row)
    if index is None:
        raise ValueError(f"Row {row} of seat {seat} is full")
    return index


def _apply_shift(state: State, seat: Seat, move: Shift, log: Log) -> State:
    """Move a chip to another row. The free square is determined before the chip is lifted."""
    chip, square = chip_at(state, seat, move.chip), _room(state, seat, move.row)
    to = list(scoring.square_of(square))
    log.append(fact(state, "shifted", seat, chip=chip, square=list(move.chip), to=to))
    return put(set_square(state, seat, scoring.index_of(move.chip), None), seat, square, chip, log)


def _apply_fish(state: State, seat: Seat, move: Fish, log: Log) -> State:
    """Swap a chip for one in the ocean. An anchor or a wild is an ordinary chip here: nobody is asked."""
    place, mine = ocean.index_of(move.place), chip_at(state, seat, move.mine)
    lying = state.ocean[place]
    if lying is None:
        raise ValueError(f"Nothing lies at {move.place}")
    square, where = list(move.mine), list(move.place)
    log.append(fact(state, "fished", seat, chip=lying.chip, square=square, back=mine, place=where))
    return set_square(lay(state, place, Lying(mine, up=True)), seat, scoring.index_of(move.mine), lying.chip)


def _apply_ring(state: State, seat: Seat, move: Ring, log: Log) -> State:
    """Take another seat's chip. It leaves a gap in its old row, and its new square may fill the current row."""
    chip, square = chip_at(state, move.seat, move.chip), _room(state, seat, move.row)
    to = list(scoring.square_of(square))
    log.append(fact(state, "rang", seat, victim=move.seat, chip=chip, square=list(move.chip), to=to))
    return put(set_square(state, move.seat, scoring.index_of(move.chip), None), seat, square, chip, log)


def _apply_renumber(state: State, seat: Seat, move: Renumber, log: Log) -> State:
    """Deal new number chips; the seats that have not sailed yet sail in the new order, after this seat (NA-10)."""
    log.append(fact(state, "renumbered", seat, order=list(move.order)))
    waiting = tuple(other for other in move.order if other in state.queue[1:])
    return replace(state, order=move.order, queue=(seat, *waiting))
