"""What a seat that is to act is asked, and, out of turn, what happened."""

from django.utils.translation import gettext as _

from games.engine.contract import Seat
from games.titles.captn_eli.grid import Cell
from games.titles.captn_eli.observe import View
from games.titles.captn_eli.presenter.warnings import leaves_no_character
from games.titles.captn_eli.presenter.words import card_name

__all__ = ["prompt"]


def prompt(view: View, seat: Seat) -> str:
    """A sentence for every phase."""
    match view.phase:
        case "squads":
            return _("Choose your squad: one character and three supports.")
        case "reveal":
            return _("Your character was removed: turn up the copy that takes its place.")
        case "mystic":
            return _mystic(view)
        case "sacrifice":
            return _sacrifice(view)
        case _:
            return _turn(view, seat)


def _turn(view: View, seat: Seat) -> str:
    if not view.grid:
        return _("Your turn: lay the first card.")
    if not view.hands[seat].count:
        return _("Your turn: choose a card on the grid.")
    return _("Your turn: choose a card, in your hand or on the grid.")


def _mystic(view: View) -> str:
    words = {"card": _name(view, view.mystic)}
    if view.challenge is None:
        return (
            _("Your %(card)s is MYSTIC: choose the card of your opponent that is turned face down.") % words
        )
    words["challenger"] = _name(view, view.challenge.at)
    told = (
        _("%(challenger)s challenges your %(card)s, which is MYSTIC: choose an open card to turn face down.")
        % words
    )
    return told + " " + _("If the challenge goes through that card, it is over.")


def _sacrifice(view: View) -> str:
    running = view.challenge
    if running is None:
        return ""
    words = {"card": _name(view, running.target), "attack": running.attack, "defence": running.defence}
    told = (
        _("Your %(card)s is defeated, %(attack)d against %(defence)d. Give up a card beside it instead?")
        % words
    )
    if leaves_no_character(view, running.target):
        return told + " " + _("If not, you lose.")
    return told


def _name(view: View, cell: Cell | None) -> str:
    card = next((shown.card for shown in view.grid if shown.cell == cell), None)
    return card_name(card) if card else _("card")
