"""Macros that draw the same again and again, as cards: drawn once, then remembered."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import get_language
from markupsafe import Markup

__all__ = ["remembered"]

PICTURES = 2000  # of one macro and process, about two kilobytes each; then it begins anew


def remembered(macro: Callable[..., Markup]) -> Callable[..., Markup]:
    """The macro, save that what it has drawn before it does not draw again: a template sets its result in its place.

    What it was given, as it prints, is the whole key. So it must draw from nothing else, and nobody gets a picture
    who does not hold all that it was made of: no reader sees in it what another one may know. What prints as its
    place in memory is no value; with such an argument it is drawn anew.
    """
    drawn: dict[str, Markup] = {}

    def draw(*values: Any, **named: Any) -> Markup:
        key = repr((get_language(), values, named))
        picture = drawn.get(key)
        if picture is None:
            picture = macro(*values, **named)
            if len(drawn) >= PICTURES:
                drawn.clear()
            if " at 0x" not in key:
                drawn[key] = picture
        return picture

    return draw
