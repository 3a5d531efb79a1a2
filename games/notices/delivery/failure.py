"""The error for messages that could not be delivered."""

from games.models import Notice

__all__ = ["NotDelivered"]


class NotDelivered(Exception):
    """A message was not accepted; it is tried again later."""

    def __init__(self, reason: Notice.Reason, detail: str = "") -> None:
        self.reason = reason  # for the player
        self.detail = detail or str(reason.label)  # for moderators
        super().__init__(self.detail)
