"""Many clients that post the same plies at the same time: `python -m tests.served.crowd CLIENTS`, the plies on stdin.

Each client is a thread with its own connection, and posts every ply as soon as the one before is answered.
Prints as JSON how often each answer came.
"""

import json
import os
import sys
import threading
from collections import Counter

import django


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    plies = json.load(sys.stdin)
    print(json.dumps(dict(crowd(int(sys.argv[1]), plies))))  # noqa: T201


def crowd(clients, plies):
    """Let several clients post all the plies; returns how often each answer came."""
    answers: Counter[str] = Counter()
    start = threading.Barrier(clients)
    threads = [threading.Thread(target=_client, args=(start, plies, answers)) for _ in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def _client(start, plies, answers):
    from django.db import connection

    from accounts.models import User

    people = User.objects.in_bulk({ply["user"] for ply in plies})
    connection.ensure_connection()
    start.wait()
    try:
        for ply in plies:
            answers[_answer(people[ply["user"]], ply)] += 1
    finally:
        connection.close()


def _answer(user, ply):
    from games.errors import TableError
    from games.tables.play import move_play

    try:
        move_play(user, ply["table"], move=ply["move"], expected_ply=ply["expected"])
    except TableError as error:
        return error.code
    except Exception as error:  # counted under the name of the exception
        return repr(error)
    return "done"


if __name__ == "__main__":
    main()
