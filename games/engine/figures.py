"""Statistics of measurements: intervals of shares, percentiles."""

import math
from collections.abc import Sequence

__all__ = ["interval", "percentile"]

_SURE = 1.96  # standard deviations on either side that cover 95%


def percentile(times: Sequence[float], part: float) -> float:
    """The smallest time that at least this part of all times does not exceed."""
    return sorted(times)[min(len(times) - 1, int(part * len(times)))]


def interval(share: float, games: int) -> tuple[float, float]:
    """Wilson's 95% interval of a share measured over some games.

    >>> [round(end, 3) for end in interval(0.5, 100)]
    [0.404, 0.596]
    """
    spread = _SURE**2 / games
    middle = (share + spread / 2) / (1 + spread)
    reach = _SURE * math.sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    return middle - reach, middle + reach
