"""The log of 20,000 Miles under the Sea in sentences: cards, orders, rounds, the end.

All facts are public but for sealed cards (NA-8); what happens at sea stands in `voyage`, counts in `counted`.
"""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.contract import Facts
from games.engine.presenter import Names
from games.titles.nautilus.presenter.counted import round_counted
from games.titles.nautilus.presenter.voyage import VOYAGE
from games.titles.nautilus.presenter.words import SPECIAL_NAMES, card_name, commit_name, join

__all__ = ["sentence"]


def sentence(kind: str, facts: Facts, names: Names) -> str:
    """One event as a sentence."""
    return _SENTENCES[kind](facts, names)


def _in_order(seats: Any, names: Names) -> str:
    return join(names[seat] for seat in seats)


def _dealt(facts: Facts, names: Names) -> str:
    words = {"order": _in_order(facts["order"], names), "special": SPECIAL_NAMES[facts["top"]]}
    told = _("The ocean is filled. Number chips from 1: %(order)s. The first special card is %(special)s.")
    return told % words


def _committed(facts: Facts, names: Names) -> str:
    words = {"name": names[facts["seat"]]}
    if "card" not in facts:
        return _("%(name)s lays a card face down.") % words
    words["card"] = commit_name(facts["card"], facts["special"])
    return _("%(name)s plays %(card)s.") % words


def _revealed(facts: Facts, names: Names) -> str:
    shown = join(
        f"{names[laid['seat']]} {commit_name(laid['card'], laid['special'])}" for laid in facts["commits"]
    )
    return _("The cards are shown: %(cards)s.") % {"cards": shown}


def _ordered(facts: Facts, names: Names) -> str:
    words = {"order": _in_order(facts["order"], names)}
    if facts["reversed_by"] is None:
        return _("They sail in this order: %(order)s.") % words
    words["name"] = names[facts["reversed_by"]]
    return _("The Reverse of %(name)s turns the order round: %(order)s.") % words


def _hand_card_lost(facts: Facts, names: Names) -> str:
    words = {"name": names[facts["seat"]], "card": card_name(facts["card"])}
    return _("No step is open for %(card)s of %(name)s: it is skipped.") % words


def _skipped(facts: Facts, names: Names) -> str:
    words = {"name": names[facts["seat"]], "card": card_name(facts["card"])}
    return _("%(name)s does nothing with %(card)s.") % words


def _special_used(facts: Facts, names: Names) -> str:
    words = {"name": names[facts["seat"]], "special": SPECIAL_NAMES[facts["card"]]}
    return _("%(name)s uses %(special)s.") % words


def _special_given_up(facts: Facts, names: Names) -> str:
    words = {"name": names[facts["seat"]], "special": SPECIAL_NAMES[facts["card"]]}
    return _("%(name)s gives up %(special)s.") % words


def _turn_ended(facts: Facts, names: Names) -> str:
    if not facts["taken_up"]:
        return ""
    who = _in_order(facts["taken_up"], names)
    return _("All twelve hand cards are played and taken up again: %(names)s.") % {"names": who}


def _round_began(facts: Facts, names: Names) -> str:
    count = len(facts["filled"])
    told = ngettext(
        "Round %(round)d begins. %(count)d place of the ocean is filled.",
        "Round %(round)d begins. %(count)d places of the ocean are filled.",
        count,
    )
    return told % {"round": facts["round"], "count": count}


def _left(facts: Facts, names: Names) -> str:
    words = {"name": names[facts["seat"]]}
    if not facts["specials"]:
        return _("%(name)s leaves the game.") % words
    words["cards"] = join(SPECIAL_NAMES[card] for card in facts["specials"])
    return _("%(name)s leaves the game. Back under the special cards: %(cards)s.") % words


def _game_over(facts: Facts, names: Names) -> str:
    winners = join(name for name, rank in zip(names, facts["ranks"], strict=True) if rank == 1)
    scores = join(f"{name} {score}" for name, score in zip(names, facts["scores"], strict=True))
    return _("The game is over. Scores: %(scores)s. %(name)s wins.") % {"scores": scores, "name": winners}


_SENTENCES: dict[str, Callable[[Any, Names], str]] = {
    "dealt": _dealt,
    "committed": _committed,
    "revealed": _revealed,
    "ordered": _ordered,
    "hand-card-lost": _hand_card_lost,
    "skipped": _skipped,
    "special-used": _special_used,
    "special-given-up": _special_given_up,
    "turn-ended": _turn_ended,
    "round-counted": round_counted,
    "round-began": _round_began,
    "left": _left,
    "game-over": _game_over,
    **VOYAGE,
}
