"""A hint for Cannonades: the label of a button, with the card."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.kit import Way, asking_for
from games.engine.presenter import Scene, Suggestion
from games.titles.cannonades.cards import GRINS
from games.titles.cannonades.observe import View
from games.titles.cannonades.presenter.choices import shown_at, way_of
from games.titles.cannonades.presenter.words import card_name
from games.titles.cannonades.state import (
    Add,
    Board,
    Discard,
    Draw,
    End,
    Grin,
    Keep,
    Move,
    Redraw,
    Salvage,
    Shoot,
)

__all__ = ["suggestion"]


def suggestion(view: View, scene: Scene, move: Move) -> Suggestion:
    """The action with its card and its target."""
    return Suggestion(_told(view, scene, move), _way(move))


def _way(move: Move) -> Way:
    """The choices that lead to the move, or to the confirmation of its button."""
    match move:
        case Discard(card):
            return {"discards": card}
        case Salvage(card):
            return asking_for(f"salvage-{card}")
        case Grin(effect) if effect != "reveal":
            return asking_for(f"grin-{effect}")
        case End() | Redraw() | Keep():
            return asking_for(type(move).__name__.lower())
        case _:
            return way_of(move)


def _told(view: View, scene: Scene, move: Move) -> str:
    match move:
        case Shoot(card, seat, berth):
            words = {"target": _target(view, scene, seat, berth), "card": card_name(card)}
            return _("Shoot at %(target)s with %(card)s.") % words
        case Board(own, seat, berth):
            told = _("Board %(target)s with your ship in berth %(own)d.")
            return told % {"target": _target(view, scene, seat, berth), "own": own + 1}
        case Grin():
            return _answer(view, scene, move)
        case _:
            return _with_own_cards(move)


def _target(view: View, scene: Scene, seat: int, berth: int) -> str:
    ship = shown_at(view, (seat, berth))
    words: dict[str, object] = {"name": scene.names[seat], "number": berth + 1}
    if ship is None or ship.face is None:
        return _("berth %(number)d of %(name)s") % words
    words["ship"] = card_name(ship.face)
    return _("%(ship)s of %(name)s (berth %(number)d)") % words


def _answer(view: View, scene: Scene, move: Grin) -> str:
    words = {"name": scene.names[view.answers[0].against]}
    match move.effect:
        case "draw":
            return _("Draw a card.")
        case "discard":
            return _("Make %(name)s discard a card.") % words
        case "reveal" if isinstance(move.berth, int):
            return _("Turn up the ship of %(name)s in berth %(number)d.") % {
                **words,
                "number": move.berth + 1,
            }
        case _:
            return _("Do nothing.")


def _with_own_cards(move: Move) -> str:
    match move:
        case Add(card):
            return _("Add %(card)s to your fleet.") % {"card": card_name(card)}
        case Draw(card):
            count = 1 + GRINS[card]
            told = ngettext(
                "Discard %(card)s, draw %(count)d card.", "Discard %(card)s, draw %(count)d cards.", count
            )
            return told % {"card": card_name(card), "count": count}
        case Discard(card):
            return _("Discard %(card)s.") % {"card": card_name(card)}
        case Salvage(card):
            return _("Take %(card)s from the discard pile.") % {"card": card_name(card)}
        case _:
            return _without_cards(move)


def _without_cards(move: Move) -> str:
    match move:
        case End():
            return _("End your turn.")
        case Redraw():
            return _("Exchange the hand.")
        case _:
            return _("Keep the hand.")
