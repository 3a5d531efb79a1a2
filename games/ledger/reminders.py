"""Reminders before a deadline. Each seat stores when its next one is due; the sweep finds it by an index."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction

from games.ledger.notices import channels_of
from games.models import Notice, Preferences, Seat, Table, usual_offsets

__all__ = ["next_reminder", "offset_reached", "offsets_of", "reminders_plan", "reminders_write"]


def next_reminder(deadline: datetime | None, offsets: Iterable[int], after: datetime) -> datetime | None:
    """The first moment after `after` when a reminder is due; offsets are minutes before the deadline."""
    if deadline is None:
        return None
    moments = (deadline - timedelta(minutes=offset) for offset in offsets)
    return min((moment for moment in moments if moment > after), default=None)


def offset_reached(deadline: datetime, offsets: Iterable[int], now: datetime) -> int | None:
    """The offset whose moment came last; None before the first one and after the deadline."""
    if now >= deadline:
        return None
    reached = (offset for offset in offsets if deadline - timedelta(minutes=offset) <= now)
    return min(reached, default=None)


def reminders_plan(seats: Iterable[Seat], now: datetime) -> None:
    """Set `remind_at` of seats whose deadline has changed; the caller saves them."""
    rows = list(seats)
    chosen = offsets_of(seat.user_id for seat in rows if seat.deadline is not None and not seat.has_bot)
    for seat in rows:
        offsets = [] if seat.user_id is None else chosen.get(seat.user_id, [])
        seat.remind_at = next_reminder(seat.deadline, offsets, now)


def offsets_of(people: Iterable[int | None]) -> dict[int, list[int]]:
    """The offsets that each of these people has chosen, in minutes."""
    asked = {person for person in people if person is not None}
    if not asked:
        return {}
    chosen = dict(Preferences.objects.filter(pk__in=asked).values_list("pk", "offsets"))
    return {person: chosen.get(person, usual_offsets()) for person in asked}


def reminders_write(now: datetime, *, limit: int = 500) -> int:
    """Write notices for the reminders that are due; returns how many seats were looked at."""
    due = Seat.objects.filter(remind_at__lte=now).order_by("remind_at").select_related("table")
    seats = list(due.defer("table__state", "table__seed")[:limit])
    people = {seat.user_id for seat in seats}
    offsets, channels = offsets_of(people), channels_of(people)
    for seat in seats:
        person = seat.user_id or 0
        _remind(seat, offsets.get(person, []), channels.get(person, ()), now)
    return len(seats)


@transaction.atomic
def _remind(seat: Seat, offsets: list[int], channels: Iterable[str], now: datetime) -> None:
    """Write one reminder and the time of the next one, unless the seat has changed meanwhile."""
    # Lock the table first, in the same order as every other writer.
    Table.objects.select_for_update().only("pk").get(pk=seat.table_id)
    as_it_was = {
        "remind_at": seat.remind_at,
        "deadline": seat.deadline,
        "is_awaited": seat.is_awaited,
        "user": seat.user_id,
    }
    same = Seat.objects.filter(pk=seat.pk, **as_it_was)
    if not same.update(remind_at=next_reminder(seat.deadline, offsets, now)):
        return
    offset = None if seat.deadline is None else offset_reached(seat.deadline, offsets, now)
    if seat.user_id is None or offset is None or not seat.is_awaited:
        return
    rows = [
        Notice(
            user_id=seat.user_id, table=seat.table, kind=Notice.Kind.REMINDER, ply=seat.turn_ply,
            about=seat.deadline, offset=offset, channel=channel, due_at=now,
        )
        for channel in channels
    ]  # fmt: skip
    Notice.objects.bulk_create(rows, ignore_conflicts=True)
