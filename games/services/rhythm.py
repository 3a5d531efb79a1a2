"""How soon players reply, noted with the decision that ends a wait."""

from datetime import datetime
from typing import Any

from accounts.rhythm import with_reply
from games.models import Seat

__all__ = ["reply_note"]


def reply_note(seat: Seat, now: datetime) -> None:
    """Add how long the seat's player took for the first decision of a turn, or for an answer, to the latest replies.

    What follows in the same turn tells nothing, nor does a reply with a vacation or a pause in between.
    """
    is_away = any(step["reason"] == "vacation" for step in seat.reckoning)
    if seat.user is None or seat.awaited_since is None or seat.clock_since != seat.awaited_since or is_away:
        return
    player: Any = seat.user
    player.replies = with_reply(player.replies, round((now - seat.awaited_since).total_seconds()))
    player.save(update_fields=["replies"])
