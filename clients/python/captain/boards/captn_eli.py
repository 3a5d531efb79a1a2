"""The Sea Grid of Capt'n Eli, and the cards' values."""

from typing import Any

from rich.text import Text

from captain.boards.drawing import HIDDEN, beside, fit, lines, paragraph, words_of
from captain.shapes import Facts

# By id: type, challenge, defence, and the first letters of its keywords (SACRIFICE, MYSTIC, TENACIOUS, STACKED = x3).
CARDS = {
    name: (kind, int(c), int(d), "".join(keywords))
    for name, kind, c, d, *keywords in map(
        str.split,
        """captn-eli character 1 1;hydron character 1 1 x3;barnacle-jo character 2 1 T;old-keeper character 1 1 S
        void-lieutenant character 2 0 M;sable-envoy character 0 2 T M;hydron-drone character 1 0 x3 M
        hydron-elder character 1 2 x3;admiral-quill character 1 0 S M;frogman-diaz character 0 2 S
        dolphin vehicle 1 1;sea-sled vehicle 1 0 T;torpedo-skiff vehicle 2 1;bathysphere vehicle 0 2 T
        patrol-sub vehicle 1 0 T M;manta-glider vehicle 1 1 M;kraken-frigate vehicle 3 0;steel-whale vehicle 0 3
        world-ark vehicle 2 0 M;eagle-rock location 0 3;kelp-maze location 0 3 T;sargasso location 0 1 T M
        coral-keep location 0 2;trench-gate location 0 2 M;ice-shelf location 0 2 T;wreck-reef location 0 2 T M
        sunken-temple location 0 3 M;hydron-citadel location 0 3 T M;grapple gadget 2 2;sonar gadget 1 3
        signal-buoy gadget 2 1 T;pulse-lamp gadget 2 1 M;harpoon gadget 3 0 T;decoy-mirror gadget 2 2 M
        torpedo-fan gadget 3 1;storm-engine gadget 3 3""".replace(";", "\n").splitlines(),
    )
}
_WIDTH = 22  # of a card
_BOX = (3, 4)  # the grid is at most 3 by 4
_SIDES = ("▲", "▼")  # seat 0 looks up, seat 1 down
_STYLES = ("cyan", "yellow")


def _name(card: str) -> str:
    name = card.partition("#")[0]
    return "Capt'n Eli" if name == "captn-eli" else words_of(name)


def _values(card: str) -> str:
    """What is printed on a card: challenge, defence, keywords."""
    _kind, c, d, keywords = CARDS.get(card.partition("#")[0], ("", "?", "?", ""))
    return f"C{c} D{d} {keywords}".strip()


def cell_name(cell: list[int]) -> str:
    """Latitude and longitude, as on the site."""
    x, y = cell
    latitude = f"{abs(y)}°{'N' if y < 0 else 'S'}" if y else "0°"
    return f"{latitude} {f'{abs(x)}°' + ('W' if x < 0 else 'E') if x else '0°'}"


def label(field: str, value: Any) -> str:
    """A move's field in words."""
    is_cell = isinstance(value, list) and len(value) == 2 and all(isinstance(each, int) for each in value)
    if is_cell:
        return cell_name(value)
    return (
        ", ".join(map(_name, value))
        if field == "cards"
        else _name(value)
        if field == "card"
        else words_of(value)
    )


def draw(view: Facts, names: list[str]) -> Text:
    """The grid, hands, and while squads are chosen, my pool."""
    rows = [_seat(view, seat, name) for seat, name in enumerate(names)]
    rows += _grid(view)
    if view["challenge"]:
        running = view["challenge"]
        where = f"{cell_name(running['at'])} against {cell_name(running['target'])}"
        rows.append(paragraph("Challenge", [where, f"{running['attack']} against {running['defence']}"]))
    you = view["you"]
    if you is not None:
        if view["phase"] == "squads" and view["pools"][you]:
            rows += _pool(view["pools"][you])
        elif view["hands"][you]["cards"]:
            rows.append(
                paragraph(
                    "Your hand", [f"{_name(each)} ({_values(each)})" for each in view["hands"][you]["cards"]]
                )
            )
    legend = "C challenge, D defence, S Sacrifice, M Mystic, T Tenacious, x3 Stacked"
    return lines([*rows, Text(legend, HIDDEN)])


def _seat(view: Facts, seat: int, name: str) -> Text:
    turn = "►" if seat in view["asked"] else " "
    removed = ", ".join(map(_name, view["removed"][seat])) or "none"
    return Text(
        f"{turn} {_SIDES[seat]} {name}: {view['hands'][seat]['count']} in hand, removed: {removed}",
        _STYLES[seat],
    )


def _grid(view: Facts) -> list[Text]:
    at = {tuple(card["cell"]): card for card in view["grid"]}
    if not at:
        return [Text("  The Sea Grid is empty.")]
    columns, rows = _span([x for x, _y in at], _BOX[0]), _span([y for _x, y in at], _BOX[1])
    width = min(_WIDTH, 76 // len(columns) - 1)
    return [row for y in rows for row in beside([_card(at.get((x, y)), [x, y], width) for x in columns])]


def _span(taken: list[int], most: int) -> range:
    room = 1 if max(taken) - min(taken) + 1 < most else 0
    return range(min(taken) - room, max(taken) + room + 1)


def _card(card: Facts | None, cell: list[int], width: int) -> list[Text]:
    if card is None:
        return [
            Text(" " * width),
            Text(fit(f"· {cell_name(cell)} ·", width), HIDDEN),
            *[Text(" " * width)] * 2,
        ]
    owner, face = card["owner"], card["card"]
    side, edge = _SIDES[owner], "─" if card["up"] else "░"
    name = _name(face) if face else "?"
    turned = "" if card["up"] else "down" + (", seen" if card["known"] else "")
    marks = [_values(face) if face else "", turned, "marked" if card["marked"] else ""]
    style = _STYLES[owner] if card["up"] else f"{HIDDEN} {_STYLES[owner]}"
    rows = [
        f" {cell_name(cell)} ".center(width - 2, edge), fit(name if card["up"] else f"({name})", width - 4),
        fit(" ".join(filter(None, marks)), width - 4), edge * (width - 2),
    ]  # fmt: skip
    framed = [
        f"{side}{rows[0]}{side}",
        f"{side} {rows[1]} {side}",
        f"{side} {rows[2]} {side}",
        f"{side}{rows[3]}{side}",
    ]
    return [Text(each, style) for each in framed]


def _pool(pool: list[str]) -> list[Text]:
    texts = [f"{card:17} {_values(card):10}" for card in pool if "#" not in card]
    table = [Text("  " + "".join(texts[at : at + 2])) for at in range(0, len(texts), 2)]
    stacked = "For a second copy of a card with x3, write its name with #2."
    return [Text("Your cards:", "bold"), *table, Text(stacked, HIDDEN)]


def read_move(view: Facts, text: str) -> Facts | None:
    """A squad from names, such as "dolphin, sonar, captn-eli, harpoon". Raises ValueError, with a sentence."""
    if view["phase"] != "squads" or view["you"] is None or "," not in text:
        return None
    cards = []
    for part in text.split(","):
        name = part.strip().lower().replace(" ", "-").replace("'", "")
        pool: list[str] = view["pools"][view["you"]] or []
        found = (
            [name]
            if name in pool
            else [card for card in pool if name and card.startswith(name) and "#" not in card]
        )
        if len(found) != 1:
            raise ValueError(f"Expected the name of one of your cards, but got {part.strip()}.")
        cards.append(found[0])
    first = [card for card in cards if CARDS.get(card.partition("#")[0], ("",))[0] == "character"]
    return {"type": "squad", "cards": first[:1] + [card for card in cards if card not in first[:1]]}
