"""The log of Cannonades in sentences, from facts that the reader may know."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.contract import Facts
from games.engine.presenter import Names
from games.titles.cannonades.presenter import sentences_attack as attack
from games.titles.cannonades.presenter.words import card_name, card_names, listed

__all__ = ["sentence"]


def sentence(type_: str, facts: Facts, names: Names) -> str:
    """One event as a sentence."""
    return _SENTENCES[type_](facts, names)


def _dealt(facts: Facts, names: Names) -> str:
    told = _("Five cards are dealt to everybody.")
    if "hand" in facts:
        return told + " " + _("In hand: %(cards)s.") % {"cards": card_names(facts["hand"])}
    hands = (
        _("%(name)s holds %(cards)s.") % {"name": names[one["seat"]], "cards": card_names(one["hand"])}
        for one in facts.get("by_seat", ())
    )
    return " ".join([told, *hands])


def _redraw_offered(facts: Facts, names: Names) -> str:
    words = {"names": listed(names[seat] for seat in facts["seats"])}
    return ngettext(
        "%(names)s holds fewer than two ships and may exchange the hand.",
        "%(names)s hold fewer than two ships and may exchange their hands.",
        len(facts["seats"]),
    ) % words  # fmt: skip


def _redraw_chosen(facts: Facts, names: Names) -> str:
    words = {"name": names[facts["seat"]]}
    if "redraw" not in facts:
        return _("%(name)s has chosen.") % words
    if facts["redraw"]:
        return _("%(name)s has chosen to exchange the hand.") % words
    return _("%(name)s has chosen to keep the hand.") % words


def _hand_kept(facts: Facts, names: Names) -> str:
    return _("%(name)s keeps the hand.") % {"name": names[facts["seat"]]}


def _hand_exchanged(facts: Facts, names: Names) -> str:
    words = {"name": names[facts["seat"]], "cards": card_names(facts["shown"])}
    return _("%(name)s shows and discards %(cards)s, and draws five new cards.") % words + _drawn(facts)


def _drawn(facts: Facts) -> str:
    if not facts.get("cards"):
        return ""
    return " " + _("Drawn: %(cards)s.") % {"cards": card_names(facts["cards"])}


def _turn_begun(facts: Facts, names: Names) -> str:
    words = {"name": names[facts["seat"]], "count": facts["drawn"]}
    if facts["stand_off"]:
        return _("%(name)s begins the last turn.") % words
    if facts["first"]:
        return _("%(name)s begins the first turn.") % words
    if not facts["drawn"]:
        return _("%(name)s begins a turn.") % words
    told = ngettext(
        "%(name)s begins a turn and draws %(count)d card.",
        "%(name)s begins a turn and draws %(count)d cards.",
        facts["drawn"],
    )
    return told % words + _drawn(facts)


def _ship_added(facts: Facts, names: Names) -> str:
    words = {"name": names[facts["seat"]], "number": facts["berth"] + 1}
    if "card" in facts:
        words["card"] = card_name(facts["card"])
        return _("%(name)s adds %(card)s, face down, in berth %(number)d.") % words
    return _("%(name)s adds a ship, face down, in berth %(number)d.") % words


def _cards_drawn(facts: Facts, names: Names) -> str:
    words = {"name": names[facts["seat"]], "card": card_name(facts["card"]), "count": facts["drawn"]}
    told = ngettext(
        "%(name)s discards %(card)s and draws %(count)d card.",
        "%(name)s discards %(card)s and draws %(count)d cards.",
        facts["drawn"],
    )
    return told % words + _drawn(facts)


def _discarded(facts: Facts, names: Names) -> str:
    words = {"name": names[facts["seat"]], "card": card_name(facts["card"])}
    if facts["asked_by"] is None:
        return _("%(name)s discards %(card)s.") % words
    words["by"] = names[facts["asked_by"]]
    return _("%(name)s discards %(card)s, because %(by)s asked for it.") % words


def _stand_off(facts: Facts, names: Names) -> str:
    told = _("%(name)s has drawn the last card of the deck: the stand-off begins.") % {
        "name": names[facts["starter"]]
    }
    if facts["seat"] == facts["starter"]:
        return told
    return told + " " + _("The turn of %(name)s ends.") % {"name": names[facts["seat"]]}


def _nothing_to_salvage(facts: Facts, names: Names) -> str:
    return _("There is no cannonade in the discard pile for %(name)s to take.") % {
        "name": names[facts["seat"]]
    }


def _salvaged(facts: Facts, names: Names) -> str:
    words = {"name": names[facts["seat"]], "card": card_name(facts["card"])}
    return _("%(name)s takes %(card)s from the discard pile.") % words


def _compared(facts: Facts, names: Names) -> str:
    rows = " ".join(_compared_row(row, names) for row in facts["fleets"])
    told = _("All ships are turned up and the fleets are compared.") + " " + rows
    if len(facts["tied"]) < 2:
        return told
    return told + " " + _("%(names)s are equal.") % {"names": listed(names[seat] for seat in facts["tied"])}


def _compared_row(row: Facts, names: Names) -> str:
    words = {**row, "name": names[row["seat"]]}
    return (
        _(
            "%(name)s: ships %(ships)d, colours %(colours)d, facing one way %(facing)d, cards in hand %(hand)d."
        )
        % words
    )


def _card_taken(facts: Facts, names: Names) -> str:
    words = {"name": names[facts["seat"]], "other": names[facts["from"]]}
    if "card" in facts:
        words["card"] = card_name(facts["card"])
        return _("%(name)s takes %(card)s at random from the hand of %(other)s.") % words
    return _("%(name)s takes a card at random from the hand of %(other)s.") % words


def _eliminated(facts: Facts, names: Names) -> str:
    words = {"name": names[facts["seat"]]}
    told = (
        _("%(name)s has no ship on the table at the end of the turn, and is out.")
        if facts["by"] is None
        else _("%(name)s has lost the last ship, and is out.")
    )
    return told % words + _thrown_away(facts["discarded"])


def _thrown_away(cards: list[str]) -> str:
    return " " + _("Discarded: %(cards)s.") % {"cards": card_names(cards)} if cards else ""


def _left(facts: Facts, names: Names) -> str:
    return _("%(name)s leaves the game.") % {"name": names[facts["seat"]]} + _thrown_away(
        [*facts["ships"], *facts["discarded"]]
    )


def _game_over(facts: Facts, names: Names) -> str:
    winners = [name for name, rank in zip(names, facts["ranks"], strict=True) if rank == 1]
    return ngettext(
        "The game is over. %(names)s wins.", "The game is over. %(names)s win together.", len(winners)
    ) % {"names": listed(winners)}  # fmt: skip


_SENTENCES: dict[str, Callable[[Any, Names], str]] = {
    "dealt": _dealt,
    "redraw-offered": _redraw_offered,
    "redraw-chosen": _redraw_chosen,
    "hand-kept": _hand_kept,
    "hand-exchanged": _hand_exchanged,
    "turn-begun": _turn_begun,
    "ship-added": _ship_added,
    "shot": attack.shot,
    "boarded": attack.boarded,
    "answered": attack.answered,
    "answer-skipped": attack.answer_skipped,
    "answers-dropped": attack.answers_dropped,
    "cards-drawn": _cards_drawn,
    "discarded": _discarded,
    "stand-off": _stand_off,
    "nothing-to-salvage": _nothing_to_salvage,
    "salvaged": _salvaged,
    "compared": _compared,
    "card-taken": _card_taken,
    "eliminated": _eliminated,
    "left": _left,
    "game-over": _game_over,
}
