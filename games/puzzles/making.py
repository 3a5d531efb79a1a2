"""Positions out of games that bots play among themselves."""

from collections.abc import Collection, Iterator

from games.engine import play
from games.engine.chance import Chance
from games.engine.codec import load_options
from games.engine.contract import Facts
from games.engine.puzzle import Puzzle
from games.engine.registry import AnyGame
from games.puzzles.finding import puzzle_in
from games.puzzles.position import Position
from games.titles import TITLES

__all__ = ["puzzles_in_game", "puzzles_of_game", "self_play"]

EARLY = 0.1  # of each game, in which little is decided
OF_ONE_GAME = 3  # puzzles, at most
_PLAYERS = 1_000_000  # a stream of chance that no ply of a game uses


def puzzles_in_game(slug: str, seed: int, worn: Collection[Facts], number: int) -> Iterator[Puzzle]:
    """The puzzles of one game, each with another move and none with a worn one; the same seed and number are the same
    game.
    """
    found: list[Puzzle] = []
    for position in self_play(TITLES[slug], seed, number):
        puzzle = puzzle_in(position, worn)
        if puzzle is not None and all(puzzle.best.move != each.best.move for each in found):
            found.append(puzzle)
            yield puzzle
        if len(found) == OF_ONE_GAME:
            return


def puzzles_of_game(slug: str, seed: int, worn: Collection[Facts], number: int) -> list[Puzzle]:
    """All of them at once, as a process of its own gives them back."""
    return list(puzzles_in_game(slug, seed, worn, number))


def self_play(game: AnyGame, seed: int, number: int) -> list[Position]:
    """The positions of the later part of a game, in which one seat alone is to move.

    Bots play it by the quick moves with which they play on in thought: most of the time goes into looking at positions.
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
