"""How soon a player usually replies, out of the player's own latest replies."""

from collections.abc import Sequence

__all__ = ["ENOUGH", "KEPT", "usual_reply", "with_reply"]

KEPT = 30  # replies; who changes their habits is soon known by the new ones
ENOUGH = 5  # fewer tell nothing


def with_reply(replies: Sequence[int], seconds: int) -> list[int]:
    """The latest replies with one more, the newest last."""
    return [*replies[1 - KEPT :], max(0, seconds)]


def usual_reply(replies: Sequence[int]) -> int | None:
    """Seconds within which four of five replies came; None for fewer than `ENOUGH` replies."""
    if len(replies) < ENOUGH:
        return None
    return sorted(replies)[(4 * len(replies) - 1) // 5]
