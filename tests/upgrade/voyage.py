"""Run inside a release, by its own code: makes running tables, looks at them, and plays on. Prints JSON.

python -m tests.upgrade.voyage begin | look | play | agree | replay
"""

import json
import sys
from hashlib import sha256

import django

django.setup()

from django.conf import settings  # noqa: E402  # after the set-up
from django.test import Client  # noqa: E402

from accounts.models import User  # noqa: E402
from games.engine.chance import Chance  # noqa: E402
from games.models import Table  # noqa: E402
from games.tables.lobby import table_create  # noqa: E402
from games.titles import TITLES  # noqa: E402

settings.ALLOWED_HOSTS = ["testserver"]
settings.MOVES_PER_MINUTE = 10_000


def people():
    return [User.objects.get_or_create(username=name)[0] for name in ("alice", "bob")]


def seat_at(table):
    from games.tables.lobby import seat_take

    for user in people()[1:]:
        seat_take(user, table.pk)


def opened(title, seed):
    options = {option.name: option.default for option in TITLES[title].options}
    table = table_create(people()[0], title=title, options=options, seats=2, seating="joined")
    Table.objects.filter(pk=table.pk).update(seed=seed.to_bytes(32, "big"), identity="")
    seat_at(table)


def begin():
    for title in TITLES:
        opened(title, 7)
    play(6)


def play(plies=12):
    """The same moves at every table, whatever release plays it, as long as its rules offer the same."""
    from tests.play import play_on

    for table in Table.objects.order_by("pk"):
        chooser = Chance(b"voyage", table.ply)
        for _ in range(plies):
            play_on(table, people(), chooser)


def agree():
    """All seats of every table agree to play on by the present rules, where that is offered."""
    clients = [client_of(user) for user in people()]
    for table in Table.objects.order_by("pk"):
        clients[0].post(f"/tables/{table.pk}/propose/", {"propose": "upgrade"})
        for proposal in table.proposals.filter(status="open"):
            clients[1].post(f"/tables/{table.pk}/answer/", {"proposal": proposal.pk, "answer": "yes"})


def replay():
    """Every board of every table as it can be seen after the game, which ends here."""
    from games.tables.play import seat_resign

    found, client = {}, client_of(people()[0])
    for table in Table.objects.order_by("pk"):
        if table.is_running:
            seat_resign(people()[1], table.pk, expected_ply=table.ply)
        pages = [client.get(f"/tables/{table.pk}/replay/?at={at}&eyes=all") for at in range(-1, table.ply)]
        boards = [
            page.content.decode().split('class="replay__boards"')[1].split("replay__log")[0] for page in pages
        ]
        assert all('id="field' in board for board in boards)
        found[f"{table.title} {table.pk}"] = [sha256(board.encode()).hexdigest() for board in boards]
    return found


def client_of(user):
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def look():
    found = {}
    for table in Table.objects.order_by("pk"):
        pages = [client_of(user).get(f"/tables/{table.pk}/") for user in people()]
        found[f"{table.title} {table.pk}"] = {
            "version": table.rules_version, "state": table.state, "schema": table.state_schema,
            "statuses": [page.status_code for page in pages], "held": table.is_held,
            "stopped": ["id=\"stopped\"" in page.content.decode() for page in pages],
            "plies": table.ply,
        }  # fmt: skip
    return found


if __name__ == "__main__":
    {"begin": begin, "play": play, "agree": agree}.get(sys.argv[1], lambda: None)()
    sys.stdout.write("\n" + json.dumps(replay() if sys.argv[1] == "replay" else look()))
