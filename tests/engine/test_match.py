"""Matches between bots: what they count and what they print."""

import pytest

from games.titles import TITLES
from tools.match import Match, interval, main, play_game, tally_games


def test_a_match_counts_first_places_of_a_rotating_seat():
    match = Match("nautilus", "deckhand", "random", 2)
    tally = tally_games(match, range(4), processes=2)
    assert tally.games == 4
    assert tally.shares == sum(play_game(match, number).share for number in range(4)) >= 2
    assert sum(tally.reasons.values()) == 4
    assert set(tally.times) == {"deckhand", "random"}


@pytest.mark.parametrize("slug", ["cannonades", "captivate", "cardline", "nautilus"])
def test_a_greedy_player_beats_three_random_ones(slug):
    match = Match(slug, "greedy", "random", 4)
    tally = tally_games(match, range(6))
    assert tally.shares > 3  # 1.5 would be even
    assert set(tally.reasons) <= set(TITLES[slug].reasons)


def test_the_figures_that_are_printed(capsys):
    main(["mate", "random", "--title", "cardline", "--games", "2", "--seats", "3", "--iterations", "3"])
    first, ended, *times = capsys.readouterr().out.splitlines()
    assert first.startswith("cardline, 3 seats, 2 games: mate against random ")
    assert ended.startswith("ended by: ")
    assert [line.split(":")[0] for line in times] == ["mate", "random"]
    assert all("ms p95" in line for line in times)


def test_the_interval_contains_the_share_and_narrows():
    low, high = interval(0.8, 400)
    assert 0.75 < low < 0.8 < high < 0.84
    assert interval(1.0, 10)[1] == pytest.approx(1)
    assert interval(0.5, 4)[0] < interval(0.5, 400)[0]
