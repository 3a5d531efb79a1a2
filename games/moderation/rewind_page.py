"""The page where a moderator chooses the ply to rewind to: the spectators' board, ply by ply."""

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser

from games.engine.replay import ReplayError
from games.history.replay import AROUND, ReplayPage, replay_page
from games.history.then import head_after
from games.models import MoveRecord, Table
from games.tables.log import latest_records

_PLAYED = (MoveRecord.Kind.MOVE, MoveRecord.Kind.LEAVE)


@dataclass(frozen=True)
class RewindPage:
    """One ply on the page: the board that the game would return to."""

    replay: ReplayPage
    target: int | None  # the first ply that would be taken back; None if no ply can be taken back from here
    is_gone: bool  # this board was itself taken back
    is_end: bool  # no move follows it


def rewind_page(table: Table, ply: int | None) -> RewindPage:
    """Return the page before `ply`, by default before the last ply in force. An unknown ply means the nearest one."""
    wished = (table.head if table.head is not None else 0) if ply is None else ply
    at = min(max(wished, 0), table.ply) - 1
    replay = replay_page(AnonymousUser(), table, at)
    if replay is None:  # the ply exists and a spectator may see it, so the log is incomplete
        raise ReplayError(at, "it is not in the log")
    is_end = at == table.ply - 1
    first = None if is_end else _first_after(table, replay, at)
    is_gone = first is not None and head_after(table, at) != first.previous
    return RewindPage(
        replay, None if first is None or is_gone else first.ply, is_gone, is_end or first is None
    )


def _first_after(table: Table, replay: ReplayPage, at: int) -> MoveRecord | None:
    """The record of the first ply after `at` that is in force, if it is one of the plies shown."""
    gone = {line.ply for line in replay.lines if line.is_taken_back}
    records = latest_records(table, before=at + AROUND + 1, limit=AROUND)
    later = [each for each in records if each.ply > at and each.kind in _PLAYED and each.ply not in gone]
    return later[-1] if later else None
