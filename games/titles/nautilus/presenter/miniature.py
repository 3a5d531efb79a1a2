"""A small picture of the ocean in 20,000 Miles under the Sea."""

from math import cos, pi, sin
from typing import Any

from django.utils.translation import gettext as _

from games.engine.contract import Seat
from games.engine.kit.pictures import CARD, HEIGHT, Picture, seat_lines
from games.engine.presenter import HeldCard, Text
from games.titles.nautilus.cards import CARDS, CHIPS
from games.titles.nautilus.observe import Shown, Spot, View
from games.titles.nautilus.ocean import ARMS, HEADINGS
from games.titles.nautilus.presenter.words import SPECIAL_NAMES, card_name

_TONES = {
    "frame": ("#8b6a24", "#4b3b16"),
    "water-0": ("#8fc6dd", "#1f5d7d"),
    "water-1": ("#5fa3c4", "#174a69"),
    "water-2": ("#3a7ea6", "#103752"),
    "water-line": ("#14456b", "#071d2f"),
    "square": ("#f3ead2", "#24384a"),
    "taken": ("#c79a35", "#dcb052"),
}
_X, _Y = 90.0, HEIGHT / 2  # the middle of the plate
_RINGS = (71.0, 50.0, 29.0)  # the radii of the rings of chips, the outer ring first
_EDGES = (83.0, 60.5, 39.0)
_CHIP = 9.6


def miniature(view: View) -> str:
    """The plate in its current rotation, the submarine in the middle, and all seats' scoreboards and points."""
    picture = Picture(_("The ocean of 20,000 Miles under the Sea"), _TONES)
    picture.ground()
    picture.circle(_X, _Y, 88, fill="frame")
    for ring, radius in enumerate(_EDGES):
        picture.circle(_X, _Y, radius, fill=f"water-{ring}", line="water-line", stroke_width=1)
    for spot in view.ocean:
        _spot(picture, view, spot)
    _submarine(picture, view)
    _boards(picture, view)
    asked = view.queue[:1] or [
        seat for seat in view.order if seat not in {commit.seat for commit in view.commits}
    ]
    picture.seats(seat_lines(view.points, asked=asked, out=view.left, outcome=view.outcome))
    return picture.svg()


def _at(view: View, arm: int, depth: int) -> tuple[float, float]:
    angle = 2 * pi * ((arm + view.rotation) % len(ARMS)) / len(ARMS)
    return _X + _RINGS[-depth] * sin(angle), _Y - _RINGS[-depth] * cos(angle)


def _spot(picture: Picture, view: View, spot: Spot) -> None:
    x, y = _at(view, *spot.place)
    if spot.lying is None:
        picture.circle(x, y, 3, fill="#fff8e8" if spot.colour == "white" else "#1d568f", line="water-line")
    else:
        _chip(picture, spot.lying, x, y)
    if tuple(spot.place) == tuple(view.place):
        picture.circle(x, y, _CHIP + 1.5, line="brass", stroke_width=3)


def _chip(picture: Picture, lying: Shown, x: float, y: float) -> None:
    corner = (x - _CHIP, y - _CHIP, 2 * _CHIP)
    if lying.chip is None:
        picture.art("nautilus", f"back-{lying.number}", *corner)
        if lying.colour == "white":
            picture.circle(x, y, _CHIP - 0.8, line="#fff8e8", stroke_width=1.6)
        return
    faded: dict[str, Any] = {} if lying.up else {"opacity": 0.7}
    chip = CHIPS[lying.chip]
    picture.art("nautilus", f"chip-{lying.colour}", *corner, **faded)
    for place, symbol in enumerate(chip.symbols or (chip.kind,)):
        size = _CHIP * (1.35 if len(chip.symbols) < 2 else 0.95)
        shift = 0.0 if len(chip.symbols) < 2 else (place - 0.5) * _CHIP * 0.85
        picture.art("nautilus", symbol, x - size / 2 + shift, y - size / 2 + shift, size, **faded)


def _submarine(picture: Picture, view: View) -> None:
    turned = 90 * HEADINGS.index(view.heading)
    picture.art("nautilus", "submarine", _X - 18, _Y - 18, 36, transform=f"rotate({turned} {_X} {_Y})")


def _boards(picture: Picture, view: View) -> None:
    """The scoreboard of each seat, row by row, with the squares that have a chip."""
    high = min(41.0, (HEIGHT - 10) / len(view.boards))
    top = (HEIGHT - high * len(view.boards)) / 2
    for seat, board in enumerate(view.boards):
        for row, squares in enumerate(board):
            for column, chip in enumerate(squares):
                x, y = 189.0 + column * 13, top + seat * high + 2 + row * (high - 4) / 5
                picture.rect(
                    x, y, 11, (high - 4) / 5 - 1.6, rx=2, fill="square" if chip is None else f"seat-{seat}"
                )


def hand(view: View, seat: Seat) -> tuple[HeldCard, ...]:
    """The seat's hand cards and special cards."""
    cards = tuple(_held(card_name(card), CARDS[card].kind, CARDS[card].value) for card in view.hands[seat])
    specials = (
        _held(SPECIAL_NAMES[special], special.removeprefix("special-")) for special in view.specials[seat]
    )
    return (*cards, *specials)


def _held(name: Text, icon: str, value: int | None = None) -> HeldCard:
    picture = Picture(name, _TONES, (CARD, CARD))
    picture.rect(1, 1, CARD - 2, CARD - 2, rx=6, fill="#fdf9f0", line="brass-line", stroke_width=2)
    if value is None:
        picture.art("nautilus", icon, 10, 10, 44)
    else:
        picture.art("nautilus", icon, 5, 19, 26)
        picture.write(46, 41, value, 22, fill="#16243a", text_anchor="middle")
    return HeldCard(name, picture.svg())
