"""Positions from people's finished games at public tables. Puzzles contain no names."""

from collections.abc import Iterable, Iterator
from functools import partial

from games.engine.chance import SETUP
from games.engine.contract import EngineError
from games.engine.replay import ReplayError, walk
from games.errors import RulesMissing
from games.models import MoveRecord, Table
from games.puzzles.position import Position
from games.tables.chain import chance_at
from games.tables.packed import packed_after
from games.tables.past import entry_of
from games.tables.starts import first_step
from games.tables.table_rules import game_at
from games.titles import TITLES

__all__ = ["finished_positions"]


def finished_positions(slug: str) -> Iterator[Position]:
    """The positions of all finished games played by the current rules, latest game first."""
    tables = Table.objects.filter(
        title=slug, status=Table.Status.FINISHED, admission=Table.Admission.OPEN,
        rules_version=TITLES[slug].rules_version,
    )  # fmt: skip
    for table in tables.order_by("-pk").iterator(chunk_size=20):
        try:
            yield from _positions(table)
        except (EngineError, ReplayError, RulesMissing):  # the log spans other rules or is incomplete
            continue


def _positions(table: Table) -> Iterator[Position]:
    game = game_at(table)
    entries = [entry_of(record) for record in _log(table) if record.kind != MoveRecord.Kind.NOTE]
    steps = walk(game, first_step(game, table, chance_at(table, SETUP)), partial(chance_at, table), entries)
    for entry, step in zip(entries, steps, strict=False):
        seat = entry.seat
        if seat is not None and entry.kind == "move" and game.to_act(step.state) == {seat}:
            yield Position(game, step.state, seat, table.seat_count, f"played {entry.ply}")


def _log(table: Table) -> Iterable[MoveRecord]:
    if table.is_packed:
        return packed_after(table, SETUP)
    return MoveRecord.objects.filter(table=table, ply__gte=0).order_by("ply")
