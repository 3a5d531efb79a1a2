"""A captain that thinks without end, as a worker of the queue `thinking` does while bots are asked."""

import os
import time

from games.bots.processes import NICENESS
from games.engine import play
from games.engine.chance import Chance
from games.engine.search import Budget, think, view_of
from games.titles import TITLES

if __name__ == "__main__":
    os.nice(NICENESS)
    game = TITLES["captivate"]
    state = play.setup(game, 2, {"memory": "assisted"}, bytes(32)).state
    view = view_of(game, state, min(game.to_act(state)))
    print("ready", flush=True)
    while True:
        budget = Budget(ms=2000, iterations=1_000_000, clock=time.perf_counter)
        think(view, TITLES.knowledge(game.slug), "captain", budget, Chance(os.urandom(32), 0))
