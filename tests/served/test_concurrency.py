"""Many clients post at one table at the same time; the result is the same as from a single client."""

import json
import os
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from games.engine.chance import Chance
from games.engine.codec import dump_move
from games.engine.play import random_move
from games.models import MoveRecord, Seat, Table
from games.tables import play
from games.titles import TITLES
from tests.play import running_table, state_of
from tests.served.aftermath import assert_is_whole, assert_nothing_is_lost
from tests.served.browser import Browser

pytestmark = [pytest.mark.served, pytest.mark.django_db(transaction=True)]

# The row lock allows one post at a time, some milliseconds each: all 1,000 rounds take minutes.
ROUNDS = int(os.environ.get("CAPTAIN_ROUNDS", "100"))
CLIENTS = 50
PROCESSES = 2  # the clients are divided among them


def test_fifty_clients_post_the_same_plies_at_the_same_time(served, alice, bob):
    plies = []
    while len(plies) < ROUNDS:
        twin, table = (running_table(alice, bob, title="nautilus", seed=len(plies)) for _ in range(2))
        plies += _played(twin, table, ROUNDS - len(plies))
    answers = _let_crowds_post(served, plies)
    assert set(answers) <= {"done", "changed-meanwhile", "not-awaited", "not-possible"}
    assert sum(answers.values()) == CLIENTS * ROUNDS
    made = MoveRecord.objects.filter(table__in={ply["table"] for ply in plies}, kind="move", cause="")
    assert made.count() == ROUNDS
    for ply in plies:
        made.get(table=ply["table"], expected=ply["expected"], move=ply["move"])
    for number in {ply["table"] for ply in plies}:
        assert_is_whole(Table.objects.get(pk=number))


def _played(twin, table, most):
    """Play at one table, and return the same plies as posts for the other, which has the same seed."""
    plies = []
    while Table.objects.get(pk=twin.pk).is_running and len(plies) < most:
        ply, seat, move = _next(twin)
        play.move_play(seat.user, twin.pk, move=move, expected_ply=ply)
        plies.append({"table": table.pk, "user": seat.user_id, "move": move, "expected": ply})
    return plies


def _next(table):
    """Return the ply of the table, a seat to act, and one of its legal moves."""
    ply = Table.objects.get(pk=table.pk).ply
    seat = Seat.objects.select_related("user").filter(table=table, is_awaited=True).first()
    chance = Chance(bytes(table.seed), ply + 10_000)
    move = random_move(TITLES[table.title], state_of(table), seat.number, chance)
    return ply, seat, dump_move(move)


def _let_crowds_post(served, plies):
    command = [sys.executable, "-m", "tests.served.crowd", str(CLIENTS // PROCESSES)]
    environment = {**served.environment, "DB_POOL": "0"}
    crowds = [
        subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(PROCESSES)
    ]
    with ThreadPoolExecutor() as pool:
        written = list(pool.map(lambda crowd: crowd.communicate(json.dumps(plies))[0], crowds))
    return sum((Counter(json.loads(answers)) for answers in written), Counter())


def test_fifty_browsers_post_two_moves_of_one_ply_by_two_processes(served, alice, bob):
    table = running_table(alice, bob)
    ports = [served.web()[1] for _ in range(PROCESSES)]
    moves = [dump_move(move) for move in TITLES["captivate"].legal_moves(state_of(table), 0)[:2]]
    clicks = [(Browser(alice, ports[number % 2]), moves[number // 2 % 2]) for number in range(CLIENTS)]
    with ThreadPoolExecutor(CLIENTS) as pool:
        statuses = Counter(pool.map(lambda click: click[0].move(table, 0, click[1]), clicks))
    made = MoveRecord.objects.get(table=table, ply=0).move
    won = [move for _, move in clicks].count(made)
    assert statuses == {200: won, 409: CLIENTS - won}
    assert {promise.move for browser, _ in clicks for promise in browser.promises} == {made}
    assert_nothing_is_lost(*(browser for browser, _ in clicks))
