"""A player's notices, preferences, muted tables and deadlines."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from django.db.models import QuerySet

from accounts.models import User
from games.engine.kit import listed
from games.engine.presenter import Text
from games.models import Entry, Notice, Preferences, Seat, TableMute, Tournament
from games.pages.paging import Slice, slice_of
from games.presenters import PRESENTERS
from games.tables.log import names_of


@dataclass(frozen=True)
class LedgerLine:
    """A notice in the player's ledger."""

    notice: Notice
    title: Text  # of the table; empty without a table
    reason: str  # why it hasn't been sent
    is_next_try: bool  # it failed before and will be retried

    @property
    def tone(self) -> str:
        """The CSS tone of the status. The page also shows the status in words."""
        return _TONES.get(self.notice.status, "")


_TONES: dict[str, str] = {
    Notice.Status.SENT: "success", Notice.Status.MERGED: "success", Notice.Status.FAILED: "danger",
    Notice.Status.DUE: "info", Notice.Status.CLAIMED: "info",
}  # fmt: skip


def ledger_page(user: User, before: int | None = None) -> tuple[Slice[Notice], list[LedgerLine]]:
    """A page of the player's ledger, newest notice first."""
    notices = Notice.objects.filter(user=user).select_related("table", "merged_into", "merged_into__table")
    hidden = [f"{path}__{name}" for path in ("table", "merged_into__table") for name in ("state", "seed")]
    slice_ = slice_of(notices.defer("detail", *hidden), before)
    return slice_, [
        LedgerLine(
            each, PRESENTERS[each.table.title].name if each.table else "", each.reason_words,
            is_next_try=each.is_waiting and each.attempts > 0,
        )
        for each in slice_
    ]  # fmt: skip


def preferences_of(user: User) -> Preferences:
    """The player's saved preferences, or the defaults."""
    chosen = Preferences.objects.filter(pk=user.pk).first() or Preferences()
    chosen.user = user
    return chosen


def muted_tables(user: User) -> QuerySet[TableMute]:
    """The tables that the player has muted, latest first."""
    mutes = TableMute.objects.filter(user=user).select_related("table").defer("table__state", "table__seed")
    return mutes.order_by("-pk")[:100]


MOST = 200  # rows of one feed


@dataclass(frozen=True)
class DeadlineRow:
    """A deadline of a player."""

    seat: Seat
    title: Text
    others: str
    deadline: datetime
    since: datetime  # when the player was asked
    moved_at: datetime  # when the deadline last changed
    moves: int  # how often the deadline has changed; never decreases


def feed_of(token: UUID) -> Preferences | None:
    """The preferences of the player whose feeds have this token; None if there is none."""
    chosen = Preferences.objects.select_related("user").filter(feed_token=token, user__is_active=True)
    return chosen.first()


def deadlines_of(user: User) -> list[DeadlineRow]:
    """The player's deadlines, nearest first."""
    mine = Seat.objects.filter(user=user, is_awaited=True, deadline__isnull=False).order_by("deadline", "pk")
    seats = list(mine.select_related("table").defer("table__state", "table__seed")[:MOST])
    at_tables = seats_at(seat.table_id for seat in seats)
    return [_row(seat, others_at(at_tables[seat.table_id], user, "")) for seat in seats]


@dataclass(frozen=True)
class RoundRow:
    """The end of a round, or the start, of a tournament that a player has entered."""

    tournament: Tournament
    at: datetime


def tournament_dates_of(user: User) -> list[RoundRow]:
    """When the player's tournaments start, or their current rounds end; nearest first."""
    entries = Entry.objects.filter(user=user, withdrawn_at=None, tournament__finished_at=None)
    rows = [entry.tournament for entry in entries.select_related("tournament").order_by("-pk")[:MOST]]
    dates = [(row.starts_at if row.round == 0 else row.round_ends_at, row) for row in rows]
    found = [RoundRow(row, at) for at, row in dates if at is not None]
    return sorted(found, key=lambda each: each.at)


def seats_at(tables: Iterable[int]) -> dict[int, list[Seat]]:
    """The seats of these tables in order, with their users, by table id."""
    found: dict[int, list[Seat]] = {table: [] for table in tables}
    for seat in Seat.objects.filter(table__in=list(found)).select_related("user").order_by("number"):
        found[seat.table_id].append(seat)
    return found


def others_at(seats: Sequence[Seat], user: User, last: Literal["and", ""] = "and") -> str:
    """The names of the other players at a table, unambiguous as on its page; empty if there are none."""
    named = zip(seats, names_of(seats), strict=True)
    return listed((name for seat, name in named if seat.user_id != user.pk and seat.user), last)


def _row(seat: Seat, others: str) -> DeadlineRow:
    if seat.deadline is None or seat.awaited_since is None or seat.deadline_moved_at is None:
        raise ValueError(f"Expected a seat with a deadline, but got {seat}")
    title = PRESENTERS[seat.table.title].name
    return DeadlineRow(
        seat, title, others, seat.deadline, seat.awaited_since, seat.deadline_moved_at,
        seat.deadline_moves,
    )  # fmt: skip
