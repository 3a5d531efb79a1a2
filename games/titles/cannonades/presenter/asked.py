"""What is asked of the reader, in a sentence or two: the prompt of the seat, and what a choice under way would do."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.contract import Seat
from games.engine.presenter import Names, Scene, Text
from games.titles.cannonades.cards import CARDS, GRINS, SHIPS, Face
from games.titles.cannonades.observe import View
from games.titles.cannonades.presenter.answers import story_of
from games.titles.cannonades.presenter.choice import Choice, Place, due_of
from games.titles.cannonades.presenter.reach import is_hit, shown_at, sinkers, weapon_of
from games.titles.cannonades.presenter.words import card_name, card_names, either, listed

__all__ = ["asked_of", "prompt"]


def prompt(view: View, seat: Seat) -> Text:
    """What the seat that is to act is asked."""
    match view.decision:
        case "set-up":
            return _("You hold fewer than two ships: exchange your hand, or keep it?")
        case "answering":
            return _("Your %(ship)s grins: choose what it does.") % {"ship": card_name(view.answers[0].ship)}
        case "forced-discard":
            return _("A grin makes you discard a card: choose which.")
        case "discarding":
            return _to_discard(due_of(view), view.limit)
        case "salvaging":
            return _("The stand-off: take a cannonade from the discard pile.")
        case _:
            return _turn(view, seat)


def _to_discard(due: int, limit: int) -> str:
    told = ngettext(
        "Your actions are over: choose %(count)d card to discard, so that you keep %(limit)d.",
        "Your actions are over: choose %(count)d cards to discard, so that you keep %(limit)d.",
        due,
    )
    return told % {"count": due, "limit": limit}


def _turn(view: View, seat: Seat) -> str:
    parts = [_actions_left(view)]
    if not any(view.ships[seat]):
        parts.append(_("Have a ship on the table when they are over, or you are out."))
    elif view.first_turn:
        parts.append(_("No shooting or boarding in your first turn."))
    return " ".join(parts)


def _actions_left(view: View) -> str:
    words = {"count": view.actions}
    if view.first_turn:
        return ngettext(
            "Your first turn, %(count)d action left.", "Your first turn, %(count)d actions left.", view.actions
        ) % words  # fmt: skip
    if view.starter is not None:
        return ngettext(
            "Your last turn, %(count)d action left.", "Your last turn, %(count)d actions left.", view.actions
        ) % words  # fmt: skip
    return (
        ngettext("Your turn, %(count)d action left.", "Your turn, %(count)d actions left.", view.actions)
        % words
    )


def asked_of(view: View, scene: Scene, choice: Choice) -> str:
    """What is left to decide, or what the choice would do; empty if the prompt says it all."""
    if scene.you is None or not scene.legal:
        return ""
    if choice.discards:
        return _discards_told(view, choice)
    if view.decision in ("answering", "forced-discard"):
        return story_of(view, scene.names)
    return _chosen_told(view, scene.names, scene.you, choice)


def _chosen_told(view: View, names: Names, you: Seat, choice: Choice) -> str:
    """What the choice of an action would do, or what it lacks."""
    if choice.strike is not None:
        return _strike_told(view, names, you, choice)
    if choice.card is not None:
        return _card_told(choice, choice.card)
    if choice.own is not None:
        words = {"ship": card_name(weapon_of(view, you, choice) or "")}
        return _("%(ship)s: choose a ship to board. Yours is discarded, hit or miss.") % words
    return _place_told(view, names, you, choice.at) if choice.at else ""


def _discards_told(view: View, choice: Choice) -> str:
    more = choice.due - len(choice.discards)
    words = {"cards": card_names(choice.discards), "count": more}
    if not more:
        return _("Discard %(cards)s?") % words
    return (
        ngettext("Discard %(cards)s, and %(count)d more.", "Discard %(cards)s, and %(count)d more.", more)
        % words
    )


def _card_told(choice: Choice, card: Face) -> str:
    words = {"card": card_name(card), "colours": either(CARDS[card].colours)}
    if card in SHIPS:
        return _("%(card)s chosen.") % words
    if not choice.targets:
        return _("%(card)s cannonade: there is nothing to shoot at now.") % words
    return _("%(card)s cannonade: choose a ship to shoot at. It sinks %(colours)s.") % words


def _place_told(view: View, names: Names, you: Seat, place: Place) -> str:
    """A ship is chosen, but not yet what is to hit it."""
    ship = shown_at(view, place)
    words = {"name": names[place[0]], "number": place[1] + 1}
    if ship is None or ship.face is None:
        return _("Berth %(number)d of %(name)s lies face down: choose what is to hit it.") % words
    words["ship"] = card_name(ship.face)
    if not (found := sinkers(view, you, ship.face)):
        return _("%(ship)s of %(name)s: nothing that you have would sink it.") % words
    words["how"] = listed(found)
    return _("%(ship)s of %(name)s would be sunk by: %(how)s.") % words


def _strike_told(view: View, names: Names, you: Seat, choice: Choice) -> str:
    weapon, place = weapon_of(view, you, choice), choice.at
    if weapon is None or place is None:
        return ""
    ship = shown_at(view, place)
    words = {"weapon": card_name(weapon), "name": names[place[0]], "number": place[1] + 1}
    words["colours"] = either(CARDS[weapon].colours)
    if ship is None or ship.face is None:
        told = _("%(weapon)s against berth %(number)d of %(name)s: turned up, and sunk if it is %(colours)s.")
        return told % words
    words["ship"] = card_name(ship.face)
    if not is_hit(weapon, ship.face):
        return _("%(weapon)s against %(ship)s of %(name)s: a certain miss.") % words
    return _("%(weapon)s sinks %(ship)s of %(name)s.") % words + _aftermath(view, place, ship.face, names)


def _aftermath(view: View, place: Place, ship: Face, names: Names) -> str:
    """What follows when a face-up ship is sunk."""
    words = {"name": names[place[0]]}
    if sum(other is not None for other in view.ships[place[0]]) == 1:
        return " " + _("It is the last one: %(name)s will be out.") % words
    return " " + _("Its crew grins: %(name)s will answer once.") % words if GRINS[ship] else ""
