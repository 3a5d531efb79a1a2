"""Outages of Redis and of the database: we notify operators once when one begins, and once when it is over.

The processes agree in the database on which of them reports a Redis outage, and vice versa. Without both, each
process reports the outage.
"""

import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.core.cache import cache, caches

from games.upkeep.heartbeats import last_time_fail, last_time_note, pause_note
from games.upkeep.words import lateness_text, recovery_text

log = logging.getLogger(__name__)

BLIP = timedelta(seconds=10)  # shorter outages, such as a restart, are only logged
_TOLD = "outage:database"

_lost_at: datetime | None = None  # since when this process can't use the database
_is_told = False  # by this process or another one


def redis_names() -> dict[str, str]:
    """Each Redis that the site uses, and its cache."""
    pictures = {"pictures": "pictures"} if settings.PICTURES_REDIS_URL else {}
    return {**({} if settings.EMBEDDED else {"redis": "default"}), **pictures}


def redis_note(now: datetime) -> None:
    """Record whether each Redis can be used."""
    for name, alias in redis_names().items():
        try:
            caches[alias].set("outage", 1, 5)
        except Exception as error:  # drivers can raise anything
            log.warning("%s is not responding: %s", name, type(error).__name__)
            last_time_fail(name, now)
            if name == "redis":
                pause_note()
        else:
            last_time_note(name, now, may_fail=True)


def database_fail(now: datetime) -> None:
    """Report that the database can't be used, once it lasts."""
    global _lost_at, _is_told
    pause_note()
    _lost_at = _lost_at or now
    if now - _lost_at > BLIP and not _is_told:
        _is_told = True
        if _claim(_lost_at):
            log.error("not responding: database", extra={"told": lateness_text("database", _lost_at)})


def _claim(lost_at: datetime) -> bool:
    try:
        return bool(cache.add(_TOLD, lost_at, None))
    except Exception:  # Redis isn't responding either
        return True


def database_note(now: datetime) -> None:
    """Report that the database can be used again, if an outage was reported."""
    global _lost_at, _is_told
    try:
        is_over = cache.delete(_TOLD)
    except Exception:  # Redis isn't responding: report it only if this process reported the outage
        is_over = _is_told
    _lost_at, _is_told = None, False
    if is_over:
        log.warning("recovered: database", extra={"told": recovery_text("database", now)})
