"""Four captains that are asked one question after the other, and think where and as the site lets them.

A process of its own. Reads "on" and "off" on standard input; answers "off" once the last thought is over.
"""

import os
import sys
import threading

import django

CAPTAINS = 4


def main() -> None:
    """Ask while that is wanted."""
    from games.bots.processes import Question, answer_to, thinkers_start
    from games.engine import play
    from games.engine.codec import dump_state
    from games.titles import TITLES

    game = TITLES["captivate"]
    state = play.setup(game, 2, {"memory": "assisted"}, bytes(32)).state
    asked = Question(
        game.slug,
        game.rules_version,
        dump_state(state),
        min(game.to_act(state)),
        "captain",
        2000,
        os.urandom(32),
    )
    wanted = threading.Event()
    thinkers_start()
    answer_to(asked)

    def ask() -> None:
        while wanted.is_set():
            answer_to(asked)

    print("ready", flush=True)
    captains: list[threading.Thread] = []
    for line in sys.stdin:
        if line == "on\n":
            wanted.set()
            captains = [threading.Thread(target=ask) for _ in range(CAPTAINS)]
            for each in captains:
                each.start()
        else:
            wanted.clear()
            for each in captains:
                each.join()
        print(line, end="", flush=True)


if __name__ == "__main__":
    django.setup()
    main()
