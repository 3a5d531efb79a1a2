"""What operators watch: which processes are working, the last sweep, whether messages go out, and what is late."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Heartbeat, LastTime, Notice
from games.upkeep.heartbeats import BEGAN

LATE = timedelta(seconds=100)  # about three missed heartbeats, or missed sweeps for this long
FAILING = timedelta(minutes=10)  # messages that fail for this long count as late
QUEUED = timedelta(minutes=10)  # a due message that waits for this long counts as late
BACKED_UP = timedelta(hours=28)  # a day plus the duration of a backup

# Without these, deadlines or bots don't work, so the site is not ready.
NEEDED = ("worker", "thinker", "beat", "sweep")
_Role = Heartbeat.Role


@dataclass(frozen=True)
class Watched:
    """Something that operators watch."""

    name: str
    seen_at: datetime | None  # when it last worked; None: never, or nothing to do
    is_late: bool
    processes: int | None = None  # seen recently; None if it is not a process

    @property
    def words(self) -> str:
        """Its name on pages."""
        return str(_NAMES[self.name])


_NAMES = {
    _Role.WEB: gettext_lazy("Pages"), _Role.WORKER: gettext_lazy("Workers"), _Role.THINKER: gettext_lazy("Bots"),
    _Role.BEAT: gettext_lazy("Beat"), "sweep": gettext_lazy("Last sweep"), "mail": gettext_lazy("Last mail"),
    "queue": gettext_lazy("Oldest unsent message"), "backup": gettext_lazy("Last backup"),
}  # fmt: skip


def watched_now(now: datetime) -> list[Watched]:
    """Everything that is watched, in three queries."""
    hearts = list(Heartbeat.objects.defer("figures"))
    last = {row.name: row for row in LastTime.objects.all()}
    oldest = Notice.objects.filter(status=Notice.Status.DUE, due_at__lte=now).order_by("due_at")
    due = oldest.values_list("due_at", flat=True).first()
    is_up = _is_up(hearts, now)
    roles = [_of_role(role, hearts, now, is_up=is_up) for role in _Role.values]
    sweep, mail = last.get("sweep"), last.get("mail")
    swept = sweep.at if sweep is not None else None
    failing = mail.failing_since if mail is not None else None
    return [
        *roles,
        Watched("sweep", swept, is_up and (swept is None or _is_past(swept, now, LATE))),
        Watched("mail", mail.at if mail else None, failing is not None and now - failing > FAILING),
        Watched("queue", due, due is not None and now - due > QUEUED),
        _backup(last.get("backup"), now),
    ]


def _is_up(hearts: Iterable[Heartbeat], now: datetime) -> bool:
    """Whether the site has been running for a while: any live process, or this one if heartbeats cannot be stored.

    Right after a start, the other processes were last seen before it, which is not an alarm yet.
    """
    began = [heart.since for heart in hearts if not _is_past(heart.seen_at, now, LATE)]
    return any(now - each > LATE for each in (*began, *([BEGAN] if settings.HEARTBEATS else [])))


def _of_role(role: str, hearts: Iterable[Heartbeat], now: datetime, *, is_up: bool) -> Watched:
    """The processes of a role. Missing ones count as late once the site has been running for a while."""
    seen = [heart.seen_at for heart in hearts if heart.role == role]
    alive = sum(not _is_past(each, now, LATE) for each in seen)
    is_here = not (settings.EMBEDDED and role == _Role.THINKER)  # in embedded mode, the worker runs the bots
    return Watched(role, max(seen, default=None), is_here and is_up and not alive, alive)


def _backup(last: LastTime | None, now: datetime) -> Watched:
    """The last recorded backup. It is late if the latest one failed or is too old; without any, it is never late."""
    if last is None:
        return Watched("backup", None, is_late=False)
    is_missing = last.at is not None and _is_past(last.at, now, BACKED_UP)
    return Watched("backup", last.at, is_late=last.failing_since is not None or is_missing)


def _is_past(moment: datetime, now: datetime, span: timedelta) -> bool:
    """Whether the time is further away than the span, in the past or (by a wrong clock) in the future."""
    return abs(now - moment) > span


def told(each: Watched) -> dict[str, Any]:
    """The state of something watched as JSON, for operators."""
    found: dict[str, Any] = {"seen": each.seen_at and each.seen_at.isoformat(), "late": each.is_late}
    return found if each.processes is None else {**found, "processes": each.processes}


def late_words(each: Watched) -> str:
    """A sentence for operators about something late."""
    if each.seen_at is None:
        return _("%(name)s: never seen.") % {"name": each.name}
    return _("%(name)s: last seen at %(moment)s.") % {
        "name": each.name,
        "moment": f"{each.seen_at:%Y-%m-%d %H:%M:%S} UTC",
    }
