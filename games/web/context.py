"""The context processor of all pages."""

from dataclasses import dataclass
from typing import Any

from django.db.models import BooleanField, Count, Exists, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest

from accounts.models import User
from games.models import Decision, Seat
from games.models.compiled import CompiledQuery
from games.moderation.selectors import DecisionLine, line_of
from games.pages.read_only import is_read_only

__all__ = ["waiting"]


def waiting(request: HttpRequest) -> dict[str, Any]:
    """The number of tables that wait for the reader, a decision that the reader has not confirmed, and the banner."""
    user = getattr(request, "user", None)
    frame = frame_of(user) if user is not None and user.is_authenticated else Frame(0, None)
    return {"waiting_count": frame.waiting, "moderators_word": frame.word, "is_read_only": is_read_only()}


@dataclass(frozen=True)
class Frame:
    """What the frame of every page shows about its reader."""

    waiting: int  # number of tables that wait for the reader
    word: DecisionLine | None  # the oldest decision about the reader that is not confirmed as read


def frame_of(user: User) -> Frame:
    """The frame of a user: one query, and a second one only if there is a decision to read."""
    found = _FRAME(user.pk)
    waiting, has_word = (found[0].waiting, found[0].has_word) if found else (0, False)
    word = Decision.objects.filter(person=user, seen_at=None).order_by("pk").first() if has_word else None
    return Frame(waiting, line_of(word) if word is not None else None)


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
