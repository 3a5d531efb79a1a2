"""The players that measure the cards for CE-3: random, greedy, a search, one that saves its cards, and the captain.

None of them uses hidden information: each redeals the hidden cards and searches in that world.
"""

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from games.engine.chance import SETUP, Chance
from games.engine.contract import Seat
from games.engine.search import Budget, think, view_of
from games.titles.captn_eli import GAME
from games.titles.captn_eli.knowledge import knowledge_of, value_for
from games.titles.captn_eli.orders import sample_move
from games.titles.captn_eli.resample import resample
from games.titles.captn_eli.rules import apply, legal_moves
from games.titles.captn_eli.state import Challenge, Flip, Move, Place, Shift, State

Player: TypeAlias = Callable[[State, Seat, Chance], Move]

DEPTH = 3  # plies that the search looks ahead; its own move is the first
WORLDS = 1  # deals of the hidden cards that it searches
_WON = 10_000
ITERATIONS = 800  # of the captain; the default of the level in real games
_NOTHING = Chance(b"", SETUP)  # no move of this game draws from it
_ORDER = {Challenge: 0, Flip: 2, Place: 3, Shift: 4}  # the order of search; answers and wedges come second


def greedy(state: State, seat: Seat, chance: Chance) -> Move:
    """The move with the best resulting position in one world; ties are broken at random."""
    return search(state, seat, chance, depth=1, worlds=1)


def search(
    state: State, seat: Seat, chance: Chance, *, depth: int = DEPTH, worlds: int = WORLDS, held: int = 0
) -> Move:
    """The best move over several worlds, searched to a depth in plies; ties are broken at random.

    Every card in hand counts `held` points: with two, the player saves its cards.
    """
    if state.phase == "squads":
        return sample_move(state, seat, chance)
    moves = chance.shuffled(legal_moves(state, seat))
    if len(moves) == 1:
        return moves[0]
    total = [0] * len(moves)
    for _ in range(worlds):
        world = resample(state, seat, chance)
        for place, worth in enumerate(_worths(world, seat, moves, depth, held, exact=worlds > 1)):
            total[place] += worth
    return moves[max(range(len(moves)), key=total.__getitem__)]


def _worths(
    world: State, seat: Seat, moves: tuple[Move, ...], depth: int, held: int, *, exact: bool
) -> list[int]:
    """Each move's value in one world. Unless `exact`, only the best value is exact, and all others are lower."""
    worths, best = [0] * len(moves), -_WON - 1
    for place in sorted(range(len(moves)), key=lambda place: _rank(moves[place])):
        after = apply(world, seat, moves[place], _NOTHING).state
        floor = -_WON - 1 if exact else best - 1  # not `best`: a bound must not look like an equal worth
        worths[place] = _worth(after, seat, depth - 1, floor, _WON + 1, held=held)
        best = max(best, worths[place])
    return worths


def _worth(state: State, seat: Seat, depth: int, low: int, high: int, *, held: int) -> int:
    """Alpha-beta: exact between `low` and `high`, otherwise a bound on the same side."""
    if state.outcome is not None or depth == 0:
        return value_for(state, seat, held) + (
            depth if state.outcome is not None else 0
        )  # an early win is better
    mine = state.asked == seat
    best = low if mine else high
    for move in sorted(legal_moves(state, state.asked), key=_rank):
        after = apply(state, state.asked, move, _NOTHING).state
        if mine:
            best = max(best, _worth(after, seat, depth - 1, best, high, held=held))
        else:
            best = min(best, _worth(after, seat, depth - 1, low, best, held=held))
        if best >= high if mine else best <= low:
            break
    return best


def _rank(move: Move) -> int:
    return _ORDER.get(type(move), 1)


def captain(state: State, seat: Seat, chance: Chance, *, iterations: int = ITERATIONS) -> Move:
    """The captain's move; squads are random, so that every card is measured equally."""
    if state.phase == "squads":
        return sample_move(state, seat, chance)
    return think(
        view_of(GAME, state, seat), knowledge_of(GAME), "captain", Budget(iterations=iterations), chance
    ).move


PLAYERS: dict[str, Player] = {
    "random": sample_move,
    "greedy": greedy,
    "search": partial(search),
    "keeper": partial(search, held=2),
}
