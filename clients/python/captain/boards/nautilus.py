"""The ocean of 20,000 Miles under the Sea, as a compass, and the scoreboards."""

from typing import Any

from rich.text import Text

from captain.boards.drawing import HIDDEN, fit, lines, paragraph, words_of
from captain.shapes import Facts

_WAYS = (
    (0, -1),
    (1, -1),
    (1, 0),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-1, 0),
    (-1, -1),
)  # x, y by direction, clockwise from N
_BOWS = {"N": "▲", "E": "►", "S": "▼", "W": "◄"}
_WIDTH = 11  # of a place
_SHORT = {"harpoon": "harp", "compass": "comp"}


def place_name(place: list[int]) -> str:
    """The name of a place, as on the site: its arm's letter, and its depth."""
    arm, depth = place
    return f"{chr(ord('A') + arm)} {'−' if depth else ''}{abs(depth)}"


def _chip(chip: str) -> str:
    """What is on a chip's face: "squid-pearl", or shorter."""
    face = chip.split("-")[2:-1]
    return (
        "-".join(face)
        if len("-".join(face)) <= _WIDTH - 2
        else "-".join(_SHORT.get(each, each)[:4] for each in face)
    )


def label(field: str, value: Any) -> str:
    """A move's field in words."""
    if field in ("mine", "theirs", "a", "b", "square") and isinstance(value, list):
        return f"row {value[0]}, column {value[1]}"
    if field == "step":
        return {1: "one way (+1)", -1: "the other way (−1)"}.get(value, str(value))
    return "no special card" if field == "special" and value is None else words_of(value)


def draw(view: Facts, names: list[str]) -> Text:
    """The ocean around the submarine, then what everybody has."""
    place = place_name(view["place"])
    head = f"Round {view['round']} of {view['rounds']}. The submarine looks {view['heading']}, to {place}."
    rows = [Text(head, "bold"), *_ocean(view)]
    for seat, name in enumerate(names):
        rows += _seat(view, seat, name)
    piles = [f"{words_of(pile['name'])}: {pile['count']}" for pile in view["piles"]]
    rows.append(paragraph("Piles", piles))
    if view["special_top"]:
        rows.append(paragraph("Special card for an anchor", [words_of(view["special_top"])]))
    return lines(rows)


def _ocean(view: Facts) -> list[Text]:
    """Seven rows of seven places, each two lines high, N at the top."""
    at = {}
    for spot in view["ocean"]:
        arm, depth = spot["place"]
        x, y = _WAYS[(arm + view["rotation"]) % 8]
        at[x * (3 + depth), y * (3 + depth)] = spot
    drawn = []
    for y in range(-3, 4):
        row = [_place(at.get((x, y)), view, is_centre=(x, y) == (0, 0)) for x in range(-3, 4)]
        drawn += [Text.assemble(*(cell[line] for cell in row)) for line in (0, 1)]
    for each in drawn:
        each.rstrip()
    return drawn


def _place(spot: Facts | None, view: Facts, *, is_centre: bool) -> tuple[Text, Text]:
    if is_centre:
        return Text(fit(_BOWS[view["heading"]], _WIDTH), "bold"), Text(fit("submarine", _WIDTH), "bold")
    if spot is None:
        return Text(" " * _WIDTH), Text(" " * _WIDTH)
    here = spot["place"] == view["place"]
    name, lying = place_name(spot["place"]), spot["lying"]
    head = f"►{name}◄" if here else name
    if lying is None:
        body, style = "·", HIDDEN
    elif lying["up"]:
        body, style = _chip(lying["chip"]), "cyan" if lying["colour"] == "blue" else ""
    else:
        body, style = f"[{_chip(lying['chip']) if lying['chip'] else _back(lying)}]", "blue"
    return Text(fit(head, _WIDTH), "bold reverse" if here else HIDDEN), Text(fit(body, _WIDTH), style)


def _back(chip: Facts) -> str:
    return f"{chip['colour']} {chip['number']}"


def _seat(view: Facts, seat: int, name: str) -> list[Text]:
    left = " (left)" if seat in view["left"] else ""
    sailing = "►" if view["queue"][:1] == [seat] else " "
    rows = [Text(f"{sailing} {name}{left}: {view['points'][seat]} points", "bold")]
    for number, row in enumerate(view["boards"][seat], 1):
        if any(row) or number == view["round"]:
            chips = " ".join(fit(_chip(chip) if chip else "–", _WIDTH + 2) for chip in row)
            rows.append(Text(f"    row {number}: {chips}"))
    hand = [words_of(each) for each in view["hands"][seat]] + [
        words_of(each) for each in view["specials"][seat]
    ]
    rows.append(paragraph("    hand", hand))
    for each in view["commits"]:
        if each["seat"] == seat:
            played = [words_of(each[kind]) for kind in ("card", "special") if each[kind]]
            rows.append(paragraph("    played", played or ["face down"]))
    return rows
