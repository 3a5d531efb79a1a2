"""Slots: places in templates that other packages fill.

The frame of every page shows waiting tables and moderators' decisions, and each chat line has a report link.
`games.web.panels` fills the slots at startup; a template loops over `slot("frame/top")`.
"""

from collections import defaultdict

_SLOTS: defaultdict[str, list[str]] = defaultdict(list)


def slot_fill(slot: str, template: str) -> None:
    """Append a template to a slot. It gets the context of the surrounding template."""
    _SLOTS[slot].append(template)


def slot_templates(slot: str) -> tuple[str, ...]:
    """The names of the templates in a slot, in order."""
    return tuple(_SLOTS[slot])
