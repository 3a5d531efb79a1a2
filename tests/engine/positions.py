"""Random games for tests of every title, with leavers, reproducible from one number, and single steps."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
import pytest

from games.engine import play
from games.engine.chance import Chance
from games.engine.codec import dump_move, load_move
from games.engine.contract import Illegal, Options, Seat, Step
from games.engine.play import random_move
from games.engine.presenter import Presenter
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
        older = "" if self.game is TITLES[self.game.slug] else f"-v{self.game.rules_version}"
        return f"{self.game.slug}{older}-{self.seats}-{chosen}"


class Ply(NamedTuple):
    """One ply of a random game, with the states around it."""

    before: Any
    entry: Entry
    move: Any  # None for a leaver
    step: Step[Any]


def every_case() -> list[Case]:
    """Return every title with every number of seats, and, with the fewest, every value of every option once."""
    cases = []
    for game in (game for slug in TITLES for game in TITLES.versions(slug).values()):
        default = {option.name: option.default for option in game.options}
        cases += [Case(game, seats, default) for seats in game.seats]
        for option in game.options:
            cases += [
                Case(game, game.seats[0], {**default, option.name: value}) for value in option.values[1:]
            ]
    return cases


def present_cases() -> list[Case]:
    """Return the cases under the rules of new tables, the only ones that the protocol offers."""
    return [case for case in every_case() if case.game is TITLES[case.game.slug]]


def begin(case: Case, number: int) -> tuple[bytes, Step[Any]]:
    """Return the seed for `number`, and the set-up made from it."""
    seed = number.to_bytes(32, "big")
    return seed, play.setup(case.game, case.seats, case.options, seed)


def random_game(case: Case, number: int, leavers: bool = False) -> Iterator[Ply]:
    """Yield the plies of a random game; with leavers, a seat leaves in about one ply of forty."""
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


def do(game: AnyGame, state: Any, seat: Seat, form: dict[str, Any], ply: int = 0) -> Step[Any]:
    """Return the step of a move in its JSON form."""
    return play.play(game, state, seat, _move(game, form), Chance(b"seed", ply))


def refuse(game: AnyGame, state: Any, seat: Seat, form: dict[str, Any]) -> None:
    """Check that a well-formed move is illegal now."""
    move = _move(game, form)
    assert move not in game.legal_moves(state, seat)
    with pytest.raises(Illegal):
        play.play(game, state, seat, move, Chance(b"seed", 0))


def leave(game: AnyGame, state: Any, seat: Seat, ply: int = 0) -> Step[Any]:
    """Return the step of a seat that leaves."""
    return play.leave(game, state, seat, Chance(b"seed", ply))


def told(
    game: AnyGame, presenter: Presenter, step: Step[Any], names: tuple[str, ...], seat: Seat | None = None
) -> list[str]:
    """Return the log lines of a step as a reader gets them."""
    facts = [(event.type, game.recall(step.state, seat, event)) for event in step.events]
    return [line for kind, fact in facts if (line := str(presenter.sentence(kind, fact, names)))]


def _move(game: AnyGame, form: dict[str, Any]) -> Any:
    return load_move(game, msgspec.json.encode(form))
