"""How strong the bots are, and how long they think: the table in docs/bots.md.

ARGS="bots" measures everything with 400 games each, which takes many hours. ARGS="bots 40 captivate" plays 40 games of
one title.
"""

import os
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.titles import TITLES
from tools.bench import beginner
from tools.match import Match, interval, percentile, tally_games

GAMES = 400
FIRST = 1000  # number of the first game; levels were tuned on games below 1000 and from 2000
MOST_SEATS = 4  # seats measured in addition to two


class Goal(NamedTuple):
    """A level's goal against another: its share of first places with two and with four seats."""

    level: str
    others: str
    of_two: float
    of_four: float | None = None


GOALS = (
    Goal("captain", "random", 0.95, 0.75),
    Goal("captain", "greedy", 0.80, 0.50),
    Goal("captain", "mate", 0.65),
    Goal("mate", "deckhand", 0.65),
)


def rows(arguments: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """One row per title, number of seats and pair: share, interval, goal, and the first level's thinking time."""
    games = next((int(word) for word in arguments if word.isdigit()), GAMES)
    titles = [word for word in arguments if not word.isdigit()] or list(TITLES)
    yield "", "first places", "95%", "goal", "p95 of a thought"
    for slug in titles:
        for goal in GOALS:
            yield _row(slug, 2, goal, goal.of_two, games)
            if goal.of_four is not None and MOST_SEATS in TITLES[slug].seats:
                yield _row(slug, MOST_SEATS, goal, goal.of_four, games)
        yield _beginners_row(slug, games)


def _row(slug: str, seats: int, goal: Goal, wanted: float, games: int) -> tuple[str, ...]:
    match, numbers = Match(slug, goal.level, goal.others, seats), range(FIRST, FIRST + games)
    tally = tally_games(match, numbers, len(os.sched_getaffinity(0)))
    share = tally.shares / tally.games
    low, high = interval(share, tally.games)
    return (
        f"{slug}, {seats} seats: {goal.level} against {goal.others}",
        f"{share:.1%}",
        f"{low:.1%} to {high:.1%}",
        f"{wanted:.0%}",
        f"{percentile(tally.times[goal.level], 0.95):.0f} ms",
    )


def _beginners_row(slug: str, games: int) -> tuple[str, ...]:
    share = sum(beginner.deckhand_share(slug, number) for number in range(FIRST, FIRST + games)) / games
    low, high = interval(share, games)
    return (
        f"{slug}, 2 seats: deckhand against a beginner",
        f"{share:.1%}",
        f"{low:.1%} to {high:.1%}",
        "50%",
        "",
    )
