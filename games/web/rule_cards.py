"""The cards on the rules page, with search and filters."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.engine.presenter import CardEntry, CardIndex, Text

__all__ = ["CardLine", "CardSearch", "cards_found"]

MOST = 60  # characters of a search


@dataclass(frozen=True)
class Filter:
    """One filter with its options and the selected one."""

    name: str  # of the field
    label: Text
    values: tuple[str, ...]
    chosen: str  # empty for all


@dataclass(frozen=True)
class CardLine:
    """One card of the list."""

    entry: CardEntry
    words: str  # the searched text, in lower case
    is_shown: bool


@dataclass(frozen=True)
class CardSearch:
    """The list of cards for a search."""

    text: str
    filters: tuple[Filter, ...]
    lines: tuple[CardLine, ...]

    @property
    def count(self) -> int:
        """The number of cards shown."""
        return sum(line.is_shown for line in self.lines)


def cards_found(index: CardIndex | None, asked: Mapping[str, str]) -> CardSearch | None:
    """The cards of a title, marked by the search and filters in the query. Unknown filter values are ignored."""
    if index is None:
        return None
    entries = index.entries()
    filters = tuple(
        _filter(number, label, entries, asked.get(f"f{number}", ""))
        for number, label in enumerate(index.filters)
    )
    text = " ".join(asked.get("q", "")[:MOST].split())
    return CardSearch(text, filters, tuple(_line(entry, text, filters) for entry in entries))


def _filter(number: int, label: Text, entries: Sequence[CardEntry], asked: str) -> Filter:
    values = tuple(dict.fromkeys(str(value) for entry in entries for value in entry.groups[number]))
    return Filter(f"f{number}", label, values, asked if asked in values else "")


def _line(entry: CardEntry, text: str, filters: tuple[Filter, ...]) -> CardLine:
    groups = [[str(value) for value in values] for values in entry.groups]
    told = [str(entry.name), str(entry.about), *(value for values in groups for value in values)]
    words = " ".join(told).casefold()
    fits = all(not each.chosen or each.chosen in values for each, values in zip(filters, groups, strict=True))
    return CardLine(entry, words, fits and all(word in words for word in text.casefold().split()))
