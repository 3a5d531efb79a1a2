"""The rules that a table started under, its first state, and what a release with other rules will do to it.

If this release no longer plays a table's rules version, or expects another form of its state, the table is
*stopped*: nobody can move, its clocks are stopped, and its players and moderators see why. Moderators can call it
off, and so can its players if they agree.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NoReturn

import msgspec
from django.db import connection
from django.db.models import Count, Max, QuerySet

from games.engine import play
from games.engine.chance import Chance
from games.engine.codec import load_state, schema_of
from games.engine.commitments import position_digest
from games.engine.contract import EngineError, Game, Step
from games.engine.registry import AnyGame
from games.engine.replay import ReplayError
from games.errors import RulesMissing
from games.models import Seat, StartPosition, Table
from games.titles import TITLES


def game_at(table: Table) -> AnyGame:
    """The rules of a started table. Raises RulesMissing if it is stopped."""
    game = TITLES.game_of(table.title, table.rules_version)
    if game is None or schema_of(game.state_type) != table.state_schema:
        raise RulesMissing
    return game


def is_playable(table: Table) -> bool:
    """Whether this release plays the rules of a started table."""
    game = TITLES.game_of(table.title, table.rules_version)
    return game is not None and schema_of(game.state_type) == table.state_schema


def state_at(table: Table) -> Any:
    """The complete state of a started table. Raises RulesMissing if it is stopped."""
    return load_state(game_at(table), table.state)


def can_upgrade(table: Table) -> bool:
    """Whether the title can upgrade this running game to its current rules."""
    return table.title in TITLES and table.rules_version in TITLES[table.title].upgrades


def use_rules(table: Table, game: AnyGame) -> None:
    """Set the table's rules; the caller writes a state that belongs to them."""
    table.rules_version, table.state_schema = game.rules_version, schema_of(game.state_type)


class Stopped(msgspec.Struct, frozen=True):
    """What is known of a game without its rules."""

    playing: frozenset[int]  # the seats that have not left


def stopped_game(table: Table, seats: Iterable[Seat]) -> tuple[AnyGame, Stopped]:
    """Rules that ask for nothing and allow no move, and the seats that have not left, for use at a stopped table."""
    return _empty_rules(table.title, table.rules_version), Stopped(
        frozenset(seat.number for seat in seats if not seat.has_left)
    )


def _empty_rules(slug: str, version: int) -> AnyGame:
    return Game(
        slug=slug, seats=range(0), rules_version=version, max_plies=0, reasons=(), options=(), state_type=Stopped,
        move_type=_NoMove, setup=_refuse, to_act=lambda state: frozenset(), legal_moves=lambda state, seat: (),
        is_legal=lambda state, seat, move: False, apply=_refuse, observe=_refuse, resample=_refuse,
        default_move=_refuse, leave=_refuse, is_in=lambda state, seat: seat in state.playing,
        outcome=lambda state: None,
    )  # fmt: skip


class _NoMove(msgspec.Struct, frozen=True):
    pass


def _refuse(*arguments: object) -> NoReturn:
    raise RulesMissing


def start_of(table: Table) -> StartPosition | None:
    """The position at which a continued table begins; None for other tables, without a query."""
    return StartPosition.objects.get(table=table) if table.is_continued else None


def start_terms(table: Table) -> dict[str, Any] | None:
    """What the key of a continued table binds besides the usual terms; None for other tables."""
    start = start_of(table)
    if start is None:
        return None
    return {"ply": start.ply, "position": position_digest(start.state), "table": start.identity}


def position_in(start: StartPosition, game: AnyGame) -> Any:
    """The state that a continued table begins with. Raises ReplayError if it was saved under other rules."""
    if (start.rules_version, start.state_schema) != (game.rules_version, schema_of(game.state_type)):
        raise ReplayError(-1, "it continues from a position of other rules")
    try:
        return load_state(game, start.state)
    except EngineError as error:
        raise ReplayError(-1, error.message) from error


def first_step(game: AnyGame, table: Table, chance: Chance) -> Step[Any]:
    """The setup step of a table under these rules, with the setup's stream of chance. Raises ReplayError or Illegal."""
    if (start := start_of(table)) is not None:
        return Step(position_in(start, game), ())
    return play.setup(game, table.seat_count, table.options, chance)


PLAYED, STOPPED, UPGRADED = "played", "stopped", "upgraded"


@dataclass(frozen=True)
class UpgradeOutcome:
    """What happens to all running tables that began under one rules version."""

    title: str
    rules_version: int
    state_schema: str
    count: int
    last: int  # the highest table id
    what: str  # played, stopped or upgraded (stopped until all seats agree)
    why: str


def upgrade_outcomes() -> Iterator[UpgradeOutcome]:
    """What happens to all running tables, by title and rules version, in one query."""
    if Table._meta.db_table not in connection.introspection.table_names():
        return  # an empty database
    rows = _running().values("title", "rules_version", "state_schema")
    counted = rows.annotate(count=Count("pk"), last=Max("pk"))
    for row in counted.order_by("title", "rules_version", "state_schema"):
        what, why = _what_happens(row["title"], row["rules_version"], row["state_schema"])
        yield UpgradeOutcome(**row, what=what, why=why)


def tables_of(outcome: UpgradeOutcome, after: int, limit: int) -> list[int]:
    """The ids of the next tables with this outcome, after id `after`; at most `limit`."""
    rows = _running().filter(
        title=outcome.title, rules_version=outcome.rules_version, state_schema=outcome.state_schema
    )
    return list(rows.filter(pk__gt=after).order_by("pk").values_list("pk", flat=True)[:limit])


def _running() -> QuerySet[Any, Any]:
    return Table.objects.filter(status=Table.Status.RUNNING).order_by()


def _what_happens(title: str, version: int, schema: str) -> tuple[str, str]:
    game = TITLES.game_of(title, version)
    if title not in TITLES:
        return STOPPED, "the title is not installed"
    if game is not None and schema == schema_of(game.state_type):
        return PLAYED, f"by rules version {version}"
    why = f"rules version {version} is not played here" if game is None else "their states have another form"
    if version in TITLES[title].upgrades:
        return (
            UPGRADED,
            f"{why}; once all seats agree they go on by rules version {TITLES[title].rules_version}",
        )
    return STOPPED, why
