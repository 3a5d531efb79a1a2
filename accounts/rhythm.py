"""How fast a player usually replies, computed from the latest replies."""

from collections.abc import Sequence

__all__ = ["ENOUGH", "KEPT", "usual_reply", "with_reply"]

KEPT = 30  # replies; few enough to follow changes of habit
ENOUGH = 5  # with fewer replies there is no usual reply time


def with_reply(replies: Sequence[int], seconds: int) -> list[int]:
    """The latest replies with a new one added, newest last."""
    return [*replies[1 - KEPT :], max(0, seconds)]


def usual_reply(replies: Sequence[int]) -> int | None:
    """Seconds within which four of five replies came; None for fewer than `ENOUGH` replies."""
    if len(replies) < ENOUGH:
        return None
    return sorted(replies)[(4 * len(replies) - 1) // 5]
