"""Positions for tests of every title: random games with leavers in them, reproducible from one number."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from games.engine import play
from games.engine.chance import Chance
from games.engine.codec import dump_move
from games.engine.contract import Options, Seat, Step
from games.engine.random_play import random_move
from games.engine.registry import AnyGame
from games.engine.replay import Entry
from games.titles import TITLES


class Case(NamedTuple):
    """One way to begin a game of one title."""

    game: AnyGame
    seats: int
    options: Options

    def __str__(self) -> str:
        chosen = "-".join(str(value) for value in self.options.values())
        return f"{self.game.slug}-{self.seats}-{chosen}"


class Ply(NamedTuple):
    """One ply of a random game, with the states around it."""

    before: Any
    entry: Entry
    move: Any  # None for a leaver
    step: Step[Any]


def every_case() -> list[Case]:
    """Every title with every number of seats, and every value of every option once."""
    cases = []
    for game in TITLES.values():
        default = {option.name: option.default for option in game.options}
        cases += [Case(game, seats, default) for seats in game.seats]
        for option in game.options:
            cases += [
                Case(game, game.seats[-1], {**default, option.name: value}) for value in option.values[1:]
            ]
    return cases


def begin(case: Case, number: int) -> tuple[bytes, Step[Any]]:
    """The seed that belongs to `number`, and the set-up made from it."""
    seed = number.to_bytes(32, "big")
    return seed, play.setup(case.game, case.seats, case.options, seed)


def random_game(case: Case, number: int, leavers: bool = False) -> Iterator[Ply]:
    """The plies of a random game; with leavers, about one ply in forty is a seat that leaves."""
    seed, step = begin(case, number)
    chooser = Chance(seed, 1_000_000)  # a stream that no ply of the game uses
    ply = 0
    while asked := sorted(case.game.to_act(step.state)):
        before = step.state
        entry, move, step = _next(case, before, ply, Chance(seed, ply), chooser, asked, leavers)
        yield Ply(before, entry, move, step)
        ply += 1


def _next(
    case: Case, state: Any, ply: int, chance: Chance, chooser: Chance, asked: list[Seat], leavers: bool
) -> tuple[Entry, Any, Step[Any]]:
    game = case.game
    if leavers and chooser.below(40) == 0:
        seat = chooser.pick([seat for seat in range(case.seats) if game.is_in(state, seat)])
        return Entry(ply, "leave", seat), None, play.leave(game, state, seat, chance)
    seat = chooser.pick(asked)
    move = random_move(game, state, seat, chooser)
    return Entry(ply, "move", seat, dump_move(move)), move, play.play(game, state, seat, move, chance)
