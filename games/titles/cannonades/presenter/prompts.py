"""Sentences for the page: the question to the reader, the effect of a choice, and the state of the game."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.contract import Seat
from games.engine.kit import listed
from games.engine.presenter import Names, Scene, Text
from games.titles.cannonades.cards import CARDS, GRINS, SHIPS, Face
from games.titles.cannonades.observe import View
from games.titles.cannonades.presenter.buttons import story_of
from games.titles.cannonades.presenter.choices import (
    Picked,
    Place,
    due_of,
    is_hit,
    shown_at,
    sinkers,
    unseen_ships,
    weapon_of,
)
from games.titles.cannonades.presenter.words import card_name, counted, either


def prompt(view: View, seat: Seat) -> Text:
    """The question to a seat that must act."""
    match view.decision:
        case "set-up":
            return _("You have fewer than two ships: exchange your hand, or keep it?")
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
        "Your actions are over: discard %(count)d card, so that you keep %(limit)d.",
        "Your actions are over: discard %(count)d cards, so that you keep %(limit)d.",
        due,
    )
    return told % {"count": due, "limit": limit}


def _turn(view: View, seat: Seat) -> str:
    parts = [_actions_left(view)]
    if not any(view.ships[seat]):
        parts.append(_("Add a ship, or you're out."))
    elif view.first_turn:
        parts.append(_("No shooting or boarding in your first turn."))
    return " ".join(parts)


def _actions_left(view: View) -> str:
    if view.first_turn:
        told = ngettext(
            "Your first turn: choose a card, %(count)d action left.",
            "Your first turn: choose a card, %(count)d actions left.",
            view.actions,
        )
    elif view.starter is not None:
        told = ngettext(
            "Your last turn: choose a card, %(count)d action left.",
            "Your last turn: choose a card, %(count)d actions left.",
            view.actions,
        )
    else:
        told = ngettext(
            "Your turn: choose a card, %(count)d action left.",
            "Your turn: choose a card, %(count)d actions left.",
            view.actions,
        )
    return told % {"count": view.actions}


def asked_of(view: View, scene: Scene, picked: Picked) -> str:
    """What remains to be decided, or the effect of the choice; empty if the prompt says it all."""
    if scene.you is None or not scene.legal:
        return ""
    if picked.discards:
        return _discards_text(view, picked)
    if view.decision in ("answering", "forced-discard"):
        return story_of(view, scene.names, picked)
    return _chosen_text(view, scene.names, scene.you, picked)


def _chosen_text(view: View, names: Names, you: Seat, picked: Picked) -> str:
    """The effect of a chosen action, or what it lacks."""
    if picked.strike is not None:
        return _strike_text(view, names, you, picked)
    if picked.card is not None:
        return _card_text(picked, picked.card)
    if picked.own is not None:
        words = {"ship": card_name(weapon_of(view, you, picked) or "")}
        return _("%(ship)s: choose a ship to board. Yours is discarded, hit or miss.") % words
    return _place_text(view, names, you, picked.at) if picked.at else ""


def _discards_text(view: View, picked: Picked) -> str:
    question = _("Discard %(cards)s?") % {"cards": listed(counted(picked.discards))}
    if more := picked.due - len(picked.discards):
        rest = ngettext("Choose %(count)d more.", "Choose %(count)d more.", more) % {"count": more}
        return f"{question} {rest}"
    return question


def _card_text(picked: Picked, card: Face) -> str:
    words = {"card": card_name(card), "colours": either(CARDS[card].colours)}
    if card in SHIPS:
        return _("%(card)s: add it to your fleet, or discard it to draw?") % words
    if not picked.choice.offers("at"):
        return _("%(card)s cannonade: there is nothing to shoot at now.") % words
    return _("%(card)s cannonade: choose a ship to shoot at. It sinks %(colours)s.") % words


def _place_text(view: View, names: Names, you: Seat, place: Place) -> str:
    """The sentence for a target that is chosen before a weapon."""
    ship = shown_at(view, place)
    words = {"name": names[place[0]], "number": place[1] + 1}
    if ship is None or ship.face is None:
        return _("Berth %(number)d of %(name)s is face down: choose a card or ship to attack it.") % words
    words["ship"] = card_name(ship.face)
    if not (found := sinkers(view, you, ship.face)):
        return _("You have nothing that would sink %(ship)s of %(name)s.") % words
    words["how"] = listed(found, "or")
    return _("You could sink %(ship)s of %(name)s with: %(how)s.") % words


def _strike_text(view: View, names: Names, you: Seat, picked: Picked) -> str:
    weapon, place = weapon_of(view, you, picked), picked.at
    if weapon is None or place is None:
        return ""
    ship = shown_at(view, place)
    words = {"weapon": card_name(weapon), "name": names[place[0]], "number": place[1] + 1}
    words["colours"] = either(CARDS[weapon].colours)
    if ship is None or ship.face is None:
        unseen = unseen_ships(view)
        words["hits"] = sum(count for face, count in unseen.items() if is_hit(weapon, face))
        words["all"] = unseen.total()
        return (
            _(
                "%(weapon)s against berth %(number)d of %(name)s: it sinks %(colours)s, %(hits)d of the "
                "%(all)d ships you have not seen."
            )
            % words
        )
    words["ship"] = card_name(ship.face)
    if not is_hit(weapon, ship.face):
        return _("%(weapon)s would miss %(ship)s of %(name)s.") % words
    return _("%(weapon)s sinks %(ship)s of %(name)s.") % words + _aftermath(view, place, ship.face, names)


def _aftermath(view: View, place: Place, ship: Face, names: Names) -> str:
    """The consequences of sinking a face-up ship."""
    words = {"name": names[place[0]]}
    if sum(other is not None for other in view.ships[place[0]]) == 1:
        return " " + _("It is their last ship: %(name)s will be out.") % words
    return " " + _("Its crew grins: %(name)s will answer once.") % words if GRINS[ship] else ""


# The state of the game, for everybody


def turn_of(view: View, names: Names) -> str:
    """Whose turn it is, for all other readers; the current seat sees its question instead."""
    if view.seat is None or view.outcome is not None or view.asked == (view.you,) == (view.seat,):
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
        "%(name)s's turn: %(count)d action left", "%(name)s's turn: %(count)d actions left", view.actions
    )
    return told % words


def set_up_of(view: View, scene: Scene) -> list[str]:
    """Sentences about opening hands; none once play has begun."""
    if view.decision != "set-up":
        return []
    told = [
        _("May exchange their hands: %(names)s.") % {"names": listed(scene.names[seat] for seat in view.poor)}
    ]
    if set(view.asked) != set(view.poor):
        told.append(
            _("Waiting for these captains to choose: %(names)s.")
            % {"names": listed(scene.names[seat] for seat in view.asked)}
        )
    if view.redraw is not None:
        told.append(
            _("You have chosen to exchange your hand.")
            if view.redraw
            else _("You have chosen to keep your hand.")
        )
    return told


def stand_off_of(view: View, names: Names) -> list[str]:
    """Sentences about the stand-off; none before it."""
    if view.starter is None or view.outcome is not None:
        return []
    words = {"name": names[view.starter]}
    told = [
        _("%(name)s drew the last card of the deck: everybody has one last turn.") % words
        + " "
        + _("Then the most ships win, then the most colours, ships facing the same way, and cards in hand.")
    ]
    if view.starter not in view.out and view.starter not in view.left:
        told[0] += " " + _("If the best fleets are equal in everything, %(name)s wins.") % words
    if view.awaited:
        told.append(
            _("Turns still to come: %(names)s.") % {"names": listed(names[seat] for seat in view.awaited)}
        )
    return told


def watching_of(view: View, you: Seat | None) -> str:
    """A sentence for a captain who is out."""
    if view.outcome is not None or you not in view.out:
        return ""
    return _("You are out of the game, but you can keep watching.")
