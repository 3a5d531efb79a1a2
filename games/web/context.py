"""The context processor for all pages."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest

from accounts.models import User
from games.models import Decision, Preferences, Seat
from games.moderation.selectors import DecisionLine, line_of
from games.pages.read_only import is_read_only


def waiting(request: HttpRequest) -> dict[str, Any]:
    """The frame's data: number of waiting tables, an unconfirmed decision, and flags for banners."""
    user = getattr(request, "user", None)
    frame = frame_of(user) if user is not None and user.is_authenticated else Frame(0, None)
    return {
        "waiting_count": frame.waiting,
        "moderators_word": frame.word,
        "has_closed_channel": frame.has_closed_channel,
        "is_read_only": is_read_only(),
    }


@dataclass(frozen=True)
class Frame:
    """What the frame of every page shows about its reader."""

    waiting: int  # number of tables that wait for the reader
    word: DecisionLine | None  # the latest decision about the reader that they have not confirmed
    has_closed_channel: bool = False  # mail or webhook was turned off after failed deliveries


def frame_of(user: User) -> Frame:
    """The frame of a user: one query, and a second one only if there is a decision to confirm."""
    found = _frames(user.pk).first()
    if found is None:
        return Frame(0, None)
    word = (
        Decision.objects.filter(person=user, seen_at=None).order_by("-pk").first()
        if found["has_word"]
        else None
    )
    return Frame(found["waiting"], line_of(word) if word is not None else None, found["has_closed"])


def _frames(user: int) -> QuerySet[User, Any]:
    awaited = (
        Seat.objects.filter(user=OuterRef("pk"), is_awaited=True, table__is_held=False)
        .order_by()
        .values("user")
    )
    count = Subquery(awaited.annotate(count=Count("pk")).values("count"), output_field=IntegerField())
    unseen = Decision.objects.filter(person=OuterRef("pk"), seen_at=None)
    is_closed = Q(webhook_ended_at__isnull=False) & ~Q(webhook_url="") | Q(
        suspended_at__isnull=False, refused_address=OuterRef("email")
    )
    closed = Preferences.objects.filter(is_closed, pk=OuterRef("pk"))
    return User.objects.filter(pk=user).values(
        waiting=Coalesce(count, 0), has_word=Exists(unseen), has_closed=Exists(closed)
    )
