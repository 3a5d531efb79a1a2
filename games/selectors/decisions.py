"""What was decided about a person, as the person may read it: what and why, but not by whom."""

from dataclasses import dataclass
from typing import Any

from django.db.models import BooleanField, Count, Exists, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from accounts.models import User
from games.decision_words import decision_words
from games.models import Decision, Report, Seat
from games.models.compiled import CompiledQuery
from games.selectors.paging import Slice, slice_of

__all__ = ["DecisionLine", "Frame", "decisions_about", "frame_of", "in_force", "reports_by"]

REPORTS = 50  # of one person, on the page


@dataclass(frozen=True)
class DecisionLine:
    """One decision about the reader."""

    decision: Decision
    words: str

    @property
    def is_new(self) -> bool:
        """Whether the reader has not yet said to have read it."""
        return self.decision.seen_at is None


@dataclass(frozen=True)
class Frame:
    """What the frame of every page shows of its reader."""

    waiting: int  # tables that wait
    word: DecisionLine | None  # the oldest decision that the reader has not said to have read


def frame_of(user: Any) -> Frame:
    """One query, and one more only for who has a decision to read."""
    found = _FRAME(user.pk)
    waiting, has_word = (found[0].waiting, found[0].has_word) if found else (0, False)
    word = Decision.objects.filter(person=user, seen_at=None).order_by("pk").first() if has_word else None
    return Frame(waiting, _line(word) if word is not None else None)


def _with_frame(user: int) -> QuerySet[User]:
    awaited = (
        Seat.objects.filter(user=OuterRef("pk"), is_awaited=True, table__is_held=False)
        .order_by()
        .values("user")
    )
    count = Subquery(awaited.annotate(count=Count("pk")).values("count"), output_field=IntegerField())
    unseen = Decision.objects.filter(person=OuterRef("pk"), seen_at=None)
    return User.objects.filter(pk=user).annotate(waiting=Coalesce(count, 0), has_word=Exists(unseen))


_FRAME = CompiledQuery[Any](
    _with_frame, only=["id"], annotations={"waiting": IntegerField(), "has_word": BooleanField()}
)


def _line(decision: Decision) -> DecisionLine:
    return DecisionLine(decision, decision_words(decision.kind, decision.facts))


def decisions_about(user: Any, before: int | None = None) -> tuple[Slice[Decision], list[DecisionLine]]:
    """All decisions about the reader, and about accounts that were merged into the reader's, the newest first."""
    rows = Decision.objects.filter(Q(person=user) | Q(person__merged_into=user)).select_related("table")
    slice_ = slice_of(rows.defer("table__state", "table__seed"), before)
    return slice_, [_line(decision) for decision in slice_]


def in_force(person: Any) -> DecisionLine | None:
    """The decision for which the person cannot log in now."""
    kinds = (Decision.Kind.SUSPEND, Decision.Kind.BAN)
    found = Decision.objects.filter(person=person, kind__in=kinds, undone_by=None).order_by("-pk").first()
    return None if found is None else _line(found)


def reports_by(user: Any) -> list[Report]:
    """What the reader has reported, the latest first."""
    return list(
        Report.objects.filter(by=user).select_related("person", "table").order_by("-made_at")[:REPORTS]
    )
