"""Slots: places in templates that are filled by subjects which those templates do not know.

The frame of every page shows what is waiting at tables and what moderators have decided, and each line of talk can be
reported. `games.web.panels` fills the slots when the site starts; a template loops over `slot("frame/top")`.
"""

from collections import defaultdict

__all__ = ["slot_fill", "slot_templates"]

_SLOTS: defaultdict[str, list[str]] = defaultdict(list)


def slot_fill(slot: str, template: str) -> None:
    """Add a template to a slot, after those that are in it; it gets all names of the template around it."""
    _SLOTS[slot].append(template)


def slot_templates(slot: str) -> tuple[str, ...]:
    """The names of the templates in a slot, in order."""
    return tuple(_SLOTS[slot])
