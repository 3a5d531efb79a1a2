"""The cards on the page of the rules: all of them, and which of them a reader looks for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.engine.presenter import CardEntry, CardIndex, Text

__all__ = ["CardLine", "CardSearch", "cards_found"]

MOST = 60  # letters of a search


@dataclass(frozen=True)
class Filter:
    """One filter: what there is to choose, and what is chosen."""

    name: str  # of the field
    label: Text
    values: tuple[str, ...]
    chosen: str  # empty for all


@dataclass(frozen=True)
class CardLine:
    """One card of the list."""

    entry: CardEntry
    words: str  # what a search finds it by, in small letters
    is_shown: bool


@dataclass(frozen=True)
class CardSearch:
    """The list of cards as it was asked for."""

    text: str
    filters: tuple[Filter, ...]
    lines: tuple[CardLine, ...]

    @property
    def count(self) -> int:
        """How many cards are shown."""
        return sum(line.is_shown for line in self.lines)


def cards_found(index: CardIndex | None, asked: Mapping[str, str]) -> CardSearch | None:
    """The cards of a title, and which of them fit what the address asks for. What no filter knows asks for nothing."""
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
