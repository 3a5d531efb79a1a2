"""The line of Cardline."""

from typing import Any

from rich.text import Text

from captain.boards.drawing import HIDDEN, lines, paragraph, words_of
from captain.shapes import Facts

_STYLES = {"hero": "cyan", "villain": "magenta"}
_UNITS = {"strength": " kg"}


def label(field: str, value: Any) -> str:
    """A move's field in words."""
    return f"gap {value + 1}" if field == "slot" else words_of(value)


def draw(view: Facts, names: list[str]) -> Text:
    """The line from low to high, with the gaps between, and all hands."""
    rows = [Text(f"The line by {view['trait']}, lowest first (H hero, V villain):", "bold")]
    for at, card in enumerate(view["line"]):
        rows += [_gap(at), _row(card, view["trait"])]
    rows.append(_gap(len(view["line"])))
    for seat, name in enumerate(names):
        state = " (left)" if seat in view["left"] else " (out)" if view["out"][seat] is not None else ""
        turn = "►" if seat == view["seat"] and view["outcome"] is None else " "
        rows.append(paragraph(f"{turn} {name}{state}", [_named(card) for card in view["hands"][seat]]))
    if view["you"] is not None:
        rows += [
            Text(f"    {each['name']}: {each['epithet']} ({each['origin']})"[:79])
            for each in view["hands"][view["you"]]
        ]
    rows.append(
        paragraph(
            "Round",
            [str(view["round"]), f"{view['deck']} cards in the deck", f"{len(view['box'])} in the box"],
        )
    )
    return lines(rows)


def _gap(at: int) -> Text:
    return Text(f"  ·· gap {at + 1}", HIDDEN)


def _sign(card: Facts) -> str:
    return str(card["side"])[:1].upper()


def _named(card: Facts) -> Text:
    return Text(f"{card['name']} ({_sign(card)})", _STYLES.get(card["side"], ""))


def _row(card: Facts, trait: str) -> Text:
    value = f"{card['value']:,}{_UNITS.get(trait, '')}"
    return Text(f"{_sign(card)} {card['name'][:40]:.<42}{value:.>18}", _STYLES.get(card["side"], ""))
