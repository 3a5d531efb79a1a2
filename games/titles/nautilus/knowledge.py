"""What bots know about 20,000 Miles: how promising a board is, and the value of a step or a trade."""

import math
from collections.abc import Sequence
from functools import lru_cache
from math import comb

from games.engine.chance import Chance
from games.engine.contract import Game, Seat
from games.engine.search.knowledge import Knowledge, Payoffs, Strength, payoffs
from games.titles.nautilus import scoring
from games.titles.nautilus.cards import ALL_AXES, AXES, CARDS, CHIPS, ChipId
from games.titles.nautilus.ocean import index_of as index_of_place
from games.titles.nautilus.ocean import open_ways, way
from games.titles.nautilus.rounds import scores_of
from games.titles.nautilus.scoring import COLUMNS, Board, free_square, index_of, row_of
from games.titles.nautilus.state import (
    Anchor,
    Commit,
    Fish,
    Globe,
    Move,
    Ring,
    Shift,
    Skip,
    SkipSpecial,
    State,
    Steer,
    Swap,
    Trade,
)

_MATCHES = 0.42  # how likely a free square is to get a chip that matches a picture of its row
_MATCHES_LATE = 0.12  # the same in the last turn of a round
_EMPTY = 1.6  # points that a free square is likely to cost in penalties
_EMPTY_LATE = 4.2
_GROWS = 0.25  # the share of one more symbol's value that counts for each free square in its column
_SPECIAL = 7.0  # the value of a special card
_ORDER, _ORDER_LATE = 0.35, 0.9  # the weight of the bonuses for the current order
_CLOSE = 16.0  # a lead that makes a win quite likely at the end; as much again for each round to come
_UNKNOWN = 6.0  # the value of a chip with an unknown face
_FIRST = 0.25  # the value of each point on a hand card, because it decides the order
_KEPT = 8  # of the moves that only move chips around, the most to consider


def evaluate(state: State) -> Payoffs:
    """Each seat's chance of having the most points."""
    if state.outcome is not None:
        return payoffs(state.outcome)
    worths = _worths(state)
    scale = _CLOSE + _CLOSE * (state.rounds - state.round + 0.5 * (not state.closing))
    seats = range(len(state.boards))
    return tuple(_first(worths, seat, scale) if seat in state.order else 0.0 for seat in seats)


def _worths(state: State) -> list[float]:
    """The points of each seat, including likely ones."""
    is_late = state.closing or state.round_turn >= state.ruleset.turns
    share = _ORDER_LATE if is_late else _ORDER
    worths = [float(score) for score in scores_of(state)]
    for number, seat in enumerate(state.order):
        worths[seat] += _potential(state.boards[seat], state.round, state.rounds, is_late)
        worths[seat] += share * scoring.BONUSES[number] + _SPECIAL * len(state.specials[seat])
    return worths


def _first(worths: list[float], seat: Seat, scale: float) -> float:
    chance = 1.0
    for other, theirs in enumerate(worths):
        if other != seat:
            chance *= 1 / (1 + math.exp((theirs - worths[seat]) / scale))
    return chance


@lru_cache(maxsize=1 << 16)
def _potential(board: Board, round_: int, rounds: int, is_late: bool = False) -> float:
    """The points that a board is likely to get from its current row and its columns."""
    columns = (_column(board[column - 1 :: COLUMNS], column, rounds) for column in range(1, COLUMNS + 1))
    return _row(row_of(board, round_), round_, is_late) + sum(columns)


@lru_cache(maxsize=1 << 16)
def _row(chips: Board, row: int, is_late: bool) -> float:
    count = scoring.count_row((None,) * (COLUMNS * (row - 1)) + chips, row)
    matched = sum(match.chip is not None for match in count.matches)
    free = COLUMNS - count.chips
    likely = _MATCHES_LATE if is_late else _MATCHES
    points = sum(
        comb(free, more)
        * likely**more
        * (1 - likely) ** (free - more)
        * scoring.ROW_POINTS[min(4, matched + more)]
        for more in range(free + 1)
    )
    return points - free * (_EMPTY_LATE if is_late else _EMPTY)


@lru_cache(maxsize=1 << 16)
def _column(chips: Board, column: int, rounds: int) -> float:
    """The points of a column, and a part of what one more chip would add."""
    board = list(scoring.EMPTY)
    board[column - 1 :: COLUMNS] = chips
    counted = scoring.count_column(tuple(board), column, rounds)
    free = sum(chip is None for chip in chips[:rounds])
    grows = sum(_step(line.count) for line in counted.lines)
    return counted.points + _GROWS * free * grows / 2


def _step(count: int) -> float:
    """Roughly the points that one more symbol adds to a column that has `count` of it (NA-20)."""
    return (4, 6, 10, 16, 20, 28, 0)[min(count, 6)]


@lru_cache(maxsize=1 << 16)
def _gain(board: Board, round_: int, rounds: int, chip: ChipId) -> float:
    """What a board gains by taking a chip; 0 if its row is full."""
    square = free_square(board, round_)
    if square is None or CHIPS[chip].kind in ("star", "arrow"):
        return 0.0
    after = (*board[:square], chip, *board[square + 1 :])
    return _potential(after, round_, rounds) - _potential(board, round_, rounds)


def _gain_at(state: State, seat: Seat, place: int) -> float:
    """What a seat gains by a step to a place."""
    lying = state.ocean[place]
    if lying is None:
        return 0.0
    if not lying.up:
        return _UNKNOWN if None in row_of(state.boards[seat], state.round) else 0.0
    gain = _gain(state.boards[seat], state.round, state.rounds, lying.chip)
    return max(gain, _SPECIAL) if CHIPS[lying.chip].kind == "anchor" and state.special_pile else gain


def reduce(state: State, seat: Seat, moves: Sequence[Move]) -> Sequence[Move]:
    """Moves ordered by their immediate gain; only the best few of those that just move chips around."""
    chosen: list[Move] = []
    moved = 0
    for move in sorted(moves, key=lambda move: -_promise(state, seat, move)):
        if isinstance(move, Swap | Trade | Shift | Fish | Ring):
            moved += 1
            if moved > _KEPT:
                continue
        chosen.append(move)
    return chosen


def _promise(state: State, seat: Seat, move: Move) -> float:
    match move:
        case Commit():
            return _promise_of_commit(state, seat, move)
        case Steer(axis, step) | Globe(axis, step):
            return _gain_at(state, seat, way(state.submarine, axis, step).place)
        case Anchor("card"):
            return _SPECIAL
        case Anchor():
            return _gain(state.boards[seat], state.round, state.rounds, "white-1-anchor-1")
        case Swap() | Trade() | Shift() | Fish() | Ring():
            return _promise_of_chips(state, seat, move)
        case _:
            return 0.0


def _promise_of_commit(state: State, seat: Seat, move: Commit) -> float:
    """What the card gains from the submarine's current place; keeping a special card has a small value."""
    card = CARDS[move.card]
    axes = AXES[card.kind] if move.special != "special-thermostat" else ALL_AXES
    ways = open_ways(state.submarine, state.stars, axes)
    gain = max((_gain_at(state, seat, each.place) for each in ways), default=1.0)
    return gain + _FIRST * card.value - (0.5 if move.special else 0.0)


def _promise_of_chips(state: State, seat: Seat, move: Move) -> float:
    """What a board gains by a move of chips, plus what the other seat loses."""
    before = state.boards[seat]
    match move:
        case Swap(a, b):
            first, second = index_of(a), index_of(b)
            return _change(state, before, {first: before[second], second: before[first]})
        case Trade(mine, other, theirs):
            robbed, at, there = state.boards[other], index_of(mine), index_of(theirs)
            loss = _change(state, robbed, {there: before[at]})
            return _change(state, before, {at: robbed[there]}) - loss / (len(state.order) - 1)
        case Fish(mine, place):
            lying = state.ocean[index_of_place(place)]
            return _change(state, before, {index_of(mine): lying.chip if lying else None})
        case _:
            return _promise_of_row(state, seat, move)


def _promise_of_row(state: State, seat: Seat, move: Move) -> float:
    """What a board gains by a chip that goes into the leftmost free square of a row."""
    if not isinstance(move, Shift | Ring) or (to := free_square(state.boards[seat], move.row)) is None:
        return 0.0
    chip, before = index_of(move.chip), state.boards[seat]
    if isinstance(move, Shift):
        return _change(state, before, {chip: None, to: before[chip]})
    robbed = state.boards[move.seat]
    loss = _change(state, robbed, {chip: None})
    return _change(state, before, {to: robbed[chip]}) - loss / (len(state.order) - 1)


def _change(state: State, board: Board, changes: dict[int, ChipId | None]) -> float:
    """What a board gains if some of its squares change."""
    after = list(board)
    for at, chip in changes.items():
        after[at] = chip
    return _potential(tuple(after), state.round, state.rounds) - _potential(board, state.round, state.rounds)


def knowledge_of(game: Game[State, Move]) -> Knowledge[State, Move]:
    """What bots know about a rules version."""

    def rollout_move(state: State, seat: Seat, chance: Chance) -> Move:
        """The most promising move. A commit is a random one of the better half, because others' moves are unknown."""
        moves = reduce(state, seat, game.legal_moves(state, seat))
        if isinstance(moves[0], Commit):
            return moves[chance.below((len(moves) + 1) // 2)]
        return moves[0]

    return Knowledge(
        evaluate=evaluate,
        rollout_move=rollout_move,
        reduce=reduce,
        horizon=30,
        is_settled=lambda state: not state.commits,  # between turns: all commits have been carried out
        is_pass=lambda move: isinstance(move, Skip | SkipSpecial),
        strengths={
            "deckhand": Strength(worlds=1, slack=0.05),
            "mate": Strength(worlds=1, iterations=15),
            "captain": Strength(worlds=1, iterations=100),
            "greedy": Strength(worlds=1, is_thorough=True),
        },
    )
