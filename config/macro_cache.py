"""A cache of what Jinja2 macros have drawn, for those that draw much and the same again and again.

Why not the macros alone: the board of Captivate takes 8.2 ms of CPU against 9.1 ms, that of Capt'n Eli 9.2 against
10.1; 23 cards of Captivate 0.1 ms against 1.8. Macros of which a board has few, or whose
markup is short, gained nothing that could be measured, and have no cache. `tests/config/test_macro_cache.py` holds
cached macros against the macros.
"""

from collections.abc import Callable
from typing import Any

from django.utils.translation import get_language
from markupsafe import Markup

__all__ = ["cached_macro"]

MAX_ENTRIES = 2000  # of one macro and process, about two kilobytes each; when it is full, it is emptied


def cached_macro(macro: Callable[..., Markup]) -> Callable[..., Markup]:
    """The macro with a cache: a template sets the result in the macro's place.

    The key is the language and the arguments as they print. So the macro must draw from nothing else, and nobody
    gets markup who does not hold all that it was made of: no reader sees in it what another one may know. An
    argument that prints as its address in memory is no value; with such an argument nothing is kept.
    """
    drawn: dict[str, Markup] = {}

    def draw(*values: Any, **named: Any) -> Markup:
        key = repr((get_language(), values, named))
        found = drawn.get(key)
        if found is None:
            found = macro(*values, **named)
            if len(drawn) >= MAX_ENTRIES:
                drawn.clear()
            if " at 0x" not in key:
                drawn[key] = found
        return found

    return draw
