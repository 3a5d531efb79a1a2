"""The page of a puzzle: the board as its seat sees it, and once it is answered, what each move leads to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.engine.chance import Chance
from games.engine.codec import dump_move, load_move
from games.engine.lesson import Ply
from games.engine.play import play
from games.engine.presenter import Tally, Text
from games.engine.puzzle import Weighed, move_of
from games.puzzles.position import WORLDS
from games.puzzles.shelf import Placed
from games.tables.alone import BoardAlone, StandIn

__all__ = ["Line", "PuzzlePage", "Tried", "alone_after", "best_move", "is_answer", "puzzle_page"]


@dataclass(frozen=True)
class Tried:
    """What a reader has just done with a puzzle."""

    moves: tuple[str, ...] = ()  # as JSON: none, or one
    shown: bool = False  # it is the answer, which was asked for


@dataclass(frozen=True)
class Line:
    """One move of the explanation."""

    words: Text
    mean: int  # percent of the whole payoff, in all deals of worlds
    deals: tuple[int, ...]  # and in each
    is_best: bool
    is_missed: bool  # a player who looks one ply deep would play it
    is_yours: bool


@dataclass(frozen=True)
class PuzzlePage:
    """Everything that the page of one puzzle shows. What is hidden from its seat is not in it."""

    placed: Placed
    table: StandIn
    board: dict[str, Any]
    made: int  # moves of the reader, which stand in the form like the ply of a table
    verdict: str  # "found", "miss" or "shown"; empty before
    happened: tuple[str, ...]  # what the move did
    ended: Text  # why the game is over; empty while it runs
    lines: tuple[Line, ...]  # what each move leads to; of a miss, its own line if it was weighed
    tallies: tuple[tuple[str, tuple[Tally, ...]], ...]  # by seat: its name, and what it has
    you: str  # what the reader is called
    worlds: int = WORLDS  # in each deal


TOLD = 3  # of the moves that are not the best


def alone_after(placed: Placed, moves: Sequence[str]) -> BoardAlone:
    """The board after these moves of the reader. Raises EngineError for one that cannot be made."""
    puzzle, game, state = placed.puzzle, placed.game, placed.state
    plies: list[Ply] = []
    for number, text in enumerate(moves):
        move = load_move(game, text)
        step = play(game, state, puzzle.seat, move, Chance(puzzle.key.encode(), number))
        state, plies = step.state, [*plies, Ply(puzzle.seat, move, step.events)]
    return BoardAlone(
        game, placed.presenter, puzzle.seats, puzzle.seat, state, tuple(plies), goes_on=not moves
    )


def is_answer(placed: Placed, move: str) -> bool:
    """Whether a move, as JSON that these rules read, is the best one, or differs from it in name only."""
    puzzle, game = placed.puzzle, placed.game
    return load_move(game, move) in [move_of(game, each) for each in (puzzle.best.move, *puzzle.same)]


def best_move(placed: Placed) -> str:
    """The answer as JSON."""
    return dump_move(move_of(placed.game, placed.puzzle.best.move))


def puzzle_page(placed: Placed, tried: Tried, choice: Mapping[str, str]) -> PuzzlePage:
    """The page after what was tried; `choice` is what the address says. Raises EngineError."""
    alone = alone_after(placed, tried.moves)
    return PuzzlePage(
        placed=placed, table=StandIn(placed.slug), board=alone.presenter.board(alone.view, alone.scene(choice)),
        made=len(tried.moves), verdict=verdict_of(placed, tried), happened=alone.happened, ended=alone.ended,
        lines=_lines(placed, tried), tallies=alone.tallies, you=alone.names[alone.you],
    )  # fmt: skip


def verdict_of(placed: Placed, tried: Tried) -> str:
    """What the reader has made of it so far."""
    if not tried.moves:
        return ""
    if tried.shown:
        return "shown"
    return "found" if is_answer(placed, tried.moves[0]) else "miss"


def _lines(placed: Placed, tried: Tried) -> tuple[Line, ...]:
    """The best moves, what is missed for them and the reader's own; as long as the answer is open, only that."""
    if not tried.moves:
        return ()
    puzzle, game, start = placed.puzzle, placed.game, alone_after(placed, ())
    made = load_move(game, tried.moves[0])
    is_open = verdict_of(placed, tried) == "miss"
    told = () if is_open else (puzzle.best, *puzzle.others[:TOLD])
    return tuple(
        _line(placed, start.words_of(move), each, is_yours=not tried.shown and move == made)
        for each in (puzzle.best, *puzzle.others)
        if (move := move_of(game, each.move)) == made
        or each in told
        or (not is_open and each.move == puzzle.missed)
    )


def _line(placed: Placed, words: Text, each: Weighed, *, is_yours: bool) -> Line:
    puzzle = placed.puzzle
    return Line(
        words, _percent(each.mean), tuple(map(_percent, each.worth)),
        is_best=each is puzzle.best, is_missed=each.move == puzzle.missed, is_yours=is_yours,
    )  # fmt: skip


def _percent(thousandths: float) -> int:
    return round(thousandths / 10)
