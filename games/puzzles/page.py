"""A puzzle's page: the board as its seat sees it, and after the answer, the worth of each move."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games.engine.chance import Chance
from games.engine.codec import dump_move, load_move
from games.engine.contract import Facts, Seat
from games.engine.lesson import Ply
from games.engine.play import play
from games.engine.presenter import Reason, Tally, Text
from games.engine.puzzle import WeighedMove, move_of
from games.puzzles.catalog import PuzzleEntry
from games.puzzles.position import WORLDS
from games.puzzles.reasons import reason_of
from games.tables.exercise import ExerciseBoard


@dataclass(frozen=True)
class Tried:
    """The reader's last action on a puzzle."""

    moves: tuple[str, ...] = ()  # as JSON: none or one
    shown: bool = False  # the move is the answer, shown on request


@dataclass(frozen=True)
class Line:
    """One move in the explanation."""

    words: Text
    mean: int  # percent of the full payoff, averaged over all deals
    deals: tuple[int, ...]  # the same in each deal
    is_best: bool
    is_missed: bool  # a player who looks one ply deep would play it
    is_yours: bool


@dataclass(frozen=True)
class PuzzlePage:
    """Everything on a puzzle's page. It contains nothing that is hidden from the puzzle's seat."""

    entry: PuzzleEntry
    board: dict[str, Any]
    made: int  # moves made by the reader; the form posts it like the ply of a table
    verdict: str  # "found", "miss" or "shown"; empty without a move
    happened: tuple[str, ...]  # what the move did
    ended: Text  # why the game is over; empty while it runs
    lines: tuple[Line, ...]  # the worth of each move; after a miss only the reader's move, if it was analysed
    tallies: tuple[
        tuple[str, tuple[Tally, ...], bool], ...
    ]  # by seat: name, tallies, whether it is the reader's
    you: str  # the reader's name on the board
    step: int = 0  # replies to the move on the board that are made
    steps: int = 0  # replies that are known
    worlds: int = WORLDS  # in each deal

    @property
    def best(self) -> Line | None:
        """The best move; None if it isn't shown yet."""
        return next((line for line in self.lines if line.is_best), None)

    @cached_property
    def reason(self) -> Reason | None:
        """Why the best move is better than the tempting one, once the answer is shown."""
        return reason_of(self.entry) if self.verdict in ("found", "shown") else None


TOLD = 3  # number of other moves that are explained


def board_after(entry: PuzzleEntry, moves: Sequence[str], step: int = 0) -> ExerciseBoard:
    """The board after these moves of the reader, and `step` replies to them. Raises EngineError if one is illegal."""
    puzzle, game, state = entry.puzzle, entry.game, entry.state
    made = [(puzzle.seat, load_move(game, text)) for text in moves]
    made += [(seat, move_of(game, facts)) for seat, facts in _replies(entry, moves)[:step]]
    plies: list[Ply] = []
    for number, (seat, move) in enumerate(made):
        done = play(game, state, seat, move, Chance(puzzle.key.encode(), number))
        state, plies = done.state, [*plies, Ply(seat, move, done.events)]
    return ExerciseBoard(
        game, entry.presenter, puzzle.seats, puzzle.seat, state, tuple(plies), goes_on=not moves
    )


def _replies(entry: PuzzleEntry, moves: Sequence[str]) -> Sequence[tuple[Seat, Facts]]:
    """The known replies to the reader's move: to the best and to the tempting one."""
    if not moves:
        return ()
    if is_answer(entry, moves[0]):
        return entry.puzzle.line
    is_missed = load_move(entry.game, moves[0]) == move_of(entry.game, entry.puzzle.missed)
    return entry.puzzle.refutation if is_missed else ()


def is_answer(entry: PuzzleEntry, move: str) -> bool:
    """Whether a move, given as JSON, is the best one or equivalent to it."""
    puzzle, game = entry.puzzle, entry.game
    return load_move(game, move) in [move_of(game, each) for each in (puzzle.best.move, *puzzle.same)]


def best_move(entry: PuzzleEntry) -> str:
    """The best move as JSON."""
    return dump_move(move_of(entry.game, entry.puzzle.best.move))


def puzzle_page(entry: PuzzleEntry, tried: Tried, choice: Mapping[str, str]) -> PuzzlePage:
    """The page after what was tried; `choice` comes from the query. Raises EngineError."""
    verdict = verdict_of(entry, tried)
    steps = len(_replies(entry, tried.moves))
    step = next((number for number in range(1, steps + 1) if choice.get("step") == str(number)), 0)
    alone = board_after(entry, tried.moves, step)
    return PuzzlePage(
        entry=entry, board=alone.presenter.board(alone.view, alone.scene(choice)),
        made=len(tried.moves), verdict=verdict, happened=alone.happened[-1:] if step else alone.happened,
        ended=alone.ended, lines=_lines(entry, tried), tallies=alone.tallies, you=alone.names[alone.you],
        step=step, steps=steps,
    )  # fmt: skip


def verdict_of(entry: PuzzleEntry, tried: Tried) -> str:
    """The verdict on the reader's last action."""
    if not tried.moves:
        return ""
    if tried.shown:
        return "shown"
    return "found" if is_answer(entry, tried.moves[0]) else "miss"


def _lines(entry: PuzzleEntry, tried: Tried) -> tuple[Line, ...]:
    """The best moves, the tempting one and the reader's own. After a miss, only the reader's own."""
    if not tried.moves:
        return ()
    puzzle, game, start = entry.puzzle, entry.game, board_after(entry, ())
    made = load_move(game, tried.moves[0])
    is_open = verdict_of(entry, tried) == "miss"
    told = () if is_open else (puzzle.best, *puzzle.others[:TOLD])
    return tuple(
        _line(entry, start.advice_on(move).words, each, is_yours=not tried.shown and move == made)
        for each in (puzzle.best, *puzzle.others)
        if (move := move_of(game, each.move)) == made
        or each in told
        or (not is_open and each.move == puzzle.missed)
    )


def _line(entry: PuzzleEntry, words: Text, each: WeighedMove, *, is_yours: bool) -> Line:
    puzzle = entry.puzzle
    return Line(
        words, _percent(each.mean), tuple(map(_percent, each.worth)), is_best=each is puzzle.best,
        is_missed=each.move == puzzle.missed, is_yours=is_yours,
    )  # fmt: skip


def _percent(thousandths: float) -> int:
    return round(thousandths / 10)
