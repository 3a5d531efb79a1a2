"""The field and hands of Captivate."""

from typing import Any

from rich.text import Text

from captain.boards.drawing import HIDDEN, beside, fit, lines, paragraph, words_of
from captain.shapes import Facts

STYLES = {"earth": "green", "water": "blue", "light": "yellow", "dark": "magenta"}
_STRONG = {"light": 0, "water": 1, "dark": 2, "earth": 3}  # clockwise from the top
CREATURES = (  # by value from 1, with the dots clockwise from the strong side
    ("rat", (4, 1, 1, 1)), ("frog", (4, 1, 1, 2)), ("crab", (4, 2, 1, 2)), ("hare", (4, 2, 1, 3)),
    ("owl", (4, 2, 2, 2)), ("fox", (4, 3, 1, 3)), ("stag", (4, 3, 2, 2)), ("boar", (4, 2, 2, 3)),
    ("wolf", (4, 3, 2, 3)), ("eagle", (4, 3, 3, 3)), ("bear", (4, 4, 2, 3)), ("tiger", (4, 3, 3, 4)),
    ("dragon", (4, 4, 4, 4)),
)  # fmt: skip
_WIDTH = 13  # of a card
_BOX = 4  # the field is at most 4 by 4


def dots(card: str) -> tuple[int, ...]:
    """The dots of a card: top, right, bottom, left."""
    element, _dash, value = card.partition("-")
    clockwise = CREATURES[int(value) - 1][1]
    return tuple(clockwise[(side - _STRONG[element]) % 4] for side in range(4))


def _name(card: str) -> str:
    element, _dash, value = card.partition("-")
    return f"{element.title()} {CREATURES[int(value) - 1][0].title()}"


def _style(card: str | None) -> str:
    return STYLES.get((card or "").partition("-")[0], "")


def cell_name(cell: list[int]) -> str:
    """The name of a cell: the first card is at D4."""
    return f"{chr(ord('D') + cell[0])}{cell[1] + 4}"


def label(field: str, value: Any) -> str:
    """A move's field in words."""
    return {"card": lambda: _name(value), "cell": lambda: cell_name(value)}.get(
        field, lambda: words_of(value)
    )()


def draw(view: Facts, names: list[str]) -> Text:
    """The field, my hand, and what everybody has."""
    return lines([*_field(view["field"]), *_hand(view), *_seats(view, names), _rest(view, names)])


def _field(cards: list[Facts]) -> list[Text]:
    at = {tuple(card["cell"]): card for card in cards}
    columns, rows = _span([x for x, _y in at]), _span([y for _x, y in at])
    drawn = []
    for y in rows:
        row = beside([_card(at.get((x, y)), [x, y]) for x in columns])
        drawn += [Text("  ") + each for each in row]
    return drawn


def _span(taken: list[int]) -> range:
    """The columns or rows of the cards, and those beside that may still be used."""
    low, high = min(taken, default=0), max(taken, default=0)
    room = 1 if high - low + 1 < _BOX else 0
    return range(low - room, high + room + 1)


def _card(card: Facts | None, cell: list[int]) -> list[Text]:
    if card is None:
        return [
            Text(" " * _WIDTH),
            Text(fit(f"· {cell_name(cell)} ·", _WIDTH), HIDDEN),
            *[Text(" " * _WIDTH)] * 2,
        ]
    here, known = cell_name(cell), card["card"]
    if not card["up"]:
        middle = _name(known).split() if known else ["?", ""]
        rows = [" face down ".center(_WIDTH, "░"), *(f"░{fit(each, _WIDTH - 2)}░" for each in middle)]
        rows.append(here.center(_WIDTH, "░"))
        return [Text(each, f"{HIDDEN} {_style(known)}".strip()) for each in rows]
    top, right, bottom, left = dots(known)
    element, creature = _name(known).split()
    edge = "═" if card["fresh"] else "─"
    rows = [
        f"┌{str(top).center(_WIDTH - 2, edge)}┐",
        f"{left}{fit(element, _WIDTH - 2)}{right}",
        f"│{fit(creature + ' ' + known.partition('-')[2], _WIDTH - 2)}│",
        f"└{here}{str(bottom).center(_WIDTH - 6, edge)}{edge * 2}┘",
    ]
    return [Text(each, _style(known)) for each in rows]


def _hand(view: Facts) -> list[Text]:
    if view["you"] is None or view["hands"][view["you"]]["cards"] is None:
        return []
    rows = [Text("Your hand (dots: up, right, down, left):", "bold")]
    for card in view["hands"][view["you"]]["cards"]:
        value, sides = card.partition("-")[2], " ".join(map(str, dots(card)))
        rows.append(Text(f"  {_name(card):13} {value:>2}   {sides}", _style(card)))
    return rows


def _seats(view: Facts, names: list[str]) -> list[Text]:
    rows = []
    for seat, name in enumerate(names):
        pile = view["piles"][seat]
        worth = "" if pile["value"] is None else f" worth {pile['value']}"
        score = f", score {view['scores'][seat]}" if view["scores"] else ""
        turn = "►" if seat == view["seat"] and view["outcome"] is None else " "
        rows.append(
            Text(
                f"{turn} {name}: {view['hands'][seat]['count']} in hand, captured {pile['count']}{worth}{score}"
            )
        )
    return rows


def _rest(view: Facts, names: list[str]) -> Text:
    aside = view["set_aside"]
    rows = [paragraph("Deck", [f"{view['deck']['count']} cards", f"set aside: {aside['count']}"])]
    if view["throwing"]:
        rows.append(
            paragraph("Rock, paper, scissors between", [names[each] for each in view["throwing"]["still_in"]])
        )
    return lines(rows)
