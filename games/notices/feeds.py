"""Deadlines as a calendar (iCalendar, RFC 5545) and as an Atom feed (RFC 4287). Equal rows produce equal bytes."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from icalendar import Alarm, Calendar, Event, vDuration

from accounts.links import absolute, site_host
from games.notices.selectors import DeadlineRow, RoundRow

_HOUR = timedelta(hours=1)  # how often a calendar program may refresh


def calendar_of(
    rows: Sequence[DeadlineRow], dates: Sequence[RoundRow] = (), *, alarm: timedelta | None = None
) -> str:
    """The calendar, with an event for each deadline (and, if `alarm` is given, an alarm that long before it).

    `dates` are those of the player's tournaments.
    """
    calendar = Calendar()
    calendar.add("version", "2.0")
    calendar.add("prodid", "-//Captain's Table//Deadlines//EN")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", _("Captain's Table: my deadlines"))
    calendar.add("refresh-interval", vDuration(_HOUR), parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", vDuration(_HOUR))
    for row in rows:
        calendar.add_component(_event(row, alarm))
    for date in dates:
        calendar.add_component(_round_event(date))
    written: bytes = calendar.to_ical(sorted=False)
    return written.decode()


def _event(row: DeadlineRow, alarm: timedelta | None) -> Event:
    event = Event()
    # The id depends on the turn, not on the deadline, so an event whose deadline moves keeps its id.
    event.add("uid", f"seat-{row.seat.pk}-{row.seat.turn_ply}@{site_host()}")
    event.add("dtstamp", _minute(row.moved_at))
    event.add("sequence", row.moves)
    event.add("dtstart", _minute(row.deadline))
    event.add("summary", _event_title(row))
    event.add("url", _address(row))
    event.add("description", _address(row))
    event.add("transp", "TRANSPARENT")
    if alarm is not None:
        sound = Alarm()
        sound.add("action", "DISPLAY")
        sound.add("description", _event_title(row))
        sound.add("trigger", -alarm)
        event.add_component(sound)
    return event


def _round_event(row: RoundRow) -> Event:
    tournament, event = row.tournament, Event()
    event.add("uid", f"tournament-{tournament.pk}-{tournament.round}@{site_host()}")
    event.add("dtstamp", _minute(tournament.created_at))
    event.add("dtstart", _minute(row.at))
    words = {"name": tournament.name, "round": tournament.round}
    summary = _("%(name)s: round %(round)s ends") if tournament.round else _("%(name)s starts")
    event.add("summary", summary % words)
    event.add("url", absolute("tournament", tournament.pk))
    event.add("transp", "TRANSPARENT")
    return event


def _minute(when: datetime) -> datetime:
    """The time in UTC without seconds, because the exact time would reveal when another player moved."""
    return when.astimezone(UTC).replace(second=0, microsecond=0)


def _event_title(row: DeadlineRow) -> str:
    words = {"title": row.title, "number": row.seat.table_id, "others": row.others or _("nobody yet")}
    return _("Deadline: %(title)s with %(others)s (table %(number)s)") % words


def _address(row: DeadlineRow) -> str:
    return absolute("table", row.seat.table_id)


class _Feed(Atom1Feed):
    """An Atom feed dated by its content, not by the request."""

    def latest_post_date(self) -> datetime:
        """When the latest entry changed, or when the feed was created if it is empty."""
        changed: list[datetime] = [item["updateddate"] for item in self.items]
        made: datetime = self.feed["made_at"]
        return max([*changed, made])


def atom_of(rows: Sequence[DeadlineRow], *, address: str, made_at: datetime) -> str:
    """The Atom feed, with an entry for each deadline, nearest first."""
    extra: dict[str, Any] = {"made_at": _minute(made_at)}
    feed = _Feed(
        title=_("Captain's Table: my deadlines"), link=absolute("my_tables"),
        description="", feed_url=address, author_name=_("Captain's Table"), **extra,
    )  # fmt: skip
    for row in rows:
        until = _("until %(moment)s UTC") % {
            "moment": row.deadline.astimezone(UTC).strftime("%Y-%m-%d %H:%M")
        }
        feed.add_item(
            title=f"{_event_title(row)}, {until}",
            link=_address(row), description=until, updateddate=_minute(row.moved_at),
            unique_id=f"tag:{site_host()},{row.since:%Y-%m-%d}:seat-{row.seat.pk}-{row.seat.turn_ply}",
        )  # fmt: skip
    return feed.writeString("utf-8")
