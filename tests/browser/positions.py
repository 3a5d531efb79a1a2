"""Positions for pages in a browser: every kind of decision of a title, where a player has the most choices.

They are found by random play with the engine alone, which takes milliseconds, and then written to a table.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import msgspec
from django.utils import timezone

from games.engine import play
from games.engine.chance import Chance
from games.engine.codec import dump_move, dump_state
from games.engine.play import random_move
from games.models import MoveRecord, Seat, Table
from games.titles import TITLES

GAMES = 12  # random games to search
TOLD = 12  # plies before a position that are written to the table's log


@dataclass(frozen=True)
class Position:
    """A state in which a seat is asked, and the plies that led to it."""

    kinds: str  # the types of its legal moves
    seat: int
    ply: int
    state: Any
    steps: tuple[Any, ...]  # the last plies: the seat, its move as JSON, the step
    choices: int

    def __str__(self) -> str:
        return f"{self.kinds} for seat {self.seat} at ply {self.ply}"


def widest_positions(slug: str, seats: int) -> list[Position]:
    """Return for each type of move the position with the most legal moves."""
    widest: dict[str, Position] = {}
    for seed in range(GAMES):
        for position in _positions(slug, seats, bytes([seed]) * 32):
            for kind in position.kinds.split(", "):
                if kind not in widest or position.choices > widest[kind].choices:
                    widest[kind] = position
    return list({id(position): position for position in widest.values()}.values())


def _positions(slug: str, seats: int, seed: bytes) -> Iterator[Position]:
    game, chooser = TITLES[slug], Chance(seed, 1_000_000)
    options = {option.name: option.default for option in game.options}
    step, steps = game.setup(seats, options, Chance(seed, -1)), []
    for ply in range(game.max_plies):
        state = step.state
        if not (asked := sorted(game.to_act(state))):
            return
        seat = chooser.pick(asked)
        moves = game.legal_moves(state, seat)
        kinds = sorted({json.loads(dump_move(move)).get("type", "place") for move in moves}) or ["composed"]
        yield Position(", ".join(kinds), seat, ply, state, tuple(steps[-TOLD:]), len(moves))
        move = random_move(game, state, seat, chooser)
        step = play.play(game, state, seat, move, Chance(seed, ply))
        steps.append((seat, dump_move(move), step))


def plant(table: Table, position: Position) -> None:
    """Write the position to a table, with the latest plies of its log."""
    game = TITLES[table.title]
    asked = game.to_act(position.state)
    MoveRecord.objects.filter(table=table).delete()
    first = position.ply - len(position.steps)
    MoveRecord.objects.bulk_create(
        MoveRecord(
            table=table, ply=ply, kind=MoveRecord.Kind.MOVE, seat=seat, move=move, undoable=step.undoable,
            events=msgspec.json.encode(step.events).decode(), previous=ply - 1 if ply else None,
            rules_version=game.rules_version,
        )
        for ply, (seat, move, step) in enumerate(position.steps, first)
    )  # fmt: skip
    Table.objects.filter(pk=table.pk).update(
        state=dump_state(position.state), ply=position.ply, head=position.ply - 1 if position.ply else None
    )
    own = [ply for ply, (seat, _move, _step) in enumerate(position.steps, first) if seat == position.seat]
    for seat in Seat.objects.filter(table=table):
        seat.is_awaited = seat.number in asked
        seat.awaited_since = timezone.now() if seat.is_awaited else None
        seat.deadline = timezone.now() + timedelta(days=3) if seat.is_awaited else None
        seat.clock_since = seat.awaited_since
        seat.acted_ply = max(own, default=-1) if seat.number == position.seat else position.ply - 1
        seat.save()
