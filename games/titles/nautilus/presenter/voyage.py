"""The log of the submarine's ways and of chips that change hands, in sentences."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.contract import Facts
from games.engine.presenter import Names, Text
from games.titles.nautilus.presenter.words import (
    SPECIAL_NAMES,
    card_name,
    chip_name,
    join,
    place_name,
    square_name,
)

__all__ = ["VOYAGE"]


_STEPS: dict[tuple[str, int], Text] = {
    ("depth", 1): gettext_lazy("%(name)s rises by %(card)s, to %(place)s."),
    ("depth", -1): gettext_lazy("%(name)s dives by %(card)s, to %(place)s."),
    ("course", 1): gettext_lazy("%(name)s turns right by %(card)s, to %(place)s."),
    ("course", -1): gettext_lazy("%(name)s turns left by %(card)s, to %(place)s."),
    ("current", 1): gettext_lazy("%(name)s turns the sea clockwise by %(card)s, to %(place)s."),
    ("current", -1): gettext_lazy("%(name)s turns the sea anticlockwise by %(card)s, to %(place)s."),
}


def _steered(facts: Facts, names: Names) -> str:
    words = {"name": names[facts["seat"]], "card": _by(facts["by"]), "place": place_name(facts["place"])}
    told = str(_STEPS[(facts["axis"], facts["step"])]) % words
    return told + " " + _("Nothing lies there.") if facts["empty"] else told


def _by(card: str) -> str:
    if card == "arrow":
        return _("the arrow")
    return str(SPECIAL_NAMES[card]) if card in SPECIAL_NAMES else card_name(card)


def _turned_up(facts: Facts, names: Names) -> str:
    return _("The blue chip there is turned up: %(chip)s.") % {"chip": chip_name(facts["chip"])}


def _took(facts: Facts, names: Names) -> str:
    words = {
        "name": names[facts["seat"]],
        "chip": chip_name(facts["chip"]),
        "square": square_name(facts["square"]),
    }
    return _("%(name)s takes %(chip)s, onto %(square)s.") % words


def _left_lying(facts: Facts, names: Names) -> str:
    words = {"name": names[facts["seat"]], "chip": chip_name(facts["chip"])}
    return _("The row of %(name)s is full: %(chip)s stays in the ocean.") % words


def _anchor_found(facts: Facts, names: Names) -> str:
    return _("%(name)s has found an anchor.") % {"name": names[facts["seat"]]}


def _special_gained(facts: Facts, names: Names) -> str:
    words = {"name": names[facts["seat"]], "special": SPECIAL_NAMES[facts["card"]]}
    told = _("%(name)s gives the anchor for %(special)s.") % words
    if facts["top"] is None:
        return told + " " + _("That was the last special card.")
    return told + " " + _("The next special card is %(special)s.") % {"special": SPECIAL_NAMES[facts["top"]]}


def _arrow_met(facts: Facts, names: Names) -> str:
    return _("The arrow carries %(name)s one step further.") % {"name": names[facts["seat"]]}


def _arrow_spent(facts: Facts, names: Names) -> str:
    return _("The arrow has carried %(name)s already.") % {"name": names[facts["seat"]]}


def _star_removed(facts: Facts, names: Names) -> str:
    words = {"place": place_name(facts["place"])}
    return _("Stars bar every step, so the one at %(place)s leaves the game.") % words


def _row_full(facts: Facts, names: Names) -> str:
    words = {"name": names[facts["seat"]], "row": facts["row"]}
    return _("Row %(row)d of %(name)s is full: the round ends after this turn.") % words


def _swapped(facts: Facts, names: Names) -> str:
    first, second = (
        _("%(chip)s on %(square)s") % {"chip": chip_name(chip), "square": square_name(square)}
        for chip, square in zip(facts["chips"], reversed(facts["squares"]), strict=True)
    )
    words = {"name": names[facts["seat"]], "chips": join([first, second])}
    return _("%(name)s swaps two chips. Now: %(chips)s.") % words


def _traded(facts: Facts, names: Names) -> str:
    mine, theirs = facts["chips"]
    words = {
        "name": names[facts["seat"]], "mine": chip_name(mine), "at": square_name(facts["squares"][0]),
        "other": names[facts["victim"]], "theirs": chip_name(theirs), "there": square_name(facts["squares"][1]),
    }  # fmt: skip
    return _("%(name)s trades %(mine)s (%(at)s) for %(theirs)s of %(other)s (%(there)s).") % words


def _shifted(facts: Facts, names: Names) -> str:
    words = {"name": names[facts["seat"]], **_chip_way(facts)}
    return _("%(name)s moves %(chip)s from %(square)s to %(to)s.") % words


def _fished(facts: Facts, names: Names) -> str:
    words = {
        "name": names[facts["seat"]], "chip": chip_name(facts["chip"]), "back": chip_name(facts["back"]),
        "place": place_name(facts["place"]), "square": square_name(facts["square"]),
    }  # fmt: skip
    return _("%(name)s fishes %(chip)s from %(place)s, onto %(square)s, and lays %(back)s there.") % words


def _rang(facts: Facts, names: Names) -> str:
    words = {"name": names[facts["seat"]], "other": names[facts["victim"]], **_chip_way(facts)}
    return _("%(name)s takes %(chip)s from %(square)s of %(other)s, onto %(to)s.") % words


def _chip_way(facts: Facts) -> dict[str, str]:
    return {
        "chip": chip_name(facts["chip"]),
        "square": square_name(facts["square"]),
        "to": square_name(facts["to"]),
    }


def _renumbered(facts: Facts, names: Names) -> str:
    words = {"name": names[facts["seat"]], "order": join(names[seat] for seat in facts["order"])}
    return _("%(name)s deals the number chips anew, from 1: %(order)s.") % words


VOYAGE: dict[str, Callable[[Any, Names], str]] = {
    "steered": _steered,
    "turned-up": _turned_up,
    "took": _took,
    "left-lying": _left_lying,
    "anchor-found": _anchor_found,
    "special-gained": _special_gained,
    "arrow-met": _arrow_met,
    "arrow-spent": _arrow_spent,
    "star-removed": _star_removed,
    "row-full": _row_full,
    "swapped": _swapped,
    "traded": _traded,
    "shifted": _shifted,
    "fished": _fished,
    "rang": _rang,
    "renumbered": _renumbered,
}
