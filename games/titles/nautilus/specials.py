"""What special cards do in stage 2, but for steps (NA-15). The card is under the pile by then (NA-14)."""

from msgspec.structs import replace

from games.engine.contract import Seat
from games.titles.nautilus import boards, ocean
from games.titles.nautilus.boards import Square
from games.titles.nautilus.chips import ChipId
from games.titles.nautilus.holdings import Log, fact, lay, put, set_square
from games.titles.nautilus.ocean import Lying
from games.titles.nautilus.state import Fish, Renumber, Ring, Shift, State

__all__ = ["apply_fish", "apply_renumber", "apply_ring", "apply_shift", "chip_at"]


def chip_at(state: State, seat: Seat, square: Square) -> ChipId:
    """The chip on a square that bears one."""
    chip = state.boards[seat][boards.index_of(square)]
    if chip is None:
        raise ValueError(f"Nothing lies on {square} of seat {seat}")
    return chip


def _room(state: State, seat: Seat, row: int) -> int:
    index = boards.free_square(state.boards[seat], row)
    if index is None:
        raise ValueError(f"Row {row} of seat {seat} is full")
    return index


def apply_shift(state: State, seat: Seat, move: Shift, log: Log) -> State:
    """The square is looked for before the chip is lifted."""
    chip, square = chip_at(state, seat, move.chip), _room(state, seat, move.row)
    to = list(boards.square_of(square))
    log.append(fact(state, "shifted", seat, chip=chip, square=list(move.chip), to=to))
    return put(set_square(state, seat, boards.index_of(move.chip), None), seat, square, chip, log)


def apply_fish(state: State, seat: Seat, move: Fish, log: Log) -> State:
    """An anchor or wild gained so is just a chip: nothing is asked."""
    place, mine = ocean.index_of(move.place), chip_at(state, seat, move.mine)
    lying = state.ocean[place]
    if lying is None:
        raise ValueError(f"Nothing lies at {move.place}")
    square, where = list(move.mine), list(move.place)
    log.append(fact(state, "fished", seat, chip=lying.chip, square=square, back=mine, place=where))
    return set_square(lay(state, place, Lying(mine, up=True)), seat, boards.index_of(move.mine), lying.chip)


def apply_ring(state: State, seat: Seat, move: Ring, log: Log) -> State:
    """The chip leaves a hole where it was; its new square may fill the running row."""
    chip, square = chip_at(state, move.seat, move.chip), _room(state, seat, move.row)
    to = list(boards.square_of(square))
    log.append(fact(state, "rang", seat, victim=move.seat, chip=chip, square=list(move.chip), to=to))
    return put(set_square(state, move.seat, boards.index_of(move.chip), None), seat, square, chip, log)


def apply_renumber(state: State, seat: Seat, move: Renumber, log: Log) -> State:
    """New number chips; who has not yet sailed sails in their order, after this seat has finished (NA-10)."""
    log.append(fact(state, "renumbered", seat, order=list(move.order)))
    waiting = tuple(other for other in move.order if other in state.queue[1:])
    return replace(state, order=move.order, queue=(seat, *waiting))
