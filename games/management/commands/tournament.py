"""`manage.py tournament simulate`: bots play a Swiss tournament while its worker is killed again and again."""

import os
import random
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections import Counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from accounts.models import User
from games.bots.seating import bot_user
from games.engine.chance import Chance
from games.engine.codec import dump_move
from games.engine.play import random_move
from games.models import Pairing, Seat, Table, Tournament
from games.tables.play import move_play, seat_resign
from games.tables.table_rules import state_at
from games.titles import TITLES
from games.tournaments.services import entry_write, tournament_advance, tournaments_due

TITLE = "captivate"


class Command(BaseCommand):
    """Simulate a tournament in a database of its own."""

    help = "Play a tournament of bots, killing its worker, and check that every pairing exists once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the action and the size. The other actions are for the processes of the simulation."""
        parser.add_argument("action", choices=["simulate", "begin", "work", "check"])
        parser.add_argument("--players", type=int, default=128)
        parser.add_argument("--rounds", type=int, default=7)
        parser.add_argument("--every", type=float, default=3.0, help="seconds between kills, on average")

    def handle(self, *, action: str, players: int, rounds: int, every: float, **options: Any) -> None:
        """Run one action."""
        match action:
            case "begin":
                _begin(players, rounds)
            case "work":
                _work()
            case "check":
                self.stdout.write(_check(players, rounds))
            case _:
                self.stdout.write(_simulate(players, rounds, every))


def _simulate(players: int, rounds: int, every: float) -> str:
    """Run the worker until the tournament is over, killing it at random; returns what the check says."""
    with tempfile.TemporaryDirectory() as folder:
        kept = {
            name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")
        }
        env = {**kept, "CAPTAIN_VAR": folder, "DJANGO_SETTINGS_MODULE": "config.settings"}
        size = ("--players", str(players), "--rounds", str(rounds))

        def run(*words: str) -> str:
            return subprocess.run(  # noqa: S603  # our own command
                [sys.executable, "manage.py", *words], env=env, check=True, stdout=subprocess.PIPE, text=True
            ).stdout

        run("migrate", "-v0")
        run("tournament", "begin", *size)
        kills = 0
        while True:
            worker = subprocess.Popen(
                [sys.executable, "manage.py", "tournament", "work"], env=env, stdout=subprocess.PIPE
            )
            if worker.stdout is not None:
                worker.stdout.readline()  # it has started
            try:  # longer each time, so that it ends on a slow machine, too
                worker.wait(every * random.uniform(0.5, 1.5) * (1 + kills / 10))  # noqa: S311
            except subprocess.TimeoutExpired:
                worker.kill()
                worker.wait()
                kills += 1
            else:
                return f"{run('tournament', 'check', *size).strip()}; the worker was killed {kills} times"


def _begin(players: int, rounds: int) -> None:
    host = User.objects.create_user("host")
    tournament = Tournament.objects.create(
        name="Simulation", title=TITLE, kind=Tournament.Kind.SWISS, least=2, most=players, rounds=rounds,
        options={"memory": "assisted"}, created_by=host,
    )  # fmt: skip
    for number in range(players):
        entry_write(tournament, bot_user(f"simulated-{number}", "deckhand", f"Bot {number}"))


def _work() -> None:
    """Advance the tournament, and end its games: the bot with the higher number resigns more often."""
    sys.stdout.write("\n")  # from here on it can be killed
    sys.stdout.flush()
    while Tournament.objects.filter(finished_at=None).exists():
        for tournament in tournaments_due(timezone.now()):
            tournament_advance(tournament)
        for table in Table.objects.filter(status=Table.Status.RUNNING).order_by("pk")[:20]:
            _play(table)
        time.sleep(0.01)


def _play(table: Table) -> None:
    """Play until both bots have moved, for else they would count as absent; then one resigns."""
    game, moved = TITLES[TITLE], set[int]()
    seats = list(table.seats.select_related("user"))
    while table.is_running and len(moved) < len(seats):
        state = state_at(table)
        number = min(game.to_act(state))
        move = dump_move(random_move(game, state, number, Chance(bytes(table.key), table.ply)))
        moved.add(number)
        move_play(_user(seats[number]), table.pk, move=move, expected_ply=table.ply)
        table = Table.objects.get(pk=table.pk)
    if table.is_running:  # the bot that entered later more often
        loser = max(seats, key=lambda seat: _user(seat).pk + random.randrange(60))  # noqa: S311
        seat_resign(_user(loser), table.pk, expected_ply=table.ply)


def _user(seat: Seat) -> User:
    if seat.user is None:
        raise CommandError(f"Expected a player, but got an empty seat: {seat}")
    return seat.user


def _check(players: int, rounds: int) -> str:
    """What was found. Raises CommandError if a pairing is missing or there twice."""
    pairings = list(Pairing.objects.order_by("pk"))
    met = Counter(frozenset((each.home_id, each.away_id)) for each in pairings if each.away_id)
    for round_ in range(1, rounds + 1):
        here = [each for each in pairings if each.round == round_]
        seen = Counter(entry for each in here for entry in (each.home_id, each.away_id) if entry)
        if len(seen) != players or max(seen.values()) > 1:
            raise CommandError(f"round {round_} does not pair everybody once")
    lost = [each.pk for each in pairings if not each.result or (each.away_id and each.table_id is None)]
    tables = Table.objects.count()
    if max(met.values()) > 1 or lost or tables != sum(met.values()):
        raise CommandError(
            f"pairings without a game: {lost}; meetings: {max(met.values())}; tables: {tables}"
        )
    return f"{rounds} rounds of {players} bots: {len(met)} pairings, each once, with {tables} tables"
