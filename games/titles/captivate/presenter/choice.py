"""What the reader has chosen so far, out of the address of the page: a card, and perhaps where to lay it."""

import re
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from games.engine.codec import dump_move
from games.engine.presenter import Scene
from games.titles.captivate.cards import CardId
from games.titles.captivate.flips import flipped_by
from games.titles.captivate.grid import Cell
from games.titles.captivate.observe import View
from games.titles.captivate.presenter.words import card_name, card_names
from games.titles.captivate.state import Capture, Laid, Play

__all__ = ["Choice", "Laying", "asked", "choice_of", "confirmation", "flips_of", "flips_told"]

Laying = Play | Capture
_CELL = re.compile(r"(-?[0-3]),(-?[0-3])", re.ASCII)


@dataclass(frozen=True)
class Choice:
    """A card in hand that may be laid, where it may go, and the move that is complete if a cell is chosen too."""

    card: CardId | None = None
    moves: dict[Cell, Laying] = field(default_factory=dict)  # all moves of the card
    move: Laying | None = None
    flipped: tuple[Cell, ...] = ()  # what the move would flip


def choice_of(view: View, scene: Scene) -> Choice:
    """What stands in the address, as far as it is legal now; anything else counts as not chosen."""
    card = scene.choice.get("card", "")
    moves = {
        move.cell: move for move in scene.legal if isinstance(move, Play | Capture) and move.card == card
    }
    if not moves:
        return Choice()
    found = _CELL.fullmatch(scene.choice.get("cell", ""))
    move = moves.get((int(found[1]), int(found[2]))) if found else None
    return Choice(card, moves, move, flips_of(view, move) if move else ())


def flips_of(view: View, move: Laying) -> tuple[Cell, ...]:
    """The cells whose cards a move would flip: all cards that count lie face up, so everybody can tell."""
    known = [Laid(laid.cell, laid.card, laid.up, laid.fresh) for laid in view.field if laid.card is not None]
    return tuple(laid.cell for laid in flipped_by(move.card, move.cell, known))


def flips_told(view: View, move: Laying) -> str:
    """The cards that a move would flip, in words."""
    at = {laid.cell: laid.card for laid in view.field}
    flips = flips_of(view, move)
    return (
        _("flips %(cards)s") % {"cards": card_names(at[cell] for cell in flips)}
        if flips
        else _("flips nothing")
    )


def asked(view: View, choice: Choice) -> str:
    """What is left to decide; empty while nothing is chosen."""
    if choice.card is None:
        return ""
    words = {"card": card_name(choice.card)}
    if choice.move is None:
        return _("%(card)s: choose where to lay it.") % words
    return _("%(card)s there %(flips)s.") % {**words, "flips": flips_told(view, choice.move)}


def confirmation(view: View, choice: Choice) -> dict[str, str] | None:
    """The button that makes the chosen move."""
    if choice.move is None:
        return None
    return {"json": dump_move(choice.move), "label": _action(view, choice.move)}


def _action(view: View, move: Laying) -> str:
    words = {"card": card_name(move.card)}
    if isinstance(move, Play):
        return _("Play %(card)s") % words
    captured = next(laid.card for laid in view.field if laid.cell == move.cell)
    if captured is None:
        return _("Capture with %(card)s") % words
    return _("Capture %(captured)s") % {"captured": card_name(captured)}
