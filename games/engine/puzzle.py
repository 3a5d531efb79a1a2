"""Puzzles: positions in which one move is clearly the best, whatever the seat cannot see.

A puzzle is data in the folder of its title, `puzzles/v<rules version>.json`, one per line. `games.puzzles.finding`
finds puzzles with a given rules version, to which they then belong. The state includes what is hidden from the seat:
show only what `observe` lets it see.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import msgspec

from games.engine.codec import convert, dump_state, load_state
from games.engine.contract import Facts, Game, Malformed, Seat

_KEY = 10  # digits


class WeighedMove(msgspec.Struct, frozen=True):
    """A move and its expected payoff in each deal."""

    move: Facts  # as parsed JSON
    worth: tuple[int, ...]  # the payoff in each deal, in thousandths

    @property
    def mean(self) -> float:
        """The mean payoff of all deals, in thousandths."""
        return sum(self.worth) / len(self.worth)


class Puzzle(msgspec.Struct, frozen=True):
    """A position in which a seat must find the best move."""

    key: str  # stable: players' results are stored by it
    rules_version: int
    seats: int
    seat: Seat
    source: str  # where the puzzle was found
    best: WeighedMove
    others: tuple[WeighedMove, ...]  # all other moves, the best first
    missed: Facts  # the move of a player that looks one ply ahead; one of the others
    same: tuple[Facts, ...]  # moves equivalent to the best one
    state: Facts  # the complete state, as parsed JSON
    line: tuple[
        tuple[Seat, Facts], ...
    ] = ()  # how captains play on after the best move: seats and their moves
    refutation: tuple[tuple[Seat, Facts], ...] = ()  # the same after the missed move


def key_of(state: msgspec.Struct, seat: Seat) -> str:
    """The key of a puzzle."""
    return sha256(f"{seat} {dump_state(state)}".encode()).hexdigest()[:_KEY]


def state_of(game: Game[Any, Any], puzzle: Puzzle) -> Any:
    """The position, by the rules of the puzzle's version. Raises Malformed if they cannot read the state."""
    return load_state(game, msgspec.json.encode(puzzle.state))


def move_of(game: Game[Any, Any], facts: Facts) -> Any:
    """A puzzle's move, converted to these rules' move type; raises Malformed."""
    return convert(facts, game.move_type)


def dump_puzzles(puzzles: Sequence[Puzzle]) -> str:
    """The text of a puzzle file: JSON, one puzzle per line."""
    lines = ",\n".join(msgspec.json.encode(puzzle).decode() for puzzle in puzzles)
    return f"[\n{lines}\n]\n"


def load_puzzles(text: str) -> tuple[Puzzle, ...]:
    """The puzzles in the text of a file; raises Malformed."""
    try:
        parsed = msgspec.json.decode(text)
    except msgspec.MsgspecError as error:
        raise Malformed(f"Not a file of puzzles: {error}") from None
    found: tuple[Puzzle, ...] = convert(parsed, tuple[Puzzle, ...])
    return found
