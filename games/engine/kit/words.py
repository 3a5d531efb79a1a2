"""Lists of words in a sentence."""

from collections.abc import Iterable
from typing import Literal

from django.utils.translation import gettext as _

__all__ = ["listed"]


def listed(words: Iterable[object], last: Literal["and", "or", ""] = "and") -> str:
    """Several words as a list: "A, B and C", "A, B or C", or "A, B, C" for a label rather than a sentence."""
    *first, end = [*map(str, words)] or [""]
    if not first:
        return end
    # Translators: what stands between two items of a list.
    comma = _(", ")
    if not last:
        return comma.join([*first, end])
    joined = {"first": comma.join(first), "last": end}
    return (_("%(first)s and %(last)s") if last == "and" else _("%(first)s or %(last)s")) % joined
