"""Plies per second of random play of each title: legal moves, a random choice, the ply itself."""

import time
from collections.abc import Iterator

from games.engine.chance import Chance
from games.engine.random_play import playout
from games.engine.registry import AnyGame
from games.titles import TITLES

SECONDS = 3.0  # of processor time for each row


def rows() -> Iterator[tuple[str, ...]]:
    """One row per title, with the fewest and the most seats."""
    yield "title", "seats", "plies a second", "plies a game"
    for game in TITLES.values():
        for seats in sorted({game.seats[0], game.seats[-1]}):
            plies, games, spent = _measure(game, seats)
            yield game.slug, str(seats), f"{plies / spent:,.0f}", f"{plies / games:.0f}"


def _measure(game: AnyGame, seats: int) -> tuple[int, int, float]:
    options = {option.name: option.default for option in game.options}
    plies = games = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < SECONDS:
        seed = games.to_bytes(32, "big")
        plies += sum(1 for _ in playout(game, seats, options, seed, Chance(seed, 1_000_000))) - 1
        games += 1
    return plies, games, spent
