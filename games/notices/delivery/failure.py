"""The error for messages that could not be delivered."""

__all__ = ["NotDelivered"]


class NotDelivered(Exception):
    """A message was not accepted; it is tried again later."""

    def __init__(self, reason: str, detail: str = "") -> None:
        self.reason = reason  # for the player: one of our own sentences, untranslated
        self.detail = detail or reason  # for moderators
        super().__init__(self.detail)
