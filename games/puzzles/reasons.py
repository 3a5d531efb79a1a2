"""Why a puzzle's best move is better than the tempting one, from what its seat sees after both."""

from collections.abc import Sequence
from typing import Any

from games.engine.chance import Chance
from games.engine.contract import Facts, Seat
from games.engine.play import play
from games.engine.presenter import Reason
from games.engine.puzzle import move_of
from games.puzzles.catalog import PuzzleEntry


def reason_of(entry: PuzzleEntry) -> Reason | None:
    """The title's reason; None if it doesn't know one."""
    puzzle = entry.puzzle
    return entry.presenter.why(
        _views(entry, puzzle.best.move, puzzle.line), _views(entry, puzzle.missed, puzzle.refutation)
    )


def _views(entry: PuzzleEntry, move: Facts, replies: Sequence[tuple[Seat, Facts]]) -> list[Any]:
    """What the puzzle's seat sees after the move, and after each reply to it."""
    game, puzzle, state, views = entry.game, entry.puzzle, entry.state, list[Any]()
    for ply, (seat, facts) in enumerate([(puzzle.seat, move), *replies]):
        state = play(game, state, seat, move_of(game, facts), Chance(puzzle.key.encode(), ply)).state
        views.append(game.observe(state, puzzle.seat))
    return views
