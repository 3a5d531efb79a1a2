"""The fleets of Cannonades."""

from typing import Any

from rich.text import Text

from captain.boards.drawing import HIDDEN, beside, fit, lines, paragraph, words_of
from captain.shapes import Facts

STYLES = {
    "blue": "blue", "green": "green", "purple": "magenta", "orange": "dark_orange", "red": "red", "yellow": "yellow",
}  # fmt: skip
_WIDTH = 15  # of a ship


def _face(face: str) -> Text:
    """A ship with its grins, or a cannonade with both its colours."""
    first, _dash, second = face.partition("-")
    if second in STYLES:
        return Text.assemble((first.title(), STYLES[first]), "-", (second.title(), STYLES[second]))
    return Text(_ship(face), STYLES.get(first, ""))


def _ship(face: str) -> str:
    colour, _dash, grin = face.partition("-")
    return f"{colour.title()} {grin}"


def label(field: str, value: Any) -> str:
    """A move's field in words."""
    if field == "card":
        return _face(value).plain
    return f"berth {value + 1}" if field in ("berth", "target") else words_of(value)


def draw(view: Facts, names: list[str]) -> Text:
    """All fleets, my hand, and the piles."""
    rows: list[Text] = []
    for seat, name in enumerate(names):
        rows += [
            _seat(view, seat, name),
            *beside([_berth(each, at) for at, each in enumerate(view["ships"][seat])]),
        ]
    if view["you"] is not None and view["hands"][view["you"]]["cards"] is not None:
        rows.append(paragraph("Your hand", map(_face, view["hands"][view["you"]]["cards"])))
    rows.append(paragraph("Deck", [f"{view['deck']['count']} cards", f"discarded: {len(view['discards'])}"]))
    counts = {face: view["discards"].count(face) for face in view["discards"]}
    if counts:
        rows.append(
            paragraph("Discards", [_face(face) + Text(f" ×{count}") for face, count in counts.items()])
        )
    return lines(rows)


def _seat(view: Facts, seat: int, name: str) -> Text:
    out = ", left" if seat in view["left"] else ", out" if seat in view["out"] else ""
    turn = "►" if seat in view["asked"] else " "
    actions = (
        f", {view['actions']} actions left" if seat == view["seat"] and view["decision"] == "actions" else ""
    )
    return Text(
        f"{turn} {name}: {view['hands'][seat]['count']} in hand{actions}{out}", "bold" if turn == "►" else ""
    )


def _berth(ship: Facts | None, berth: int) -> list[Text]:
    number = f" berth {berth + 1} "
    if ship is None:
        return [Text(f"  {fit(number, _WIDTH)}", HIDDEN), Text(f"  {fit('free', _WIDTH)}", HIDDEN)]
    face, up = ship["face"], ship["up"]
    colour, _dash, grin = (face or "").partition("-")
    known = f"{_ship(face)}{' ' + '☺' * int(grin) if int(grin) else ''}" if face else "?"
    style = STYLES.get(colour, "") if up else f"{HIDDEN} {STYLES.get(colour, '')}".strip()
    edge = "═" if up else "░"
    inside = known if up else f"({known})"
    return [
        Text(f"  {number.center(_WIDTH, edge)}", style),
        Text(f"  {edge[0] if not up else '║'}{fit(inside, _WIDTH - 2)}{edge[0] if not up else '║'}", style),
    ]
