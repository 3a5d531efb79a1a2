"""Django's database sessions with a fixed end: the site's SESSION_ENGINE."""

from datetime import timedelta
from typing import Any

from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.utils import timezone


class SessionStore(DatabaseStore):
    """Django's session store. Later writes to a session do not extend it."""

    def set_expiry(self, value: Any) -> None:
        """End the session this many seconds from now."""
        is_span = isinstance(value, int) and value > 0
        super().set_expiry(timezone.now() + timedelta(seconds=value) if is_span else value)
