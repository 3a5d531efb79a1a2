"""Run inside a release, with its own code: create running tables, look at them, and continue them. Prints JSON.

python -m tests.upgrade.voyage begin | look | agree | play | all
"""

import json
import re
import sys
from datetime import UTC, datetime
from hashlib import sha256
from uuid import UUID

import django
import time_machine

django.setup()

from django.conf import settings  # noqa: E402  # after the set-up
from django.test import Client  # noqa: E402
from django.utils import timezone  # noqa: E402

from accounts.models import User  # noqa: E402
from games.engine.chance import Chance  # noqa: E402
from games.engine.codec import dump_move  # noqa: E402
from games.engine.play import random_move  # noqa: E402
from games.engine.search import Budget, think, view_of  # noqa: E402
from games.models import Notice, Table  # noqa: E402
from games.notices.delivery.context import context_of  # noqa: E402
from games.notices.delivery.mail import mail_for  # noqa: E402
from games.notices.delivery.message import message_of  # noqa: E402
from games.tables.lobby import seat_take, table_create  # noqa: E402
from games.tables.play import move_play, seat_resign  # noqa: E402
from games.tables.table_rules import game_at, is_playable, state_at  # noqa: E402
from games.titles import TITLES  # noqa: E402

settings.ALLOWED_HOSTS = ["testserver"]
settings.MOVES_PER_MINUTE = 10_000
NOON = datetime(2027, 3, 10, 12, tzinfo=UTC)
_OFTEN = re.compile(r'name="csrfmiddlewaretoken" value="\w+"|nonce="[^"]+"')  # different on every page


def people():
    return [
        User.objects.get_or_create(username=name, defaults={"email": f"{name}@example.org"})[0]
        for name in ("alice", "bob")
    ]


def tables():
    return Table.objects.order_by("pk")


def by_table(seen):
    """Return the result of a function for each table, by title and number."""
    return {f"{table.title} {table.pk}": seen(table) for table in tables()}


def begin():
    """Create a running table of every title, always the same."""
    alice, bob = people()
    for title, game in TITLES.items():
        options = {option.name: option.default for option in game.options}
        table = table_create(alice, title=title, options=options, seats=2, seating="joined")
        Table.objects.filter(pk=table.pk).update(seed=(7).to_bytes(32, "big"), identity="a" * 32)
        seat_take(bob, table.pk)
        play(Table.objects.get(pk=table.pk), 6)
    return look()


def play(table, plies=12):
    """Play the same moves in every release, as long as its rules offer the same."""
    chooser = Chance(b"voyage", table.ply)
    for _ in range(plies):
        table.refresh_from_db()
        if table.is_running:
            game, state = game_at(table), state_at(table)
            seat = chooser.pick(sorted(game.to_act(state)))
            move = dump_move(random_move(game, state, seat, chooser))
            move_play(people()[seat], table.pk, move=move, expected_ply=table.ply)


def play_all():
    for table in tables():
        play(table)
    return look()


def agree():
    """Let all seats of every table agree to continue with the current rules, where that is offered."""
    clients = [client_of(user) for user in people()]
    for table in tables():
        clients[0].post(f"/tables/{table.pk}/propose/", {"propose": "upgrade"})
        for proposal in table.proposals.filter(status="open"):
            clients[1].post(f"/tables/{table.pk}/answer/", {"proposal": proposal.pk, "answer": "yes"})
    return look()


def go_on():
    """Return everything that players, bots and readers get from now on, to the games' end."""
    found = {"seen": look(), "mails": by_table(mails), "thoughts": by_table(thought)}
    found |= {"later": play_all(), "later mails": by_table(mails), "later thoughts": by_table(thought)}
    for table in tables().filter(status="running"):
        seat_resign(people()[1], table.pk, expected_ply=table.ply)
    return found | {"replays": by_table(replay), "exports": by_table(export)}


def mails(table):
    """Return the texts of the emails about the latest turns."""
    notices = Notice.objects.filter(table=table, kind=Notice.Kind.TURN, channel="mail").order_by("pk")
    return [mail_of(notice) for notice in notices]


def mail_of(notice):
    context = context_of([notice], timezone.now())
    body = mail_for(message_of(UUID(int=0), [notice], context), notice.user).body
    return body.split("https://")[0]  # addresses are signed


def thought(table):
    """Return what a captain thinks for the seat to act."""
    game, state = game_at(table), state_at(table)
    seat = min(game.to_act(state), default=None)
    if seat is None:
        return None
    budget = Budget(iterations=5)
    found = think(
        view_of(game, state, seat), TITLES.knowledge(game), "captain", budget, Chance(b"thought", 0)
    )
    return repr(found)


def replay(table):
    """Return every board as the replay shows it after the game."""
    client = client_of(people()[0])
    pages = [
        page_of(client, f"/tables/{table.pk}/replay/?at={at}&view_as=all") for at in range(-1, table.ply)
    ]
    boards = [page.split('class="table-layout__play"')[1].split('class="action-bar"')[0] for page in pages]
    assert all('id="field' in board for board in boards)
    return [sha256(board.encode()).hexdigest() for board in boards]


def export(table):
    return json.loads(client_of(people()[0]).get(f"/tables/{table.pk}/export.json").content)


def client_of(user):
    client = Client()
    client.force_login(user)
    return client


def page_of(client, address):
    """Return a page without the parts that differ every time."""
    answer = client.get(address)
    assert answer.status_code == 200, (address, answer.status_code)
    return _OFTEN.sub("", answer.content.decode())


def look():
    return by_table(look_at)


def look_at(table):
    pages = [page_of(client_of(user), f"/tables/{table.pk}/") for user in people()]
    return {
        "version": table.rules_version, "state": table.state, "schema": table.state_schema, "plies": table.ply,
        "held": table.is_held, "stopped": ["id=\"stopped\"" in page for page in pages],
        "pages": [sha256(page.encode()).hexdigest() for page in pages] if is_playable(table) else [],
    }  # fmt: skip


if __name__ == "__main__":
    hours = {"begin": 0}.get(sys.argv[1], 1)
    with time_machine.travel(NOON.replace(hour=12 + hours), tick=False):
        done = {"begin": begin, "look": look, "agree": agree, "play": play_all, "all": go_on}[sys.argv[1]]()
    sys.stdout.write("\n" + json.dumps(done))
