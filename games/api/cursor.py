"""Where a stream of events continues: a minute, and what was told since then.

It contains no other times, and resuming compares with whole minutes, because seconds would reveal how long a player or
a standing order took (docs/adr/0012).
"""

import re
import time
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from games.api.shapes.events import EventShape

GRACE = 60  # seconds within which an event may come late
OLDEST = timedelta(days=7)  # after a longer pause, a program has to look at its tables
_TOLD = 24  # events that a cursor names, at most; others may come twice
_FORM = re.compile(r"[0-9]{1,9}(?:\.[0-9a-f]{8})*", re.ASCII)


@dataclass(frozen=True)
class Cursor:
    """A place in the stream of events."""

    minute: int  # since 1970
    told: tuple[str, ...] = ()  # keys of events since that minute, oldest first

    def __str__(self) -> str:
        return ".".join([str(self.minute), *self.told[-_TOLD:]])

    @property
    def since(self) -> datetime:
        """The start of its minute."""
        return datetime.fromtimestamp(60 * self.minute, UTC)

    def after(self, events: Iterable[EventShape]) -> "Cursor":
        """The place after these events. The minute follows the clock, a little late."""
        minute = max(self.minute, int(time.time() - GRACE) // 60)
        return Cursor(minute, (*self.told, *map(key_of, events))[-_TOLD:])

    def new(self, events: Iterable[EventShape]) -> list[EventShape]:
        """Those of these events that were not told yet."""
        return [event for event in events if key_of(event) not in self.told]


def cursor_now() -> Cursor:
    """The place after everything that has happened."""
    return Cursor(int(time.time() - GRACE) // 60)


def cursor_in(word: str) -> Cursor | None:
    """The cursor that `str` writes like this; None if it is none, or too old."""
    if not _FORM.fullmatch(word):
        return None
    minute, *told = word.split(".")
    found = Cursor(int(minute), tuple(told[-_TOLD:]))
    return found if found.since >= datetime.now(UTC) - OLDEST else None


def key_of(event: EventShape) -> str:
    """Eight digits that are the same for the same event."""
    facts = f"{event.type} {event.table} {event.ply} {event.status} {event.message}"
    return f"{zlib.crc32(facts.encode()):08x}"
