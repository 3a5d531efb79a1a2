"""Where a table's game begins: at its title's setup, or at a position of a finished game."""

from typing import Any

from games.engine import play
from games.engine.chance import Chance
from games.engine.codec import load_state, schema_of
from games.engine.commitments import position_digest
from games.engine.contract import EngineError, Step
from games.engine.registry import AnyGame
from games.engine.replay import ReplayError
from games.models import StartPosition, Table


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
        raise ReplayError(-1, "it goes on from a position of other rules")
    try:
        return load_state(game, start.state)
    except EngineError as error:
        raise ReplayError(-1, error.message) from error


def first_step(game: AnyGame, table: Table, chance: Chance) -> Step[Any]:
    """The setup step of a table under these rules, with the setup's stream of chance. Raises ReplayError or Illegal."""
    if (start := start_of(table)) is not None:
        return Step(position_in(start, game), ())
    return play.setup(game, table.seat_count, table.options, chance)
