"""Checks whether a stored puzzle is still valid under the current rules and bots."""

from collections.abc import Iterator, Sequence
from typing import Any

from games.engine.contract import EngineError
from games.engine.puzzle import Puzzle, Weighed, move_of, state_of
from games.engine.registry import AnyGame
from games.puzzles.finding import does_greedy_miss, is_clear, is_found, plain, weighed
from games.puzzles.position import DEALS, Position
from games.titles import TITLES

__all__ = ["faults_of", "is_weighed_so", "quick_faults_of"]


def faults_of(slug: str, puzzle: Puzzle) -> list[str]:
    """All faults of a puzzle, from a deep check that takes seconds; empty for a good puzzle."""
    faults = quick_faults_of(slug, puzzle)
    game = TITLES.game_of(slug, puzzle.rules_version)
    return faults if faults or game is None else list(_deep_faults(_position(game, puzzle), puzzle))


def quick_faults_of(slug: str, puzzle: Puzzle) -> list[str]:
    """The faults of a puzzle that a quick check finds."""
    game = TITLES.game_of(slug, puzzle.rules_version)
    if game is None:
        return [f"its rules version {puzzle.rules_version} is not played here"]
    try:
        position = _position(game, puzzle)
        return list(_quick_faults(position, puzzle))
    except EngineError as error:
        return [f"these rules do not read it: {error.message}"]


def _quick_faults(position: Position, puzzle: Puzzle) -> Iterator[str]:
    game, state, seat = position.game, position.state, position.seat
    if puzzle.key != position.key:
        yield "its key is that of another position"
    if game.to_act(state) != {seat}:
        yield "it asks somebody else"
        return
    moves = [puzzle.best.move, *puzzle.same, *(each.move for each in puzzle.others)]
    yield from (f"not legal: {move}" for move in moves if not game.is_legal(state, seat, move_of(game, move)))
    if set(map(repr, moves)) != {repr(plain(move)) for move in game.legal_moves(state, seat)}:
        yield "not all moves are weighed"
    if puzzle.missed not in [each.move for each in puzzle.others]:
        yield "what is missed for it is not weighed"
    if any(len(each.worth) != DEALS for each in (puzzle.best, *puzzle.others)):
        yield f"a move is not weighed in {DEALS} deals"
    elif not all(is_clear(puzzle.best, each, position.margin) for each in puzzle.others):
        yield "the best move is not clearly the best"
    if not does_greedy_miss(position, _answers(game, puzzle), tries=1):
        yield "a player who looks one ply deep finds it"


def _deep_faults(position: Position, puzzle: Puzzle) -> Iterator[str]:
    game, best = position.game, move_of(position.game, puzzle.best.move)
    if not is_found(position, best):
        yield "a captain plays something else"
    if not does_greedy_miss(position, _answers(game, puzzle)):
        yield "a player who looks one ply deep finds it sometimes"
    deals = position.deals()
    for each in (puzzle.best, *puzzle.others):
        now = weighed(position, move_of(game, each.move), deals)
        if now != each:
            yield f"{each.move} is worth {now.worth} now, and not {each.worth}"


def is_weighed_so(slug: str, puzzle: Puzzle, each: Weighed, deal: int) -> bool:
    """Whether a move still has its stored worth in one deal."""
    game = TITLES.versions(slug)[puzzle.rules_version]
    position = _position(game, puzzle)
    now = weighed(position, move_of(game, each.move), [position.deals(deal + 1)[deal]])
    return now.worth[0] == each.worth[deal]


def _position(game: AnyGame, puzzle: Puzzle) -> Position:
    return Position(game, state_of(game, puzzle), puzzle.seat, puzzle.seats, puzzle.source)


def _answers(game: AnyGame, puzzle: Puzzle) -> Sequence[Any]:
    return [move_of(game, move) for move in (puzzle.best.move, *puzzle.same)]
