"""What every page knows."""

from typing import Any

from django.http import HttpRequest

from games.selectors.decisions import Frame, frame_of

__all__ = ["waiting"]


def waiting(request: HttpRequest) -> dict[str, Any]:
    """How many tables wait for the reader, for the title and the way to the next; and what a moderator has to say."""
    user = getattr(request, "user", None)
    frame = frame_of(user) if user is not None and user.is_authenticated else Frame(0, None)
    return {"waiting_count": frame.waiting, "moderators_word": frame.word}
