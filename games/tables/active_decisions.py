"""The decisions of moderators that hold a table now or have ended it."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from games.models import Decision, Table

__all__ = ["ending_of", "hold_of", "holds_on"]

_Kind = Decision.Kind


def hold_of(table: Table) -> Decision | None:
    """The decision that holds the table; None if it is not held, or is held because of a decision about a person."""
    if not table.is_held:
        return None
    found = Decision.objects.filter(table=table, kind=_Kind.HOLD).order_by("-pk").first()
    until = table.paused_until.isoformat() if table.paused_until else None
    return found if found is not None and found.facts["until"] == until else None


def ending_of(table: Table) -> Decision | None:
    """The decision that ended the table; None if it goes on or ended in another way."""
    if table.reason != "decision":
        return None
    kinds = (_Kind.CANCEL, _Kind.FINISH)
    return Decision.objects.filter(table=table, kind__in=kinds).order_by("-pk").first()


def holds_on(table: Table, people: Iterable[Any], now: datetime) -> list[datetime | None]:
    """Until when each decision in force holds the table, None for one without an end.

    These are its own hold, and holds by suspensions of its players, unless a moderator has let the table go on since.
    """
    about = Decision.objects.filter(table=table, undone_by=None)
    gone_on = about.filter(kind=_Kind.GO_ON).order_by("-pk").values_list("pk", flat=True).first() or 0
    own = about.filter(kind=_Kind.HOLD, pk__gt=gone_on).order_by("-pk").first()
    ends = [] if own is None else [datetime.fromisoformat(own.facts["until"]) if own.facts["until"] else None]
    ends += [person.suspended_until for person in people if _is_held_for(person, gone_on)]
    return [end for end in ends if end is None or end > now]


def _is_held_for(person: Any, since: int) -> bool:
    """Whether the person's latest suspension is in force and pauses the person's tables."""
    if person is None or person.suspended_until is None or person.is_banned or person.erased_at is not None:
        return False
    suspensions = Decision.objects.filter(person=person, kind=_Kind.SUSPEND, undone_by=None).order_by("-pk")
    latest = suspensions.first()
    return latest is not None and latest.pk > since and latest.facts.get("tables") == "hold"


def ruling_on(table: Table) -> str:
    """The reason for which a moderator holds the table, called it off or ended it; empty if none did."""
    found = hold_of(table) or ending_of(table)
    return "" if found is None else found.reason
