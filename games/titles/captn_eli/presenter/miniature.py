"""A small picture of the Sea Grid in Capt'n Eli."""

from django.utils.translation import gettext as _

from games.engine.contract import Seat
from games.engine.kit.pictures import BOARD, CARD, HEIGHT, Picture, seat_lines
from games.engine.presenter import HeldCard
from games.titles.captn_eli.cards import original_of
from games.titles.captn_eli.grid import COLUMNS, ROWS
from games.titles.captn_eli.observe import Shown, View
from games.titles.captn_eli.presenter.words import Face, faces, spoken

_TONES = {
    "sea-0": ("#cfe3ea", "#0c2130"),
    "sea-1": ("#bcd6e0", "#12303f"),
    "plate-0": ("#dceafa", "#1f4a75"),
    "plate-1": ("#f7dcd6", "#6a2a22"),
}
_EDGE = ("#1d5f9e", "#a1382c")
_COLOURS = {
    "seasearchers": {"--a": "#3f9c86", "--c": "#e0a83a"}, "commander-x": {"--a": "#7d63a3", "--c": "#d2593f"},
    "hydrons": {"--a": "#85a838", "--c": "#d9822b"}, "world-security-navy": {"--a": "#4f83b8", "--c": "#e6b93f"},
}  # fmt: skip
_SKIN = {"--b": "#fffaf0", "--s": "#e8bd93", "--h": "#7a5233"}
_SIZE = (HEIGHT - 8) / ROWS
_WIDE = (BOARD - 16) / COLUMNS


def miniature(view: View) -> str:
    """The grid with the cards of both seats, and the number of cards each still has in the game."""
    picture = Picture(_("The Sea Grid"), _TONES)
    picture.ground("sea-0")
    for row in range(1, ROWS, 2):
        picture.rect(0, 4 + row * _SIZE, BOARD, _SIZE, fill="sea-1")
    if view.grid:
        _grid(picture, view)
    else:
        _chosen(picture, view)
    picture.seats(seat_lines(_in_game(view), asked=view.asked, outcome=view.outcome))
    return picture.svg()


def _in_game(view: View) -> list[int]:
    lying = [sum(shown.owner == seat for shown in view.grid) for seat in range(len(view.hands))]
    return [here + hand.count for here, hand in zip(lying, view.hands, strict=True)]


def _grid(picture: Picture, view: View) -> None:
    columns, rows = [shown.cell[0] for shown in view.grid], [shown.cell[1] for shown in view.grid]
    left = (BOARD - (max(columns) - min(columns) + 1) * _WIDE) / 2
    top = (HEIGHT - (max(rows) - min(rows) + 1) * _SIZE) / 2
    challenged = (view.challenge.at, view.challenge.target) if view.challenge else ()
    for shown in view.grid:
        x, y = left + (shown.cell[0] - min(columns)) * _WIDE, top + (shown.cell[1] - min(rows)) * _SIZE
        corner = (x + (_WIDE - _SIZE * 1.5) / 2, y + 1.5)
        _card(picture, view, shown, corner, shown.cell in challenged)


def _card(
    picture: Picture, view: View, shown: Shown, corner: tuple[float, float], is_challenged: bool
) -> None:
    """A card, wider than high: its picture, and beside it its values for challenge and defence."""
    (x, y), wide, high = corner, _SIZE * 1.5, _SIZE - 3
    if shown.card is None or not shown.up:
        picture.rect(x, y, wide, high, rx=5, fill="#12304e", line=_EDGE[shown.owner], stroke_width=3)
    if shown.card is None:
        _wave(picture, x + wide / 2, y + high / 2)
        return
    inset = 0.0 if shown.up else 5.0
    picture.rect(
        x + inset, y + inset, wide - 2 * inset, high - 2 * inset, rx=5, fill=f"plate-{shown.owner}",
        line="brass" if is_challenged else _EDGE[shown.owner], stroke_width=3 if is_challenged else 2,
        opacity=1 if shown.up else 0.8,
    )  # fmt: skip
    card = view.ruleset.by_id[shown.card]
    colours = {**_SKIN, **_COLOURS[card.faction]}
    size = high - 4 - 2 * inset
    turned = {"transform": f"rotate(90 {x + 2 + high / 2:.1f} {y + high / 2:.1f})"} if shown.marked else {}
    picture.art("captn-eli", original_of(shown.card), x + 2 + inset, y + 2 + inset, size, colours, **turned)
    right = x + wide - 10 - inset
    _values(picture, card.c, card.d, right, (y + high * 0.3 + inset / 3, y + high * 0.72 - inset / 3))


def _wave(picture: Picture, x: float, y: float) -> None:
    for row in (-6, 0, 6):
        wave = f"M{x - 15:.1f} {y + row:.1f}q3.75 -5 7.5 0t7.5 0t7.5 0t7.5 0"
        picture.path(wave, line="brass", stroke_width=1.5)


def _chosen(picture: Picture, view: View) -> None:
    """Before the first card is placed: the squads, chosen in secret."""
    for seat, y in enumerate((HEIGHT - 66.0, 16.0)):
        count, edge = view.hands[seat].count if seat in view.chosen else 0, _EDGE[seat]
        for place in range(count):
            x = 24 + place * min(34, 200 / count)
            picture.rect(x, y, 32, 48, rx=4, fill="#12304e", line=edge, stroke_width=3)
        if not count:
            dashed = {"stroke_width": 2, "stroke_dasharray": "6 5", "opacity": 0.7}
            picture.rect(24, y, 200, 48, rx=6, line=edge, **dashed)


def hand(view: View, seat: Seat) -> tuple[HeldCard, ...]:
    """The cards in the seat's hand."""
    return tuple(
        HeldCard(spoken(shown), _held(shown, seat)) for shown in faces(view.ruleset, view.hands[seat].cards)
    )


def _held(shown: Face, owner: Seat) -> str:
    picture = Picture(shown.name, _TONES, (CARD, CARD))
    picture.rect(1, 1, CARD - 2, CARD - 2, rx=5, fill=f"plate-{owner}", line=_EDGE[owner], stroke_width=2)
    picture.art("captn-eli", shown.art, 3, 8, 48, {**_SKIN, **_COLOURS[shown.faction]})
    _values(picture, shown.c, shown.d, CARD - 12, (20, 44))
    return picture.svg()


def _values(picture: Picture, c: int, d: int, x: float, at: tuple[float, float]) -> None:
    """The values for challenge and defence, one above the other."""
    for value, y, tone in ((c, at[0], "#8f221a"), (d, at[1], "#1b3f6b")):
        picture.circle(x, y, 7, fill=tone, line="#fff", stroke_width=1)
        picture.write(x, y + 4, value, 11, fill="#fff", text_anchor="middle")
