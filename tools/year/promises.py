"""The site's promises about time and emails, checked from outside, by each member's local time.

These checks don't use the site's own computations. A member's night comes from the plan, not from the database.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from tools.year.machine import Mail

_STEP = timedelta(minutes=5)
_NOON = time(12)  # until then, the day after a vacation counts as rest


@dataclass(frozen=True)
class Wrong:
    """A broken promise."""

    promise: str
    what: str
    who: str
    when: datetime

    def __str__(self) -> str:
        return f"{self.promise}: {self.what}, {self.who}, {self.when.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


@dataclass(frozen=True)
class Habits:
    """When a member rests, in local time."""

    name: str
    zone: str
    night: tuple[time, time] | None = None  # when nothing may disturb the member
    sleep: tuple[time, time] | None = None  # when no deadline may fall, as entered on the site
    days_off: frozenset[int] = frozenset()  # 0 is Monday
    vacations: tuple[tuple[date, date], ...] = ()
    rings: bool = False  # a near deadline may disturb the member
    digest: time | None = None  # the time of the requested daily mail

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
    """A time-out of a member, and how its deadline was computed."""

    who: Habits
    table: int
    asked_at: datetime
    deadline: datetime
    allowance: int  # seconds
    steps: tuple[str, ...]  # the site's reasons for the deadline
    at: datetime


def mails_at_night(mails: Iterable[Mail], people: Mapping[str, Habits]) -> list[Wrong]:
    """Emails at night to members who have not asked for them; `people` by email address."""
    return [
        Wrong("nobody is rung at night", f"the mail {mail.subject!r}", people[mail.to].name, mail.at)
        for mail in mails
        if people[mail.to].is_night(mail.at) and not people[mail.to].rings
    ]


def mails_twice(mails: Iterable[Mail], crashes: Iterable[datetime]) -> tuple[list[Wrong], int]:
    """Emails that arrived twice, and the number of copies that a crash excuses.

    If a process is killed after the mail server has accepted an email, and before this is recorded, the site sends the
    email again with the same Message-ID, so mail programs recognise the copy. No other copy is excused.
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
    """Time-outs during rest or within the margin after it, and how many of them hit players without rest budget."""
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
    """How the deadline came too early; empty if it did not."""
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
