"""Deadlines as a calendar (iCalendar, RFC 5545) and as an Atom feed (RFC 4287). The same rows give the same bytes."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _

from games.notices.selectors import DeadlineRow

__all__ = ["atom_of", "calendar_of"]

LINE = 75  # bytes of one line of a calendar, at most


def calendar_of(rows: Sequence[DeadlineRow]) -> str:
    """The calendar: an event at each deadline."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Captain's Table//Deadlines//EN", "METHOD:PUBLISH"]
    lines.append("X-WR-CALNAME:" + _escaped(_("Captain's Table: my deadlines")))
    lines += ["REFRESH-INTERVAL;VALUE=DURATION:PT1H", "X-PUBLISHED-TTL:PT1H"]
    for row in rows:
        lines += _event(row)
    return "".join(f"{folded}\r\n" for line in [*lines, "END:VCALENDAR"] for folded in _folded(line))


def _event(row: DeadlineRow) -> list[str]:
    # The id is made of the question, not the deadline: if a deadline moves, it is the same event at another time.
    return [
        "BEGIN:VEVENT",
        f"UID:seat-{row.seat.pk}-{row.seat.turn_ply}@{_host()}",
        f"DTSTAMP:{_instant(row.since)}",
        f"DTSTART:{_instant(row.deadline)}",
        "SUMMARY:" + _escaped(_words(row)),
        f"URL:{_address(row)}",
        "DESCRIPTION:" + _escaped(_address(row)),
        "TRANSP:TRANSPARENT",
        "END:VEVENT",
    ]


def _words(row: DeadlineRow) -> str:
    words = {"title": row.title, "number": row.seat.table_id, "others": row.others or _("nobody yet")}
    return _("Deadline: %(title)s with %(others)s (table %(number)s)") % words


def _address(row: DeadlineRow) -> str:
    return f"{settings.SITE_URL}{reverse('table', args=[row.seat.table_id])}"


def _host() -> str:
    return urlsplit(settings.SITE_URL).hostname or "localhost"


def _instant(when: datetime) -> str:
    return when.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _escaped(text: str) -> str:
    """Text escaped for a calendar (RFC 5545, 3.3.11)."""
    for sign in ("\\", ";", ","):
        text = text.replace(sign, "\\" + sign)
    return "\\n".join(text.splitlines())


def _folded(line: str) -> Iterator[str]:
    """The line in pieces of at most 75 bytes without splitting characters; all but the first begin with a space."""
    piece = ""
    for character in line:
        if len((piece + character).encode()) > LINE:
            yield piece
            piece = " "
        piece += character
    yield piece


class _Feed(Atom1Feed):
    """An Atom feed with the date of its content, not of the request."""

    def latest_post_date(self) -> datetime:
        """When the latest entry changed, or when the feed was created if it is empty."""
        changed: list[datetime] = [item["updateddate"] for item in self.items]
        made: datetime = self.feed["made_at"]
        return max([*changed, made])


def atom_of(rows: Sequence[DeadlineRow], *, address: str, made_at: datetime) -> str:
    """The Atom feed: an entry for each deadline, the nearest first."""
    extra: dict[str, Any] = {"made_at": made_at}
    feed = _Feed(
        title=_("Captain's Table: my deadlines"), link=f"{settings.SITE_URL}{reverse('my_tables')}",
        description="", feed_url=address, author_name=_("Captain's Table"), **extra,
    )  # fmt: skip
    for row in rows:
        until = _("until %(moment)s UTC") % {
            "moment": row.deadline.astimezone(UTC).strftime("%Y-%m-%d %H:%M")
        }
        feed.add_item(
            title=f"{_words(row)}, {until}", link=_address(row), description=until, updateddate=row.since,
            unique_id=f"tag:{_host()},{row.since:%Y-%m-%d}:seat-{row.seat.pk}-{row.seat.turn_ply}",
        )  # fmt: skip
    return feed.writeString("utf-8")
