"""What every page knows."""

from typing import Any

from django.http import HttpRequest

from games.selectors import waiting_count

__all__ = ["waiting"]


def waiting(request: HttpRequest) -> dict[str, Any]:
    """How many tables wait for the reader, for the title of the page and the way to the next."""
    user = getattr(request, "user", None)
    return {"waiting_count": waiting_count(user) if user is not None and user.is_authenticated else 0}
