"""Whom somebody has blocked."""

from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import QuerySet

from games.access import may_see
from games.models import Block, Invitation, TalkLine

__all__ = ["blocks_of", "person_meant"]


def blocks_of(user: Any) -> QuerySet[Block]:
    """The reader's blocks, the latest first."""
    return Block.objects.filter(by=user).select_related("person").order_by("-pk")


def person_meant(user: Any, *, name: str = "", line: int | None = None, invitation: int | None = None) -> Any:
    """Who has that user name, or who wrote a line or an invitation that `user` may see; None if there is nobody."""
    if name.strip():
        return get_user_model().objects.filter(username__iexact=name.strip(), is_active=True).first()
    if line is not None:
        said = TalkLine.objects.filter(pk=line).select_related("user", "table").first()
        return said.user if said is not None and may_see(user, said.table) else None
    asked = Invitation.objects.filter(pk=invitation or 0, user=user).select_related("by").first()
    return asked.by if asked is not None else None
