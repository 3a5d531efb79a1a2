"""Plies per second of random play for each title, including listing legal moves and the random choice."""

import os
import time
from collections.abc import Iterator, Mapping
from typing import Any

from games.engine import play
from games.engine.chance import Chance
from games.engine.play import random_move
from games.engine.registry import AnyGame
from games.titles import TITLES

SECONDS = float(os.environ.get("BENCH_SECONDS", "3"))  # CPU time for each row


def rows() -> Iterator[tuple[str, ...]]:
    """One row per title with the fewest seats, and one with the most."""
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
        plies += _play_random_game(game, seats, options, seed)
        games += 1
    return plies, games, spent


def _play_random_game(game: AnyGame, seats: int, options: Mapping[str, Any], seed: bytes) -> int:
    """Play one random game; returns its number of plies."""
    chooser, ply = Chance(seed, 1_000_000), 0
    state = play.setup(game, seats, options, seed).state
    while asked := sorted(game.to_act(state)):
        seat = chooser.pick(asked)
        move = random_move(game, state, seat, chooser)
        state = play.play(game, state, seat, move, Chance(seed, ply)).state
        ply += 1
    return ply
