"""Tables for tests of the site: created by the services, played through HTTP."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.engine.chance import Chance
from games.engine.codec import dump_move, load_state
from games.engine.play import random_move
from games.models import MoveRecord, Seat, Table
from games.tables import lobby, play
from games.titles import TITLES

LOOKS = {"seen_ply", "seen_at", "visit_ply"}


def running_table(
    *people: User,
    title: str = "captivate",
    seed: int = 7,
    has_notes: bool = False,
    **columns: Any,
) -> Table:
    """Return a table that has just started, with these people on seats 0, 1 ... and the same seed each time.

    Beginners see no notes there, unless `has_notes` is true.
    """
    options = columns.pop("options", {})
    table = lobby.table_create(
        people[0], title=title, options=options, seats=len(people), seating=Table.Seating.JOINED, **columns
    )
    fix_chance(table, seed)
    for user in people[1:]:
        if table.admission == Table.Admission.INVITED:
            lobby.seat_invite(people[0], table.pk, name=user.username)
        lobby.seat_take(user, table.pk, token=table.token)
    Seat.objects.filter(table=table).update(has_notes=has_notes)
    return Table.objects.get(pk=table.pk)


def fix_chance(table: Table, seed: int) -> None:
    """Give an open table a known seed and identity, which decide its key together with the terms of the game."""
    Table.objects.filter(pk=table.pk).update(seed=seed.to_bytes(32, "big"), identity="a" * 32)


def state_of(table: Table) -> Any:
    """Return the complete state from the database."""
    return load_state(TITLES[table.title], Table.objects.get(pk=table.pk).state)


def first_move(table: Table, seat: int) -> str:
    """Return a legal move of the seat, as JSON."""
    return dump_move(TITLES[table.title].legal_moves(state_of(table), seat)[0])


def play_on(table: Table, people: Sequence[User], chooser: Chance) -> None:
    """Play one random move of a seat that is to act; do nothing if the game is over."""
    game, state, row = TITLES[table.title], state_of(table), Table.objects.get(pk=table.pk)
    if row.is_running:
        seat = chooser.pick(sorted(game.to_act(state)))
        move = random_move(game, state, seat, chooser)
        play.move_play(people[seat], table.pk, move=dump_move(move), expected_ply=row.ply)


def play_near_end(
    table: Table, people: Sequence[User], *, left: int, choose: Callable[..., Any] = random_move
) -> None:
    """Play a game through the services until only `left` more moves by `choose` would end it."""
    with transaction.atomic():
        moves = sum(1 for _ in _moves(table, people, choose))
        transaction.set_rollback(True)
    for _ in islice(_moves(table, people, choose), moves - left):
        pass


def _moves(table: Table, people: Sequence[User], choose: Callable[..., Any]) -> Iterator[None]:
    """Make a move at each step, until the game is over."""
    game = TITLES[table.title]
    while (row := Table.objects.get(pk=table.pk)).is_running:
        state = state_of(table)
        seat = min(game.to_act(state))
        move = dump_move(choose(game, state, seat, Chance(bytes(32), row.ply)))
        play.move_play(people[seat], table.pk, move=move, expected_ply=row.ply)
        yield


def post_move(client: Client, table: Table, move: str, ply: int | None = None, **extra: Any) -> HttpResponse:
    """Post a move from a page at `ply`, by default the current one."""
    ply = Table.objects.get(pk=table.pk).ply if ply is None else ply
    return client.post(reverse("move_play", args=[table.pk]), {"move": move, "ply": ply}, **extra)


def records(table: Table) -> list[tuple[int, str, int | None]]:
    """Return the log as (ply, kind, seat)."""
    rows = MoveRecord.objects.filter(table=table).order_by("ply")
    return [(row.ply, row.kind, row.seat) for row in rows]


def fingerprint(table: Table) -> tuple[Any, ...]:
    """Return everything that a refused request must not change. A recorded visit may change."""
    row = Table.objects.filter(pk=table.pk).values().get()
    seats = [
        {name: seat[name] for name in seat if name not in LOOKS}
        for seat in Seat.objects.filter(table=table).values()
    ]
    return (str(row), seats, records(table))
