"""A small picture of the field in Captivate."""

from django.utils.translation import gettext as _

from games.engine.contract import Seat
from games.engine.kit.pictures import BOARD, CARD, HEIGHT, Picture, seat_lines
from games.engine.presenter import HeldCard
from games.titles.captivate.cards import Card
from games.titles.captivate.observe import Shown, View
from games.titles.captivate.presenter.words import card_name, spoken

_TONES = {
    "meadow": ("#c9d3b0", "#14231c"),
    "cell": ("#bcc8a0", "#1b2d24"),
    "plate-earth": ("#f3d3b5", "#64371f"),
    "plate-water": ("#d8edf6", "#17516f"),
    "plate-light": ("#fff6cf", "#e3c265"),
    "plate-dark": ("#594896", "#2c2250"),
    "edge-earth": ("#6d2f12", "#d2804f"),
    "edge-water": ("#0c4a6e", "#58acd6"),
    "edge-light": ("#7a5600", "#f6d77c"),
    "edge-dark": ("#1c1235", "#9a88d3"),
}
_CREATURE = {  # coat, belly and lines, by element
    "earth": {"--creature-mid": "#c8703f", "--creature-2": "#fff3e4", "ink": "#36160a"},
    "water": {"--creature-mid": "#3e97c4", "--creature-2": "#f6fcff", "ink": "#07283d"},
    "light": {"--creature-mid": "#eeb51f", "--creature-2": "#fffdf2", "ink": "#3d2b00"},
    "dark": {"--creature-mid": "#a695da", "--creature-2": "#f3eeff", "ink": "#120a24"},
}
_BOX = 4  # maximum cards in a row or column
_SIZE = (HEIGHT - 12) / _BOX


def miniature(view: View) -> str:
    """The field, and for each seat the value of its pile or, in strict play, its number of cards."""
    picture = Picture(_("The field of Captivate"), _TONES)
    picture.ground("meadow")
    left, top = _corner(view)
    for laid in view.field:
        x, y = laid.cell
        _card(picture, laid, view.ruleset.cards.get(laid.card or ""), left + x * _SIZE, top + y * _SIZE)
    piles = [pile.count if pile.value is None else pile.value for pile in view.piles]
    asked = () if view.throwing else (view.seat,)
    picture.seats(seat_lines(view.scores or piles, asked=asked, out=view.left, outcome=view.outcome))
    return picture.svg()


def _corner(view: View) -> tuple[float, float]:
    """The position of the cell (0, 0) that puts the field in the middle."""
    columns, rows = [laid.cell[0] for laid in view.field], [laid.cell[1] for laid in view.field]
    wide, high = (max(columns) - min(columns) + 1), (max(rows) - min(rows) + 1)
    return (
        (BOARD - wide * _SIZE) / 2 - min(columns) * _SIZE,
        (HEIGHT - high * _SIZE) / 2 - min(rows) * _SIZE,
    )


def _card(picture: Picture, laid: Shown, card: Card | None, x: float, y: float) -> None:
    size = _SIZE - 3
    x, y = x + 1.5, y + 1.5
    if card is None:
        picture.back(x, y, size, size)
        return
    faded = {} if laid.up else {"opacity": 0.55}
    if not laid.up:
        picture.back(x, y, size, size)
    _face(picture, card, x, y, size, 0.0 if laid.up else 6.0, **faded)
    if laid.up:
        _dots(picture, card, x, y, size)


def _face(  # noqa: PLR0917  # what, where and how large
    picture: Picture, card: Card, x: float, y: float, size: float, inset: float = 0.0, **faded: float
) -> None:
    """A card without its dots."""
    picture.rect(
        x + inset, y + inset, size - 2 * inset, size - 2 * inset, rx=4, fill=f"plate-{card.element}",
        line=f"edge-{card.element}", stroke_width=2, **faded,
    )  # fmt: skip
    picture.art("captivate", card.creature, x + 6 + inset / 2, y + 7 + inset / 2, size - 12 - inset,
                _CREATURE[card.element], **faded)  # fmt: skip


def _dots(picture: Picture, card: Card, x: float, y: float, size: float) -> None:
    """The dots on each side: top, right, bottom, left."""
    middle = size / 2
    for side, count in enumerate(card.dots):
        for place in range(count):
            along, across = middle + (place - (count - 1) / 2) * 4.6, 3.4 if side in {0, 3} else size - 3.4
            at = (along, across) if side % 2 == 0 else (across, along)
            picture.circle(x + at[0], y + at[1], 1.5, fill=f"edge-{card.element}")


def hand(view: View, seat: Seat) -> tuple[HeldCard, ...]:
    """The cards in the seat's hand."""
    cards = (view.ruleset.cards[card] for card in view.hands[seat].cards or ())
    return tuple(HeldCard(spoken(card), _held(card)) for card in cards)


def _held(card: Card) -> str:
    picture = Picture(card_name(card.id), _TONES, (CARD, CARD))
    _face(picture, card, 1, 1, CARD - 2)
    _dots(picture, card, 1, 1, CARD - 2)
    return picture.svg()
