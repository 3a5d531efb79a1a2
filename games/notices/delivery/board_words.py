"""A board in words: what a screen reader says of its markup, for emails without pictures."""

import re
from html.parser import HTMLParser

from games.engine.kit import labelled

_BLOCKS = {
    "p",
    "li",
    "ul",
    "ol",
    "dl",
    "div",
    "section",
    "h2",
    "h3",
    "h4",
    "tr",
    "table",
    "summary",
    "details",
}
_CELLS = {"td", "th", "dt", "dd"}
_VOID = {"br", "img", "input", "hr", "use", "wbr"}
_GAP = re.compile(r"[ \t\n\r]+")  # no-break spaces stay
_SPACE = re.compile(r" +([,.:;](?: |$))")  # before a mark
_SILENT = {"svg", "template", "script", "style", "button", "select"}


def board_words(html: str) -> tuple[str, ...]:
    """The lines of the board: labels of pictures and groups, and visible text."""
    reader = _Reader()
    reader.feed(html)
    lines = (_in_cells(line) for line in "".join(reader.parts).split("\n"))
    return tuple(dict.fromkeys(line for line in lines if any(map(str.isalnum, line))))


def _in_cells(line: str) -> str:
    cells = (_SPACE.sub(r"\1", _GAP.sub(" ", cell).strip()) for cell in line.split("\t"))
    return " · ".join(filter(None, cells))


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self._skipped = 0  # open elements inside the one that is left out
        self._folds = 0  # open <details>

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Write the label of an element; leave out its content if the label replaces it."""
        if tag in _VOID:
            self.handle_data(" ")
            return
        given = dict(attrs)
        if self._skipped:
            self._skipped += 1
            return
        label = given.get("aria-label") or ""
        self.parts.append(self._gap(tag))
        self._folds += tag == "details"
        replaces = given.get("role") == "img" or (label and tag in {"a", "button"})
        if tag in _SILENT or given.get("aria-hidden") == "true" or "hidden" in given or replaces:
            self._skipped = 1
        if label and tag not in _SILENT:
            self.parts.append(f"{label} " if replaces else labelled(label, "\n"))

    def handle_endtag(self, tag: str) -> None:
        """Leave an element."""
        if tag in _VOID:
            return
        if self._skipped:
            self._skipped -= 1
        else:
            self._folds -= tag == "details"
            self.parts.append(self._gap(tag))

    def _gap(self, tag: str) -> str:
        """What separates the content of an element from its neighbours: in a list that is folded away, no new line."""
        if tag in _BLOCKS and not self._folds:
            return "\n"
        return "\t" if tag in _BLOCKS | _CELLS else " "

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Ignore elements without content."""

    def handle_data(self, data: str) -> None:
        """Write visible text."""
        if not self._skipped:
            self.parts.append(_GAP.sub(" ", data))
