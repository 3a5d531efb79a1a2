"""A process that creates tables and whole games. It reads one order and writes one report per line, both JSON."""

import json
import sys
from itertools import islice
from typing import Any

import django

django.setup()

from tests.play import running_table  # noqa: E402
from tools.bench.served.scripts import Player, game_of  # noqa: E402


def _game(pair: tuple[Player, Player], title: str, seed: int, most: int) -> dict[str, Any]:
    """The first moves of a random game, and its players' requests."""
    table = running_table(*(player.user for player in pair), title=title, seed=seed)
    path = f"/tables/{table.pk}/"
    return {
        "socket": f"/ws{path}",
        "sessions": [player.cookies for player in pair],
        "looks": [player.get(path) for player in pair],
        "moves": [
            (each.seat, pair[each.seat].post(f"{path}move/", move=each.move, ply=each.ply), each.after)
            for each in islice(game_of(table), most)
        ],
    }


def main() -> None:
    """Process orders until the input ends."""
    pairs: list[tuple[Player, Player]] = []
    for line in sys.stdin:
        order = json.loads(line)
        while len(pairs) < order["games"]:
            pairs.append((Player(f"first-{len(pairs)}"), Player(f"second-{len(pairs)}")))
        games = [
            _game(pair, order["title"], order["seed"] + number, order["moves"])
            for number, pair in enumerate(pairs[: order["games"]])
        ]
        print(json.dumps({"games": games}), flush=True)


if __name__ == "__main__":
    main()
