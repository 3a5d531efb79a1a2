"""Why one move is better than another: a fact in which the positions after them differ, in words."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.engine.presenter import Reason, Text


@dataclass(frozen=True)
class Measure:
    """A number in an observation that is good for its seat, and the sentence that compares two of them."""

    of: Callable[[Any], int]  # the more, the better: negative for what is bad
    words: Text  # lazy, with the numbers after both moves, %(best)s and %(missed)s; plural by `num`, the first of them
    last: int = 0  # the number of replies after which it may still be compared


def first_gain(measures: Iterable[Measure], best: Sequence[Any], tempting: Sequence[Any]) -> Reason | None:
    """The first measure that the best move raises, after as few replies as possible; None if there is none.

    The observations are those after each move, and then after each reply to it.
    """
    for measure in measures:
        for step, (good, bad) in enumerate(zip(best[: measure.last + 1], tempting, strict=False)):
            gained, missed = measure.of(good), measure.of(bad)
            if gained > missed:
                words = {"num": abs(gained), "best": _shown(gained), "missed": _shown(missed)}
                return Reason(measure.words % words, step)
    return None


def _shown(number: int) -> str:
    """The number without its sign, as what is bad counts as negative."""
    return str(abs(number)) if number else _("none")
