"""Makes tables and whole games on the database of one tree, with the code of that tree.

A process of its own, run as a file, so that a tree which does not have it yet can be measured as well. Reads one order
per line on standard input and writes one report per line, both JSON. Numbers begin at the argument: two sites that
share one Redis must not have a table or a person with the same number, since Redis publishes to both.
"""

import json
import sys
from itertools import islice
from typing import Any

import django

django.setup()

from django.db import connection  # noqa: E402

from tests.bench.served.scripts import Player, game_of  # noqa: E402
from tests.play import running_table  # noqa: E402


def _number_from(first: int) -> None:
    with connection.cursor() as cursor:
        for name in ("games_table", "accounts_user"):
            cursor.execute(f"ALTER TABLE {name} ALTER COLUMN id RESTART WITH {first}")


def _game(pair: tuple[Player, Player], title: str, seed: int, most: int) -> dict[str, Any]:
    """The first moves of a random game, and what its players ask for."""
    table = running_table(*(player.user for player in pair), title=title, seed=seed, has_chain=True)
    table.seed = (
        table.chance_key
    )  # from which an older tree's `game_of` draws: so both sites play the same games
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


def main(first: int) -> None:
    """Answer orders until there is none."""
    _number_from(first)
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
    main(int(sys.argv[1]))
