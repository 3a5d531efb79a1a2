"""Bots use only the observation, so the site doesn't pass them the log."""

from dataclasses import replace

import pytest

from games.engine import play
from games.engine.chance import Chance
from games.engine.codec import load_options
from games.engine.search import RANKS, Budget, think, view_of
from games.titles import TITLES


class Unread(tuple):
    """A log that must not be read."""

    def __iter__(self):
        raise AssertionError("the log was read")

    __getitem__ = __len__ = __contains__ = __iter__


@pytest.mark.parametrize("level", RANKS)
@pytest.mark.parametrize("slug", ["captivate", "cannonades", "captn-eli", "cardline", "nautilus"])
def test_no_level_reads_the_log(slug, level):
    """Knowledge that reads the log also needs it passed on in `games/bots/processes.py`."""
    game, chance = TITLES[slug], Chance(bytes(32), 1)
    state = play.setup(game, game.seats[0], load_options(game, {}), bytes(32)).state
    for _ in range(6):
        seat = min(game.to_act(state))
        view = replace(view_of(game, state, seat), log=Unread())
        move = think(view, TITLES.knowledge(TITLES[slug]), level, Budget(iterations=20), chance).move
        state = play.play(game, state, seat, move, chance).state
