"""Sentences for operators about what is late or not responding: since when, what players notice, what to do."""

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

_ADVICE = {
    "web": gettext_lazy("Nobody can open a page. Start the web service."),
    "worker": gettext_lazy("Deadlines and emails are delayed. Start the worker."),
    "thinker": gettext_lazy(
        "Bots don't move, and hints don't arrive. Start the worker of the queue “thinking”."
    ),
    "beat": gettext_lazy("Deadlines and emails are delayed. Start beat."),
    "sweep": gettext_lazy("Deadlines and emails are delayed. Look for errors in the worker's log."),
    "mail": gettext_lazy("Players get no emails. Check the mail server and EMAIL_URL."),
    "queue": gettext_lazy("Players get messages late. Look for errors in the worker's log."),
    "backup": gettext_lazy("Players don't notice this. Look for errors in the backup's log."),
    "redis": gettext_lazy(
        "Players can move, but nobody can log in, open pages don't update, and bots, deadlines and emails are delayed. "
        "Nothing is lost. Start Redis, or check REDIS_URL."
    ),
    "pictures": gettext_lazy(
        "Pictures of positions load slowly. Start the Redis for pictures, or check PICTURES_REDIS_URL."
    ),
    "database": gettext_lazy(
        "Players can't move; at most, they can read pages. Check that the database is running, that DATABASE_URL is "
        "right, and that its disk isn't full."
    ),
}

_SERVICES = {
    "redis": gettext_lazy("Redis"),
    "pictures": gettext_lazy("The Redis for pictures"),
    "database": gettext_lazy("The database"),
}


def lateness_text(name: str, seen_at: datetime | None) -> str:
    """What operators should know about something late or not responding."""
    found = {"name": name, "moment": _moment(seen_at) if seen_at else "", "advice": _ADVICE[name]}
    if seen_at is None:
        return _("%(name)s: never seen. %(advice)s") % found
    if name in _SERVICES:
        found["name"] = str(_SERVICES[name])
        return _("%(name)s hasn't responded since %(moment)s. %(advice)s") % found
    return _("%(name)s: last seen at %(moment)s. %(advice)s") % found


def recovery_text(name: str, now: datetime) -> str:
    """What operators should know when it works again."""
    found = {"name": _SERVICES.get(name, name), "moment": _moment(now)}
    return _("%(name)s: working again since %(moment)s.") % found


def _moment(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M:%S} UTC"
