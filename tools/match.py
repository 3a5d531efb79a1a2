"""Compare the strength of players: one of the first level plays on every seat in turn, against others of the second.

    python -m tools.match captain mate --title captivate --games 400

It prints the share of first places (a shared one counts as a fraction) with its 95% interval, and the thinking time in
CPU time of one core. The same numbers always mean the same games, unless a budget in milliseconds cuts thinking short.
"""

import argparse
import math
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from games.engine import play
from games.engine.chance import Chance
from games.engine.codec import load_options
from games.engine.search import LEVELS, Budget, think, view_of
from games.titles import TITLES

_SURE = 1.96  # standard deviations on either side that cover 95%


def percentile(times: Sequence[float], part: float) -> float:
    """The smallest time that at least this share of all times does not exceed."""
    return sorted(times)[min(len(times) - 1, int(part * len(times)))]


def interval(share: float, games: int) -> tuple[float, float]:
    """Wilson's 95% interval of a share measured over some games.

    >>> [round(end, 3) for end in interval(0.5, 100)]
    [0.404, 0.596]
    """
    spread = _SURE**2 / games
    middle = (share + spread / 2) / (1 + spread)
    reach = _SURE * math.sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    return middle - reach, middle + reach


_THOUGHTS = 1_000_000  # the first stream of chance that no ply of a game uses


class Match(NamedTuple):
    """The players and the limits of a match."""

    title: str
    first: str  # the level on one seat
    others: str  # the level on all other seats
    seats: int
    ms: int | None = None  # maximum CPU time for one thought
    iterations: int | None = None


class Result(NamedTuple):
    """One game from the measured player's point of view."""

    share: float  # of the first place
    reason: str
    times: dict[str, list[float]]  # ms of each thought, by level


@dataclass
class Tally:
    """The sums over many games."""

    games: int = 0
    shares: float = 0.0
    reasons: dict[str, int] = field(default_factory=dict)
    times: dict[str, list[float]] = field(default_factory=dict)

    def add(self, result: Result) -> None:
        """Add one game."""
        self.games += 1
        self.shares += result.share
        self.reasons[result.reason] = self.reasons.get(result.reason, 0) + 1
        for level, times in result.times.items():
            self.times.setdefault(level, []).extend(times)


def play_game(match: Match, number: int) -> Result:
    """Play one game; its number determines the measured player's seat and all chance."""
    game, seed = TITLES.game(match.title), number.to_bytes(8, "big")
    knowledge = TITLES.knowledge(game)
    measured = number % match.seats
    state = play.setup(game, match.seats, load_options(game, {}), seed).state
    times: dict[str, list[float]] = {}
    ply = 0
    while asked := sorted(game.to_act(state)):
        level = match.first if asked[0] == measured else match.others
        budget = Budget(match.ms, match.iterations, time.process_time)
        view = view_of(game, state, asked[0])
        thought = think(view, knowledge, level, budget, Chance(seed, _THOUGHTS + ply))
        times.setdefault(level, []).append(thought.ms)
        state = play.play(game, state, asked[0], thought.move, Chance(seed, ply)).state
        ply += 1
    outcome = game.outcome(state)
    if outcome is None:
        raise RuntimeError("Nobody is to move, but the game is not over")
    share = 1 / outcome.ranks.count(1) if outcome.ranks[measured] == 1 else 0.0
    return Result(share, outcome.reason, times)


def tally_games(match: Match, numbers: Iterable[int], processes: int = 1) -> Tally:
    """Play the games with these numbers."""
    tally = Tally()
    if processes == 1:
        for number in numbers:
            tally.add(play_game(match, number))
        return tally
    with ProcessPoolExecutor(processes) as pool:
        for result in pool.map(partial(play_game, match), numbers):
            tally.add(result)
    return tally


def report(match: Match, tally: Tally) -> Iterator[str]:
    """The results, line by line."""
    share = tally.shares / tally.games
    low, high = interval(share, tally.games)
    yield (
        f"{match.title}, {match.seats} seats, {tally.games} games: {match.first} against {match.others} "
        f"{share:.1%} ({low:.1%} to {high:.1%}; even: {1 / match.seats:.0%})"
    )
    yield "ended by: " + ", ".join(f"{reason} {count}" for reason, count in sorted(tally.reasons.items()))
    for level, times in sorted(tally.times.items()):
        median, most = percentile(times, 0.5), percentile(times, 0.95)
        yield f"{level}: {median:.0f} ms median, {most:.0f} ms p95 over {len(times)} thoughts"


def main(arguments: list[str] | None = None) -> None:
    """Play the match and print the results."""
    parser = argparse.ArgumentParser(description="Measure players against each other.")
    parser.add_argument("first", choices=LEVELS, help="level in one seat")
    parser.add_argument("others", choices=LEVELS, help="level in all other seats")
    parser.add_argument("--title", choices=list(TITLES), required=True)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seats", type=int, help="default: the minimum")
    parser.add_argument("--budget-ms", type=int, help="CPU time for one thought")
    parser.add_argument("--iterations", type=int, help="iterations of the search, instead of the level's own")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--from", type=int, default=0, dest="start", help="number of the first game")
    chosen = parser.parse_args(arguments)
    seats = chosen.seats or TITLES[chosen.title].seats[0]
    match = Match(chosen.title, chosen.first, chosen.others, seats, chosen.budget_ms, chosen.iterations)
    numbers = range(chosen.start, chosen.start + max(1, chosen.games))
    for line in report(match, tally_games(match, numbers, chosen.processes)):
        sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main()
