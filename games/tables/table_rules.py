"""The rules that a table is played by: those under which it was started, or none at all.

A table whose rules version is not played here any more, or whose state has another form than the rules expect, is
*stopped*: nobody can move there, its clocks stand still, and its players and moderators read why. Moderators can call
it off, and so can its players if they agree.
"""

from collections.abc import Iterable
from typing import Any, NoReturn

import msgspec

from games.engine.codec import load_state
from games.engine.contract import Game
from games.engine.registry import AnyGame
from games.engine.schema import schema_of
from games.errors import RulesMissing
from games.models import Seat, Table
from games.titles import TITLES

__all__ = ["Stopped", "can_upgrade", "game_at", "is_playable", "state_at", "stop_game", "use_rules"]


def game_at(table: Table) -> AnyGame:
    """The rules of a table that has started; raises RulesMissing if it is stopped."""
    game = TITLES.game_of(table.title, table.rules_version)
    if game is None or schema_of(game.state_type) != table.state_schema:
        raise RulesMissing
    return game


def is_playable(table: Table) -> bool:
    """Whether this release plays the rules of a table that has started."""
    game = TITLES.game_of(table.title, table.rules_version)
    return game is not None and schema_of(game.state_type) == table.state_schema


def state_at(table: Table) -> Any:
    """The complete state of a table that has started; raises RulesMissing if it is stopped."""
    return load_state(game_at(table), table.state)


def can_upgrade(table: Table) -> bool:
    """Whether its title offers to play a running game on by its present rules."""
    return table.title in TITLES and table.rules_version in TITLES[table.title].upgrades


def use_rules(table: Table, game: AnyGame) -> None:
    """From now on the table is played by these rules; the caller writes a state of theirs."""
    table.rules_version, table.state_schema = game.rules_version, schema_of(game.state_type)


class Stopped(msgspec.Struct, frozen=True):
    """What is known of a game without its rules."""

    playing: frozenset[int]  # the seats that have not left


def stop_game(table: Table, seats: Iterable[Seat]) -> tuple[AnyGame, Stopped]:
    """Rules under which nothing is asked and nothing can be played, for what can be done at a stopped table."""
    return _nothing(table.title, table.rules_version), Stopped(
        frozenset(seat.number for seat in seats if not seat.has_left)
    )


def _nothing(slug: str, version: int) -> AnyGame:
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
