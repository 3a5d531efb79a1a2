"""Decisions as the people concerned may read them (without the moderator), reports, and the access audit."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from games.models import AccessRecord, Decision, Report, Seat
from games.moderation.words import decision_words
from games.pages.paging import Slice, slice_of
from games.tables.panels import Visit

REPORTS = 50  # on the page of one person


@dataclass(frozen=True)
class DecisionLine:
    """A decision about the reader."""

    decision: Decision
    words: str

    @property
    def is_new(self) -> bool:
        """Whether the reader has not confirmed it yet."""
        return self.decision.seen_at is None


def line_of(decision: Decision) -> DecisionLine:
    """Return the decision with its sentence."""
    return DecisionLine(decision, decision_words(decision.kind, decision.facts))


def decisions_about(user: User, before: int | None = None) -> tuple[Slice[Decision], list[DecisionLine]]:
    """Decisions about the reader, newest first, including those about accounts merged into the reader's."""
    rows = Decision.objects.filter(Q(person=user) | Q(person__merged_into=user)).select_related("table")
    rows = rows.exclude(kind=Decision.Kind.CONNECT)  # it decides nothing, and the person must not see it
    slice_ = slice_of(rows.defer("table__state", "table__seed"), before)
    return slice_, [line_of(decision) for decision in slice_]


def in_force(person: User) -> DecisionLine | None:
    """The decision that currently prevents the person from logging in."""
    kinds = (Decision.Kind.SUSPEND, Decision.Kind.BAN)
    found = Decision.objects.filter(person=person, kind__in=kinds, undone_by=None).order_by("-pk").first()
    return None if found is None else line_of(found)


def reports_by(user: User) -> list[Report]:
    """The reader's reports, newest first."""
    return list(
        Report.objects.filter(by=user).select_related("person", "table").order_by("-made_at")[:REPORTS]
    )


def access_audit_panel(visit: Visit) -> list[AccessRecord] | None:
    """Which moderators saw hidden information, and why. Everybody can read this after the game; None if nobody did."""
    table = visit.table
    if table.is_running or not table.state:
        return None
    return list(AccessRecord.objects.filter(table=table).order_by("pk")) or None


def reports_before(user: User) -> QuerySet[Report]:
    """Reports that a moderator may read: not about themselves, and not about a table where they play."""
    sits = Seat.objects.filter(table=OuterRef("table"), user=user)
    return Report.objects.exclude(person=user).exclude(line__user=user).exclude(Exists(sits))
