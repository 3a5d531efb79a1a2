"""The context processor for all pages."""

from typing import Any

from django.db.models import Count, Exists, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest

from accounts.models import User
from games.models import Decision, Preferences, Seat
from games.moderation.selectors import line_of
from games.pages.read_only import is_read_only

_NOBODY = {"waiting": 0, "has_word": False, "has_closed": False}  # for readers who are not logged in


def waiting(request: HttpRequest) -> dict[str, Any]:
    """The frame's data: number of waiting tables, the latest unconfirmed decision, and flags for banners.

    Runs one query, and a second one only if there is a decision to confirm.
    """
    user = getattr(request, "user", None)
    found = (_frames(user.pk).first() if user is not None and user.is_authenticated else None) or _NOBODY
    unseen = Decision.objects.filter(person=user, seen_at=None).order_by("-pk") if found["has_word"] else ()
    return {
        "waiting_count": found["waiting"],
        "moderators_word": next(map(line_of, unseen[:1]), None),
        "has_closed_channel": found["has_closed"],  # mail or webhook was turned off after failed deliveries
        "is_read_only": is_read_only(),
    }


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
