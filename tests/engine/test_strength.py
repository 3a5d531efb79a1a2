"""Bots are as strong as their names: few games, with less thinking, and results well away from even.

The games are always the same, so a worse bot fails every time. `docs/bots.md` has the real figures.
"""

import pytest

from tools.bench import beginner
from tools.match import Match, tally_games

LADDER = {"captivate": 4, "cannonades": 8, "captn-eli": 24, "cardline": 8, "nautilus": 4}  # games
BEGUN = {"captivate": 8, "cannonades": 16, "captn-eli": 16, "cardline": 16, "nautilus": 8}


@pytest.mark.parametrize("slug", LADDER)
def test_a_mate_beats_deckhands(slug: str) -> None:
    tally = tally_games(Match(slug, "mate", "deckhand", 2), range(LADDER[slug]))
    assert tally.shares >= 0.75 * tally.games


def test_a_captain_at_cardline_knows_the_deck_better_than_greedy_players_do() -> None:
    tally = tally_games(Match("cardline", "captain", "greedy", 2), range(6))
    assert tally.shares >= 5


def test_a_captain_of_capt_n_eli_beats_deckhands_with_a_sixth_of_its_iterations() -> None:
    tally = tally_games(Match("captn-eli", "captain", "deckhand", 2, iterations=120), range(8))
    assert tally.shares >= 6


@pytest.mark.parametrize("slug", BEGUN)
def test_a_deckhand_is_no_match_for_the_strong_nor_hopeless_against_beginners(slug: str) -> None:
    shares = sum(beginner.deckhand_share(slug, number) for number in range(BEGUN[slug]))
    assert 0.2 * BEGUN[slug] <= shares <= 0.8 * BEGUN[slug]
