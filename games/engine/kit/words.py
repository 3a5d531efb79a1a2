"""Lists of words in a sentence, and a cache for words."""

from collections.abc import Callable, Iterable
from typing import Any, Literal, ParamSpec, TypeVar

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.engine.memo import by_content

__all__ = ["listed", "told_once"]

P = ParamSpec("P")
R = TypeVar("R")


def told_once(tell: Callable[P, R]) -> Callable[P, R]:
    """Cache the results of `tell` per language: for names, which a board repeats dozens of times.

    The result must depend only on the arguments, the arguments must be frozen, and nobody may change the result.
    """
    return by_content(_arguments, most=5000)(tell)


def _arguments(*args: Any, **named: Any) -> Any:
    return get_language(), args, tuple(named.items())


def listed(words: Iterable[object], last: Literal["and", "or", ""] = "and") -> str:
    """Several words as a list: "A, B and C", "A, B or C", or "A, B, C" for a label rather than a sentence."""
    *first, end = [*map(str, words)] or [""]
    if not first:
        return end
    # Translators: the separator between two items of a list.
    comma = _(", ")
    if not last:
        return comma.join([*first, end])
    joined = {"first": comma.join(first), "last": end}
    return (_("%(first)s and %(last)s") if last == "and" else _("%(first)s or %(last)s")) % joined
