"""The log of Captivate in sentences, from facts that the reader may know: any card may be missing (CV-16)."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.contract import Facts
from games.engine.presenter import Names
from games.titles.captivate.presenter.words import HAND_NAMES, card_name, card_names

__all__ = ["sentence"]


def sentence(kind: str, facts: Facts, names: Names) -> str:
    """One event as a sentence."""
    return _SENTENCES[kind](facts, names)


def _dealt(facts: Facts, names: Names) -> str:
    if "card" not in facts:
        return _("Five cards are dealt to everybody, and the first card is turned up.")
    first = _("Five cards are dealt to everybody. The first card is %(card)s.") % {
        "card": card_name(facts["card"])
    }
    if "hand" not in facts:
        return first
    return _("%(first)s Your hand: %(cards)s.") % {"first": first, "cards": card_names(facts["hand"])}


def _played(facts: Facts, names: Names) -> str:
    words = {"name": names[facts["seat"]], "card": _card_or_back(facts)}
    return _("%(name)s plays %(card)s.") % words + _flips(facts)


def _captured(facts: Facts, names: Names) -> str:
    words = {"name": names[facts["seat"]], "card": _card_or_back(facts)}
    if "captured" in facts:
        words["captured"] = card_name(facts["captured"])
        return _("%(name)s captures %(captured)s with %(card)s.") % words + _flips(facts)
    return _("%(name)s captures a face-down card with %(card)s.") % words + _flips(facts)


def _card_or_back(facts: Facts) -> str:
    return card_name(facts["card"]) if "card" in facts else _("a card")


def _flips(facts: Facts) -> str:
    flipped = facts.get("flipped", [])
    if not flipped:
        return ""
    if any("card" not in flip for flip in flipped):
        told = ngettext("It flips %(count)d card.", "It flips %(count)d cards.", len(flipped))
        return " " + told % {"count": len(flipped)}
    return " " + _("It flips %(cards)s.") % {"cards": card_names(flip["card"] for flip in flipped)}


def _turn_ended(facts: Facts, names: Names) -> str:
    parts = [_("%(name)s ends the turn.") % {"name": names[facts["seat"]]}]
    if facts["captured"]:
        told = ngettext(
            "%(count)d card goes to the pile.", "%(count)d cards go to the pile.", facts["captured"]
        )
        parts.append(told % {"count": facts["captured"]})
    if facts["drawn"]:
        parts.append(_drawn(facts))
    return " ".join(parts)


def _drawn(facts: Facts) -> str:
    if facts.get("cards"):
        return _("Drawn: %(cards)s.") % {"cards": card_names(facts["cards"])}
    return ngettext("%(count)d card is drawn.", "%(count)d cards are drawn.", facts["drawn"]) % {
        "count": facts["drawn"]
    }


def _last_round(facts: Facts, names: Names) -> str:
    order = _(", ").join(names[seat] for seat in facts["order"])
    return _("The deck is empty. Everybody has one last turn: %(order)s.") % {"order": order}


def _passed_over(facts: Facts, names: Names) -> str:
    return _("%(name)s has no card left and is passed over.") % {"name": names[facts["seat"]]}


def _play_ended(facts: Facts, names: Names) -> str:
    reason = (
        _("The field is full and every card on it lies face up: play ends.")
        if facts["reason"] == "field-full"
        else _("The last round is over.")
    )
    scores = _(", ").join(f"{name} {score}" for name, score in zip(names, facts["scores"], strict=True))
    told = _("%(reason)s Scores: %(scores)s.") % {"reason": reason, "scores": scores}
    if len(facts["tied"]) == 1:
        return told
    tied = _(", ").join(names[seat] for seat in facts["tied"])
    return told + " " + _("%(tied)s are tied and throw rock, paper or scissors.") % {"tied": tied}


def _thrown(facts: Facts, names: Names) -> str:
    if "hand" in facts:
        return _("%(name)s throws %(hand)s.") % {
            "name": names[facts["seat"]],
            "hand": HAND_NAMES[facts["hand"]],
        }
    return _("%(name)s has thrown.") % {"name": names[facts["seat"]]}


def _throws_shown(facts: Facts, names: Names) -> str:
    throws = _(", ").join(f"{names[throw['seat']]} {HAND_NAMES[throw['hand']]}" for throw in facts["hands"])
    told = _("The throws: %(throws)s.") % {"throws": throws}
    if not facts["dropped"]:
        return told + " " + _("Nobody drops out.")
    return (
        told + " " + _("Out: %(names)s.") % {"names": _(", ").join(names[seat] for seat in facts["dropped"])}
    )


def _drawn_at_random(facts: Facts, names: Names) -> str:
    return _("After five rounds that decided nothing, the lot falls on %(name)s.") % {
        "name": names[facts["seat"]]
    }


def _left(facts: Facts, names: Names) -> str:
    return _("%(name)s leaves the game.") % {"name": names[facts["seat"]]}


def _game_over(facts: Facts, names: Names) -> str:
    winners = [name for name, rank in zip(names, facts["ranks"], strict=True) if rank == 1]
    return _("The game is over. %(name)s wins.") % {"name": _(", ").join(winners)}


_SENTENCES: dict[str, Callable[[Any, Names], str]] = {
    "dealt": _dealt,
    "played": _played,
    "captured": _captured,
    "turn-ended": _turn_ended,
    "last-round": _last_round,
    "passed-over": _passed_over,
    "play-ended": _play_ended,
    "thrown": _thrown,
    "throws-shown": _throws_shown,
    "drawn-at-random": _drawn_at_random,
    "left": _left,
    "game-over": _game_over,
}
