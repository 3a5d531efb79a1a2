"""Positions to find puzzles in: from games that bots play, and from people's finished games at public tables.

Puzzles contain no names.
"""

from collections.abc import Collection, Iterable, Iterator
from functools import partial

from games.engine import play
from games.engine.chance import SETUP, Chance
from games.engine.codec import load_options
from games.engine.contract import EngineError, Facts
from games.engine.puzzle import Puzzle
from games.engine.registry import AnyGame
from games.engine.replay import ReplayError, walk
from games.errors import RulesMissing
from games.models import MoveRecord, Table
from games.puzzles.finding import puzzle_in
from games.puzzles.position import Position
from games.tables.chain import chance_at, setup_chance
from games.tables.packed import packed_after
from games.tables.past import entry_of
from games.tables.table_rules import first_step, game_at
from games.titles import TITLES

EARLY = 0.1  # share of each game to skip, because little is decided there
OF_ONE_GAME = 3  # puzzles per game, at most
_PLAYERS = 1_000_000  # number of a chance stream that no ply of a game uses


def puzzles_in_game(slug: str, seed: int, overused: Collection[Facts], number: int) -> Iterator[Puzzle]:
    """Find a game's puzzles, each with a different answer, and none with an overused one.

    The same seed and number always give the same game.
    """
    found: list[Puzzle] = []
    for position in self_play(TITLES[slug], seed, number):
        puzzle = puzzle_in(position, overused)
        if puzzle is not None and all(puzzle.best.move != each.best.move for each in found):
            found.append(puzzle)
            yield puzzle
        if len(found) == OF_ONE_GAME:
            return


def puzzles_of_game(slug: str, seed: int, overused: Collection[Facts], number: int) -> list[Puzzle]:
    """All puzzles of a game as a list, for worker processes."""
    return list(puzzles_in_game(slug, seed, overused, number))


def self_play(game: AnyGame, seed: int, number: int) -> list[Position]:
    """The positions in the later part of a game in which only one seat is to move.

    The bots choose moves with the fast rollout policy, because most of the time should go into examining positions.
    """
    key = seed.to_bytes(8, "big") + number.to_bytes(8, "big")
    chance, rollout_move = Chance(key, _PLAYERS), TITLES.knowledge(game).rollout_move
    seats = chance.pick([game.seats[0], *game.seats[:2]])
    options = {option.name: chance.pick(option.values) for option in game.options if option.values}
    state, found = play.setup(game, seats, load_options(game, options), key).state, list[Position]()
    for ply in range(game.max_plies):
        asked = sorted(game.to_act(state))
        if not asked:
            break
        found.append(Position(game, state, asked[0], seats, f"self-play {seed} {number} {ply}"))
        move = rollout_move(state, asked[0], chance)
        state = play.play(game, state, asked[0], move, Chance(key, ply)).state
    later = found[int(EARLY * len(found)) :]
    return [each for each in later if game.to_act(each.state) == {each.seat}]


def finished_positions(slug: str) -> Iterator[Position]:
    """The positions of all finished games played by the current rules, latest game first."""
    tables = Table.objects.filter(
        title=slug, status=Table.Status.FINISHED, admission=Table.Admission.OPEN,
        rules_version=TITLES[slug].rules_version,
    )  # fmt: skip
    for table in tables.order_by("-pk").iterator(chunk_size=20):
        try:
            yield from _positions(table)
        except (EngineError, ReplayError, RulesMissing):  # the log spans other rules or is incomplete
            continue


def _positions(table: Table) -> Iterator[Position]:
    game = game_at(table)
    entries = [entry_of(record) for record in _log(table) if record.kind != MoveRecord.Kind.NOTE]
    steps = walk(game, first_step(game, table, setup_chance(table)), partial(chance_at, table), entries)
    for entry, step in zip(entries, steps, strict=False):
        seat = entry.seat
        if seat is not None and entry.kind == "move" and game.to_act(step.state) == {seat}:
            yield Position(game, step.state, seat, table.seat_count, f"played {entry.ply}")


def _log(table: Table) -> Iterable[MoveRecord]:
    if table.is_packed:
        return packed_after(table, SETUP)
    return MoveRecord.objects.filter(table=table, ply__gte=0).order_by("ply")
