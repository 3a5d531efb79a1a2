"""The log of Cardline in sentences."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.contract import Facts
from games.engine.presenter import Names
from games.titles.cardline.presenter.words import TRAIT_NAMES, listed, place_words, value_words, with_value

__all__ = ["sentence"]

_LAST_SHUFFLE = 3  # CL-13


def sentence(type_: str, facts: Facts, names: Names) -> str:
    """One event as a sentence."""
    return _SENTENCES[type_](facts, names)


def _dealt(facts: Facts, names: Names) -> str:
    count = len(facts["hands"][0])
    dealt = ngettext("Everybody gets %(count)d card.", "Everybody gets %(count)d cards.", count) % {
        "count": count
    }
    trait, card = facts["trait"], _name(facts, facts["card"])
    words = {"card": card, "trait": TRAIT_NAMES[trait], "value": value_words(trait, facts["value"])}
    return dealt + " " + _("%(card)s begins the line, %(trait)s %(value)s.") % words


def _placed(facts: Facts, names: Names) -> str:
    words = {
        "name": names[facts["seat"]], "card": _name(facts, facts["card"]), "place": _place(facts, "beside"),
        "value": value_words(facts["trait"], facts["value"]),
    }  # fmt: skip
    if facts["right"]:
        # Translators: `place` is "between A (80 kg) and B (1.2 t)", "before A (80 kg)" or "after B (1.2 t)".
        return _("%(name)s places %(card)s %(place)s. Right: %(value)s.") % words
    words["belongs"] = _place(facts, "belongs")
    return _("%(name)s places %(card)s %(place)s. Wrong: %(value)s belongs %(belongs)s.") % words


def _place(facts: Facts, key: str) -> str:
    left, right = (
        None if card is None else with_value(_name(facts, card[0]), facts["trait"], card[1])
        for card in facts[key]
    )
    return place_words(left, right)


def _name(facts: Facts, card: str) -> str:
    return str(facts.get("names", {}).get(card, card))


def _box_shuffled(facts: Facts, names: Names) -> str:
    told = ngettext(
        "The deck is empty: the %(count)d card of the box becomes the deck.",
        "The deck is empty: the %(count)d cards of the box are shuffled and become the deck.",
        facts["count"],
    ) % {"count": facts["count"]}
    if facts["times"] < _LAST_SHUFFLE:
        return told
    return told + " " + _("That was the third time, so this round is the last.")


def _taken(facts: Facts, names: Names) -> str:
    return _("%(name)s takes %(card)s.") % {"name": names[facts["seat"]], "card": _name(facts, facts["card"])}


def _knock_out(facts: Facts, names: Names) -> str:
    words = {"number": facts["number"], "stay": listed(names[seat] for seat in facts["stay"])}
    told = _("Knock-out round %(number)d begins: %(stay)s, with one card each.") % words
    if not facts["out"]:
        return told
    return told + " " + _("Out: %(names)s.") % {"names": listed(names[seat] for seat in facts["out"])}


def _left(facts: Facts, names: Names) -> str:
    return _("%(name)s leaves the game.") % {"name": names[facts["seat"]]}


def _game_over(facts: Facts, names: Names) -> str:
    first = [name for name, rank in zip(names, facts["ranks"], strict=True) if rank == 1]
    if len(first) == 1:
        return _("The game is over. %(name)s wins.") % {"name": first[0]}
    return _("The game is over. %(names)s share the first place.") % {"names": listed(first)}


_SENTENCES: dict[str, Callable[[Any, Names], str]] = {
    "dealt": _dealt,
    "placed": _placed,
    "box-shuffled": _box_shuffled,
    "taken": _taken,
    "knock-out": _knock_out,
    "left": _left,
    "game-over": _game_over,
}
