"""What the site promises about time and mails, looked at from outside: by the clock on each member's wall.

Nothing here asks the site how it reckons. A member's night is that of the plan, not of a row of the database.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from tools.year.machine import Mail

__all__ = ["Habits", "TimeOut", "Wrong", "mails_at_night", "mails_twice", "times_out_too_early"]

_STEP = timedelta(minutes=5)
_NOON = time(12)  # until when somebody is on the way home, the day after a vacation


@dataclass(frozen=True)
class Wrong:
    """A promise that was broken."""

    promise: str
    what: str
    who: str
    when: datetime

    def __str__(self) -> str:
        return f"{self.promise}: {self.what}, {self.who}, {self.when.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


@dataclass(frozen=True)
class Habits:
    """When a member rests, by the clock on the wall."""

    name: str
    zone: str
    night: tuple[time, time] | None = None  # when nothing is to ring
    sleep: tuple[time, time] | None = None  # when no deadline is to come, as the site was told
    days_off: frozenset[int] = frozenset()  # 0 is Monday
    vacations: tuple[tuple[date, date], ...] = ()
    rings: bool = False  # a near deadline may wake the member
    digest: time | None = None  # the hour of the daily mail that was asked for

    def is_night(self, at: datetime) -> bool:
        """Whether it is the member's night."""
        return self.night is not None and _within(at.astimezone(ZoneInfo(self.zone)).time(), self.night)

    def is_rest(self, at: datetime) -> bool:
        """Whether the member is not expected to play."""
        local = at.astimezone(ZoneInfo(self.zone))
        return (
            (self.sleep is not None and _within(local.time(), self.sleep))
            or local.weekday() in self.days_off
            or any(
                first <= local.date() <= last
                or (local.date() == last + timedelta(days=1) and local.time() < _NOON)
                for first, last in self.vacations
            )
        )


def _within(now: time, span: tuple[time, time]) -> bool:
    begin, end = span
    return begin <= now < end if begin <= end else now >= begin or now < end


@dataclass(frozen=True)
class TimeOut:
    """A time-out of a member, and how its deadline came about."""

    who: Habits
    table: int
    asked_at: datetime
    deadline: datetime
    allowance: int  # seconds
    steps: tuple[str, ...]  # as the site gives its reasons
    at: datetime


def mails_at_night(mails: Iterable[Mail], people: Mapping[str, Habits]) -> list[Wrong]:
    """Mails that came in the night of somebody who has not asked for that; `people` by mail address."""
    return [
        Wrong("nobody is rung at night", f"the mail {mail.subject!r}", people[mail.to].name, mail.at)
        for mail in mails
        if people[mail.to].is_night(mail.at) and not people[mail.to].rings
    ]


def mails_twice(mails: Iterable[Mail], crashes: Iterable[datetime]) -> tuple[list[Wrong], int]:
    """Mails that came twice, and how many copies a crash excuses.

    A process that is killed after the mail server has taken a mail over, and before this is written down, sends it
    again: under the same Message-ID, by which mail programs know the copy. No other copy is excused.
    """
    wrong, excused, seen = list[Wrong](), 0, defaultdict[tuple[str, str, str], list[Mail]](list)
    killed = list(crashes)
    for mail in mails:
        for former in seen[mail.to, mail.subject, mail.body]:
            is_copy = former.name == mail.name
            if is_copy and any(former.at <= crash <= mail.at for crash in killed):
                excused += 1
            elif is_copy or mail.at - former.at < timedelta(hours=1):
                wrong.append(Wrong("no mail comes twice", f"the mail {mail.subject!r}", mail.to, mail.at))
        seen[mail.to, mail.subject, mail.body].append(mail)
    return wrong, excused


def times_out_too_early(found: Iterable[TimeOut]) -> tuple[list[Wrong], int]:
    """Time-outs in rest or within the margin after it, and those of players who had used up their rest."""
    wrong, spent = list[Wrong](), 0
    for each in found:
        reason = _too_early(each)
        if reason and each.steps[-1] == "budget":
            spent += 1
        elif reason:
            what = (
                f"table {each.table}, asked {each.asked_at:%d %b %H:%M}, {reason} ({', '.join(each.steps)})"
            )
            wrong.append(Wrong("no time-out within the margin", what, each.who.name, each.deadline))
    return wrong, spent


def _too_early(found: TimeOut) -> str:
    """In which way a deadline came too early; empty if it did not."""
    if found.at < found.deadline:
        return "before the deadline"
    if found.who.is_rest(found.deadline):
        return "in rest"
    margin = timedelta(seconds=min(2 * 3600, max(3600, found.allowance) // 4))
    at = found.deadline - _STEP
    while at > found.deadline - margin and at > found.asked_at:
        if found.who.is_rest(at):
            return f"{(found.deadline - at).total_seconds() / 60:.0f} minutes after rest"
        at -= _STEP
    return ""
