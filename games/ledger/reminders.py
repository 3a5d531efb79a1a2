"""Reminders before a deadline. Each seat stores the time of its next reminder, which the sweep finds by an index.

A reminder that would be due in the player's rest or quiet hours is sent before them.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction

from accounts.models import User
from games.clock.rest import Calendar, before_rest
from games.ledger.notices import Choice, Choices, choices_of
from games.models import Notice, Seat, Table


class Wishes(NamedTuple):
    """When a player wants reminders."""

    offsets: Sequence[int] = ()  # minutes before a deadline
    calendars: tuple[Calendar, ...] = ()  # rest and quiet hours, in which no reminder is sent

    def moment(self, deadline: datetime, offset: int, after: datetime) -> datetime:
        """When the reminder with this offset is due. A result up to `after` only means that it isn't due later."""
        return before_rest(self.calendars, deadline - timedelta(minutes=offset), after=after)


def next_reminder(deadline: datetime | None, wishes: Wishes, after: datetime) -> datetime | None:
    """The first time after `after` when a reminder is due."""
    if deadline is None:
        return None
    moments = (wishes.moment(deadline, offset, after) for offset in wishes.offsets)
    return min((moment for moment in moments if moment > after), default=None)


def offset_reached(deadline: datetime, wishes: Wishes, now: datetime) -> int | None:
    """The offset of the latest reminder that is due; None before the first one and after the deadline."""
    if now >= deadline:
        return None
    reached = (offset for offset in wishes.offsets if wishes.moment(deadline, offset, now) <= now)
    return min(reached, default=None)


def reminders_plan(seats: Iterable[Seat], now: datetime, choices: Choices | None = None) -> None:
    """Set `remind_at` of seats whose deadline has changed; the caller saves them."""
    rows = list(seats)
    wishes = _wishes_of((seat for seat in rows if seat.deadline is not None and not seat.has_bot), choices)
    for seat in rows:
        seat.remind_at = next_reminder(seat.deadline, wishes.get(seat.user_id, Wishes()), now)


def reminders_replan(user: User, now: datetime) -> None:
    """Plan a player's reminders again after a change of settings or calendar."""
    seats = list(
        Seat.objects.filter(user=user, is_awaited=True, deadline__isnull=False).select_related("user")
    )
    reminders_plan(seats, now)
    for seat in seats:
        # Update only this column, and only if the deadline is unchanged: a move may change the seat meanwhile.
        Seat.objects.filter(pk=seat.pk, deadline=seat.deadline).update(remind_at=seat.remind_at)


def _wishes_of(seats: Iterable[Seat], choices: Choices | None = None) -> dict[int | None, Wishes]:
    """The wishes of the players of these seats, by user id."""
    players = {seat.user_id: seat.user for seat in seats if seat.user is not None}
    chosen = choices_of(players) if choices is None else choices
    return {
        person: Wishes(choice.offsets, _calendars(player.calendar, choice))
        for person, player in players.items()
        if (choice := chosen.get(person or 0)) is not None
    }


def _calendars(calendar: Calendar, choice: Choice) -> tuple[Calendar, ...]:
    return (calendar,) if choice.quiet is None else (calendar, Calendar(calendar.zone, sleep=choice.quiet))


def reminders_write(now: datetime, *, limit: int = 500) -> int:
    """Write notices for the reminders that are due; returns the number of seats checked."""
    due = Seat.objects.filter(remind_at__lte=now).order_by("remind_at").select_related("table", "user")
    seats = list(due.defer("table__state", "table__seed")[:limit])
    choices = choices_of(seat.user_id for seat in seats)
    wishes = _wishes_of(seats, choices)
    for seat in seats:
        person = seat.user_id or 0
        _remind(seat, wishes.get(person, Wishes()), choices.get(person, Choice()).channels, now)
    return len(seats)


@transaction.atomic
def _remind(seat: Seat, wishes: Wishes, channels: Iterable[str], now: datetime) -> None:
    """Write one reminder and the time of the next one, unless the seat has changed meanwhile."""
    # Lock the table first, in the same order as every other writer.
    Table.objects.select_for_update().only("pk").get(pk=seat.table_id)
    same = Seat.objects.filter(
        pk=seat.pk,
        remind_at=seat.remind_at,
        deadline=seat.deadline,
        is_awaited=seat.is_awaited,
        user=seat.user_id,
    )
    if not same.update(remind_at=next_reminder(seat.deadline, wishes, now)):
        return
    offset = None if seat.deadline is None else offset_reached(seat.deadline, wishes, now)
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
