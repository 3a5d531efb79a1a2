"""The rules of a table: those that it started under, or none.

If this release no longer plays a table's rules version, or expects another form of its state, the table is
*stopped*: nobody can move, its clocks are stopped, and its players and moderators see why. Moderators can call it
off, and so can its players if they agree.
"""

from collections.abc import Iterable
from typing import Any, NoReturn

import msgspec

from games.engine.codec import load_state, schema_of
from games.engine.contract import Game
from games.engine.registry import AnyGame
from games.errors import RulesMissing
from games.models import Seat, Table
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


def stop_game(table: Table, seats: Iterable[Seat]) -> tuple[AnyGame, Stopped]:
    """Empty rules that ask for nothing and allow no move, for what can be done at a stopped table."""
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
