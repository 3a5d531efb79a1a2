"""The moderators' decisions that currently hold a table or that ended it."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from games.models import Decision, Table

_Kind = Decision.Kind


def hold_of(table: Table, *, undo: Decision | None = None) -> Decision | None:
    """The decision that holds the table; None if there is none. One that `undo` is undoing right now still counts."""
    if not table.is_held:
        return None
    found = _own_hold(table, undo)
    return found if found is not None and _is_in_future(_end_of(found), timezone.now()) else None


def ending_of(table: Table) -> Decision | None:
    """The decision that ended the table; None if the table is not finished or ended in another way."""
    if table.reason != "decision":
        return None
    kinds = (_Kind.CANCEL, _Kind.FINISH)
    return Decision.objects.filter(table=table, kind__in=kinds).order_by("-pk").first()


def hold_ends(table: Table, people: Iterable[User | None], now: datetime) -> list[datetime | None]:
    """When each hold in force ends, by decision or because of players' suspensions; None: no end is set."""
    own, gone_on = _own_hold(table), _latest_resume_id(table)
    ends = [] if own is None else [_end_of(own)]
    ends += [
        person.suspended_until for person in people if person is not None and _is_held_for(person, gone_on)
    ]
    return [end for end in ends if _is_in_future(end, now)]


def _own_hold(table: Table, undo: Decision | None = None) -> Decision | None:
    """The latest decision to hold the table, unless it was undone or a moderator has resumed the table since."""
    holds = Decision.objects.filter(Q(undone_by=None) | Q(undone_by=undo), table=table, kind=_Kind.HOLD)
    return holds.filter(pk__gt=_latest_resume_id(table)).order_by("-pk").first()


def _latest_resume_id(table: Table) -> int:
    """The id of the latest decision in force that resumed the table; 0 if there is none."""
    decisions = Decision.objects.filter(table=table, kind=_Kind.GO_ON, undone_by=None)
    return decisions.order_by("-pk").values_list("pk", flat=True).first() or 0


def _end_of(hold: Decision) -> datetime | None:
    """The end of the hold; None if it lasts until a moderator resumes the table."""
    return datetime.fromisoformat(hold.facts["until"]) if hold.facts["until"] else None


def _is_in_future(end: datetime | None, now: datetime) -> bool:
    return end is None or end > now


def _is_held_for(person: User, since: int) -> bool:
    """Whether the person's latest suspension is in force and pauses the person's tables."""
    if person.suspended_until is None or person.is_banned or person.erased_at is not None:
        return False
    suspensions = Decision.objects.filter(person=person, kind=_Kind.SUSPEND, undone_by=None).order_by("-pk")
    latest = suspensions.first()
    return latest is not None and latest.pk > since and latest.facts.get("tables") == "hold"


def decision_reason(table: Table) -> str:
    """A moderator's reason for holding, cancelling or ending the table; empty if there is none."""
    found = hold_of(table) or ending_of(table)
    return "" if found is None else found.reason
