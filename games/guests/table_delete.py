"""Deletes a table where a guest played only with bots. Nobody else has ever seen it."""

from typing import Any

from accounts.models import User
from games.models import (
    AccessRecord,
    CountedGame,
    Decision,
    Departure,
    Estimates,
    Invitation,
    MoveRecord,
    Notice,
    PackedLog,
    PrivateNote,
    Proposal,
    ReplayDifference,
    Report,
    Seat,
    StartPosition,
    Table,
    TableMute,
    TalkLine,
    TalkRead,
    Vote,
)

_ROWS = (
    CountedGame, Departure, Estimates, Invitation, MoveRecord, Notice, PackedLog, PrivateNote, Proposal,
    ReplayDifference, Seat, StartPosition, TableMute, TalkLine, TalkRead,
)  # fmt: skip


def is_for_nobody_else(guest: User, table_id: int) -> bool:
    """Whether only the guest and bots have been involved with the table, and no moderator."""
    others = Seat.objects.filter(table=table_id).exclude(user=guest).exclude(user__kind=User.Kind.BOT)
    departed = Departure.objects.filter(table=table_id)
    kept: tuple[Any, ...] = (
        others,
        departed,
        *(m.objects.filter(table=table_id) for m in (Decision, AccessRecord, Report)),
    )
    return (
        not any(rows.exists() for rows in kept) and Table.objects.filter(pk=table_id, creator=guest).exists()
    )


def table_delete(table_id: int) -> None:
    """Delete the table and all rows that refer to it."""
    Vote.objects.filter(proposal__table=table_id).delete()
    for model in _ROWS:
        rows: Any = model._default_manager
        rows.filter(table=table_id).delete()
    Table.objects.filter(pk=table_id).delete()
