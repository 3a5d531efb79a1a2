"""How the game stands, for everybody: whose turn it is, what is being decided, and how a stand-off was compared."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.contract import Seat
from games.engine.presenter import Names, Scene
from games.titles.cannonades.observe import View
from games.titles.cannonades.presenter.choice import due_of
from games.titles.cannonades.presenter.words import listed

__all__ = ["Comparison", "comparison_of", "facts_of", "set_up_of", "stand_off_of", "watching_of"]


@dataclass(frozen=True)
class Comparison:
    """One line of the comparison that ends a stand-off."""

    name: str
    ships: int
    colours: int
    facing: int
    hand: int
    rank: int
    is_starter: bool


def facts_of(view: View, names: Names) -> list[str]:
    """The line above the fleets."""
    facts = []
    if turn := _turn(view, names):
        facts.append(turn)
    if view.starter is None:
        facts.append(_("Deck: %(count)d") % {"count": view.deck.count})
    if view.outcome is None and view.seat is not None:
        facts.append(_("Hand limit: %(count)d") % {"count": view.limit})
    return facts


def _turn(view: View, names: Names) -> str:
    if view.seat is None or view.outcome is not None:
        return ""
    words = {"name": names[view.seat], "count": view.actions}
    if view.decision == "salvaging":
        return _("%(name)s salvages a cannonade") % words
    if view.decision == "discarding":
        due = due_of(view)
        return ngettext("%(name)s discards %(count)d card", "%(name)s discards %(count)d cards", due) % {
            **words,
            "count": due,
        }
    told = ngettext(
        "Turn of %(name)s, %(count)d action left", "Turn of %(name)s, %(count)d actions left", view.actions
    )
    return told % words


def set_up_of(view: View, scene: Scene) -> list[str]:
    """What is said about opening hands, in sentences; nothing once play has begun."""
    if view.decision != "set-up":
        return []
    told = [
        _("These captains hold fewer than two ships and may exchange their hands: %(names)s.")
        % {"names": listed(scene.names[seat] for seat in view.poor)},
        _(
            "They choose at the same time, and the choices are shown when the last one is in. Yet to choose: %(names)s."
        )
        % {"names": listed(scene.names[seat] for seat in view.asked)},
    ]
    if view.redraw is not None:
        told.append(
            _("You have chosen to exchange your hand.")
            if view.redraw
            else _("You have chosen to keep your hand.")
        )
    return told


def stand_off_of(view: View, names: Names) -> list[str]:
    """What is said about the stand-off, in sentences; nothing before it."""
    if view.starter is None or view.outcome is not None:
        return []
    words = {"name": names[view.starter]}
    told = [
        _("%(name)s drew the last card of the deck: everybody has one last turn.") % words
        + " "
        + _("Then the most ships win, then colours, then ships facing one way, then cards in hand.")
    ]
    if view.starter not in view.out and view.starter not in view.left:
        told[0] += " " + _("If the best are equal in all, %(name)s wins.") % words
    if view.awaited:
        told.append(
            _("Turns still to come: %(names)s.") % {"names": listed(names[seat] for seat in view.awaited)}
        )
    return told


def watching_of(view: View, you: Seat | None) -> str:
    """What is said to a captain who is out."""
    if view.outcome is not None or you not in view.out:
        return ""
    return _("You are out of the game, and may go on watching it.")


def comparison_of(view: View, names: Names) -> list[Comparison]:
    """The fleets as they were compared, the best first; empty if the game did not end in a stand-off."""
    if view.outcome is None:
        return []
    ranks = view.outcome.ranks
    rows = [
        Comparison(
            names[seat],
            fleet.ships,
            fleet.colours,
            fleet.facing,
            fleet.hand,
            ranks[seat],
            seat == view.starter,
        )
        for seat, fleet in view.fleets.items()
    ]
    return sorted(rows, key=lambda row: row.rank)
