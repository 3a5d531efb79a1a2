"""What is watched: which processes are at work, when the last sweep was, whether messages get out; and what is late."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Heartbeat, LastTime, Notice
from games.upkeep.heartbeats import BEGAN

__all__ = ["LATE", "NEEDED", "Watched", "late_words", "told", "watched_now"]

LATE = timedelta(seconds=100)  # three heartbeats, or so many seconds of sweeps, were missed
FAILING = timedelta(minutes=10)  # for which messages fail before they count as late
QUEUED = timedelta(minutes=10)  # for which a message waits that is due
BACKED_UP = timedelta(hours=28)  # a night, and the time that a backup takes

# Without which no deadline is kept, or no bot moves: the site is not ready.
NEEDED = ("worker", "thinker", "beat", "sweep")
_Role = Heartbeat.Role


@dataclass(frozen=True)
class Watched:
    """One thing that is watched."""

    name: str
    seen_at: datetime | None  # when it last did its work; None: never, or there is nothing to do
    is_late: bool
    processes: int | None = None  # that were seen lately; None where it is no process

    @property
    def words(self) -> str:
        """What it is called on pages."""
        return str(_NAMES[self.name])


_NAMES = {
    _Role.WEB: gettext_lazy("Pages"), _Role.WORKER: gettext_lazy("Workers"), _Role.THINKER: gettext_lazy("Bots"),
    _Role.BEAT: gettext_lazy("Beat"), "sweep": gettext_lazy("Last sweep"), "mail": gettext_lazy("Last mail"),
    "queue": gettext_lazy("Oldest message due"), "backup": gettext_lazy("Last backup"),
}  # fmt: skip


def watched_now(now: datetime) -> list[Watched]:
    """All that is watched, in three queries."""
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
    """Whether the site has run for a while: any process that is alive, or this one, even if no heart could be noted.

    Right after a start all others were last seen before it: that is no alarm yet.
    """
    began = [heart.since for heart in hearts if not _is_past(heart.seen_at, now, LATE)]
    return any(now - each > LATE for each in (*began, *([BEGAN] if settings.HEARTBEATS else [])))


def _of_role(role: str, hearts: Iterable[Heartbeat], now: datetime, *, is_up: bool) -> Watched:
    """The processes of a role. Those that do not come are late once the site has run for a while."""
    seen = [heart.seen_at for heart in hearts if heart.role == role]
    alive = sum(not _is_past(each, now, LATE) for each in seen)
    is_here = not (settings.EMBEDDED and role == _Role.THINKER)  # there, bots think in the worker
    return Watched(role, max(seen, default=None), is_here and is_up and not alive, alive)


def _backup(last: LastTime | None, now: datetime) -> Watched:
    """The last backup that was told of: late if the latest one failed, or none came in a night. Without any, not."""
    if last is None:
        return Watched("backup", None, is_late=False)
    is_missing = last.at is not None and _is_past(last.at, now, BACKED_UP)
    return Watched("backup", last.at, is_late=last.failing_since is not None or is_missing)


def _is_past(moment: datetime, now: datetime, span: timedelta) -> bool:
    """Whether it lies further back than the span; or ahead, where a clock was wrong."""
    return abs(now - moment) > span


def told(each: Watched) -> dict[str, Any]:
    """What operators are told of it, as JSON."""
    found: dict[str, Any] = {"seen": each.seen_at and each.seen_at.isoformat(), "late": each.is_late}
    return found if each.processes is None else {**found, "processes": each.processes}


def late_words(each: Watched) -> str:
    """A sentence for operators about what is late."""
    if each.seen_at is None:
        return _("%(name)s: never seen.") % {"name": each.name}
    return _("%(name)s: last at %(moment)s.") % {
        "name": each.name,
        "moment": f"{each.seen_at:%Y-%m-%d %H:%M:%S} UTC",
    }
