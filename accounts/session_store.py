"""Sessions in the database, as Django keeps them, that end when they were to end: the SESSION_ENGINE of the site."""

from datetime import timedelta
from typing import Any

from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.utils import timezone

__all__ = ["SessionStore"]


class SessionStore(DatabaseStore):
    """Django's store. What is written into a session later does not put its end off."""

    def set_expiry(self, value: Any) -> None:
        """End the session so many seconds from now."""
        is_span = isinstance(value, int) and value > 0
        super().set_expiry(timezone.now() + timedelta(seconds=value) if is_span else value)
