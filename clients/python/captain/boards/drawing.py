"""What boards have in common."""

from collections.abc import Iterable, Sequence
from itertools import zip_longest

from rich.text import Text

HIDDEN = "dim"


def words_of(value: object) -> str:
    """An id in words: "Storm Engine" for "storm-engine"."""
    if isinstance(value, list):
        return ", ".join(map(words_of, value))
    return str(value).replace("-", " ").title().replace("'S", "'s") if isinstance(value, str) else str(value)


def lines(texts: Iterable[Text | str]) -> Text:
    """The texts, one per line."""
    return Text("\n").join([each if isinstance(each, Text) else Text(each) for each in texts])


def fit(text: str, width: int) -> str:
    """The text at exactly this width, centred, cut if it is too long."""
    return text[:width].center(width)


def beside(blocks: Sequence[Sequence[Text]], gap: str = " ") -> list[Text]:
    """The rows of blocks of equal height, side by side."""
    return [Text(gap).join([each for each in row if each is not None]) for row in zip_longest(*blocks)]


def paragraph(head: str, items: Iterable[Text | str], width: int = 78) -> Text:
    """A heading and items, separated by commas, broken into lines."""
    rows, row = [], Text(f"{head}: ", "bold")
    parts = [each if isinstance(each, Text) else Text(each) for each in items] or [Text("none")]
    for at, each in enumerate(parts):
        part = each if at == len(parts) - 1 else each + Text(", ")
        if len(row) + len(part) > width and len(row) > 4:
            rows.append(row)
            row = Text("    ")
        row = row + part
    return lines([*rows, row])
