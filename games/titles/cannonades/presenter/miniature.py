"""A small picture of the fleets in Cannonades."""

from django.utils.translation import gettext as _

from games.engine.contract import Seat
from games.engine.kit.pictures import BOARD, CARD, HEIGHT, Picture, seat_lines
from games.engine.presenter import HeldCard
from games.titles.cannonades.cards import CARDS, COLOURS, SHIPS
from games.titles.cannonades.observe import Shown, View
from games.titles.cannonades.presenter.words import card_name, spoken
from games.titles.cannonades.state import BERTHS

_TONES = {
    "deep": ("#b9d3e2", "#0d2233"),
    "lane": ("#cbe0eb", "#13304a"),
    "berth": ("#8fb2c7", "#2c5270"),
    **{
        f"card-{colour}": tones
        for colour, tones in {
            "blue": ("#dbe8f7", "#1f3f66"), "green": ("#dcefd9", "#1d4a2a"), "purple": ("#eadcf7", "#43265f"),
            "orange": ("#fde3cc", "#5e3413"), "red": ("#f9d9d6", "#5c1d1d"), "yellow": ("#fdf1bd", "#574a0c"),
        }.items()
    },
}  # fmt: skip
_FILL = {
    "blue": ("#2f7dd1", "#0c2f59"), "green": ("#35a04f", "#0b3a18"), "purple": ("#9457cf", "#361155"),
    "orange": ("#f3892b", "#5e2600"), "red": ("#dc3a3a", "#5a0a0c"), "yellow": ("#f6c90e", "#4d3b00"),
}  # fmt: skip
_TALL = 56.0  # of a lane, at most


def miniature(view: View) -> str:
    """A lane of berths for each captain, and the number of cards in each hand."""
    picture = Picture(_("The fleets of Cannonades"), _TONES)
    picture.ground("deep")
    seats = range(len(view.ships))
    high = min(_TALL, (HEIGHT - 8) / len(seats))
    top = (HEIGHT - high * len(seats)) / 2
    for seat in seats:
        _lane(picture, view, seat, top + seat * high, high)
    held, gone = [hand.count for hand in view.hands], (*view.out, *view.left)
    picture.seats(seat_lines(held, asked=view.asked, out=gone, outcome=view.outcome))
    return picture.svg()


def _lane(picture: Picture, view: View, seat: Seat, y: float, high: float) -> None:
    gone = seat in view.out or seat in view.left
    how = {"opacity": 0.5} if gone else {}
    picture.rect(4, y + 2, BOARD - 8, high - 4, rx=6, fill="lane", **how)
    picture.rect(4, y + 2, 7, high - 4, rx=3, fill=f"seat-{seat}")
    size, step = high - 9, (BOARD - 24) / BERTHS
    for berth, ship in enumerate(view.ships[seat]):
        _berth(picture, ship, 16 + berth * step + (step - size) / 2, y + 4.5, size)


def _berth(picture: Picture, ship: Shown | None, x: float, y: float, size: float) -> None:
    if ship is None:
        picture.circle(
            x + size / 2, y + size / 2, size * 0.3, line="berth", stroke_width=1.5, stroke_dasharray="3 3"
        )
    elif ship.face is None:
        picture.back(x, y, size, size, 5)
    else:
        _ship(picture, ship.face, x, y, size, is_up=ship.up)


def _ship(picture: Picture, face: str, x: float, y: float, size: float, *, is_up: bool) -> None:
    """A ship with the sign of its colour on the sail. A known face-down ship is drawn in front of a card back."""
    colour, card = SHIPS[face], CARDS[face]
    if not is_up:
        picture.back(x, y, size, size, 5)
    inset = 0.0 if is_up else size * 0.12
    at, inner = (x + inset, y + inset), size - 2 * inset
    fill, line = _FILL[colour]
    picture.rect(*at, inner, inner, rx=4, fill=f"card-{colour}", line=fill, stroke_width=1.5)
    colours = {"--can-fill": fill, "--can-line": line, "--can-sea": fill, "ink": "#222222"}
    picture.art(
        "cannonades", f"ship-{card.grin}", at[0] + inner * 0.04, at[1] + inner * 0.04, inner * 0.92, colours
    )
    sign = inner * 0.34
    picture.art(
        "cannonades", COLOURS[colour].shape, at[0] + inner * 0.33, at[1] + inner * 0.15, sign, colours
    )


def hand(view: View, seat: Seat) -> tuple[HeldCard, ...]:
    """The cards in the seat's hand."""
    return tuple(HeldCard(spoken(face), _held(face)) for face in view.hands[seat].cards or ())


def _held(face: str) -> str:
    picture = Picture(card_name(face), _TONES, (CARD, CARD))
    if face in SHIPS:
        _ship(picture, face, 1, 1, CARD - 2, is_up=True)
        return picture.svg()
    for place, colour in enumerate(CARDS[face].colours):
        fill, line = _FILL[colour]
        x = 1 + place * (CARD / 2 - 1)
        picture.rect(x, 1, CARD / 2 - 1, CARD - 2, fill=f"card-{colour}", line=fill, stroke_width=1.5)
        colours = {"--can-fill": fill, "--can-line": line, "--can-sea": fill, "ink": "#222222"}
        picture.art("cannonades", COLOURS[colour].shape, x + 5, 5, 20, colours)
    picture.art("cannonades", "gun", 2, 2, CARD - 4, {"ink": "#222222"})
    return picture.svg()
