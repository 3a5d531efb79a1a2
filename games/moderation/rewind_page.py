"""The page on which a moderator chooses where a game goes back to: the spectators' board, ply by ply."""

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser

from games.engine.replay import ReplayError
from games.history.replay import AROUND, ReplayPage, replay_page
from games.history.then import head_after
from games.models import MoveRecord, Table
from games.tables.log import latest_records

__all__ = ["RewindPage", "rewind_page"]

_PLAYED = (MoveRecord.Kind.MOVE, MoveRecord.Kind.LEAVE)


@dataclass(frozen=True)
class RewindPage:
    """What is shown of one ply: the board to which the game would go back."""

    replay: ReplayPage
    target: int | None  # the first ply that would be taken back; None if nothing can be from here
    is_gone: bool  # this board itself was taken back
    is_end: bool  # nothing stands after it


def rewind_page(table: Table, ply: int | None) -> RewindPage:
    """The page before `ply`, or before the last one that stands; a ply that is not there counts as the nearest."""
    wished = (table.head if table.head is not None else 0) if ply is None else ply
    at = min(max(wished, 0), table.ply) - 1
    replay = replay_page(AnonymousUser(), table, at)
    if replay is None:  # nobody else is refused: the ply is there, and the eyes are a spectator's
        raise ReplayError(at, "it is not in the log")
    is_end = at == table.ply - 1
    first = None if is_end else _first_after(table, replay, at)
    is_gone = first is not None and head_after(table, at) != first.previous
    return RewindPage(
        replay, None if first is None or is_gone else first.ply, is_gone, is_end or first is None
    )


def _first_after(table: Table, replay: ReplayPage, at: int) -> MoveRecord | None:
    """The record of the first ply after this one that stands, within the plies that are shown."""
    gone = {line.ply for line in replay.lines if line.is_taken_back}
    records = latest_records(table, before=at + AROUND + 1, limit=AROUND)
    later = [each for each in records if each.ply > at and each.kind in _PLAYED and each.ply not in gone]
    return later[-1] if later else None
