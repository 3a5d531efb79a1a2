"""The amounts that a finished game adds to the statistics of its title.

    sums = Sums()
    sums.add("squads", "captn-eli", won=1)
    return sums.amounts

Each amount is (count, total): for placed cards, how often they were placed, and how often wrong.
"""

from games.engine.presenter import Amounts

__all__ = ["Sums"]


class Sums:
    """Amounts that are being added up."""

    def __init__(self) -> None:
        self._amounts: dict[tuple[str, str], tuple[int, int]] = {}

    def add(self, group: str, key: str, total: int = 0, *, times: int = 1) -> None:
        """Add `times` to the count of a key in a group, and `total` to its total."""
        often, before = self._amounts.get((group, key), (0, 0))
        self._amounts[group, key] = (often + times, before + total)

    @property
    def amounts(self) -> Amounts:
        """All amounts so far."""
        return self._amounts
