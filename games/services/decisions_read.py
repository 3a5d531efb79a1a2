"""What was decided about people, read by them."""

from typing import Any

from django.utils import timezone

from games.models import Decision

__all__ = ["decision_read"]


def decision_read(user: Any, decision_id: int) -> bool:
    """Note that the person has read a decision about them; returns whether there is one of that number."""
    own = Decision.objects.filter(pk=decision_id, person=user)
    own.filter(seen_at=None).update(seen_at=timezone.now())
    return own.exists()
