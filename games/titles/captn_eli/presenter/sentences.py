"""The log of Capt'n Eli in sentences, from facts that the reader may know: cards may be missing (CE-4, CE-8, CE-20)."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.contract import Facts
from games.engine.presenter import Names
from games.titles.captn_eli.cards import ORIGINAL
from games.titles.captn_eli.ending import BECALMED
from games.titles.captn_eli.presenter.endings import REASONS
from games.titles.captn_eli.presenter.words import card_name, joined, place_name

__all__ = ["sentence"]


def sentence(type: str, facts: Facts, names: Names) -> str:  # noqa: A002  # the presenter's word
    """One event as a sentence."""
    return _SENTENCES[type](facts, names)


def _opened(facts: Facts, names: Names) -> str:
    if facts["cards"] == "all":
        return _("Everybody chooses a squad in secret, out of the whole set.")
    told = _("Everybody is dealt a pool of cards and chooses a squad from it in secret.")
    if "pool" in facts:
        return told + " " + _("Your pool: %(cards)s.") % {"cards": _pool(facts["pool"])}
    pools = zip(names, facts.get("pools", ()), strict=False)
    shown = [
        _("The pool of %(name)s: %(cards)s.") % {"name": name, "cards": _pool(pool)} for name, pool in pools
    ]
    return " ".join([told, *shown])


def _pool(cards: Any) -> str:
    """A pool without the further copies that come with a STACKED character."""
    return _cards(card for card in cards if card == ORIGINAL[card])


def _squad_chosen(facts: Facts, names: Names) -> str:
    words = {"name": names[facts["seat"]]}
    if "cards" not in facts:
        return _("%(name)s has chosen a squad.") % words
    character, *supports = facts["cards"]
    words |= {"character": card_name(character), "supports": _cards(supports)}
    return _("%(name)s chooses %(character)s with %(supports)s.") % words


def _begun(facts: Facts, names: Names) -> str:
    return _("Both squads are ready. %(name)s begins.") % {"name": names[facts["seat"]]}


def _placed(facts: Facts, names: Names) -> str:
    words = {**_who_and_what(facts, names), "place": place_name(facts["cell"])}
    if words["card"]:
        return _("%(name)s lays %(card)s at %(place)s, face down.") % words
    return _("%(name)s lays a card at %(place)s, face down.") % words


def _wedged(facts: Facts, names: Names) -> str:
    words = {**_who_and_what(facts, names), "place": place_name(facts["cell"])}
    told = (
        _("%(name)s wedges %(card)s in at %(place)s, face down.") % words
        if words["card"]
        else _("%(name)s wedges a card in at %(place)s, face down.") % words
    )
    moved = (
        _("The cards beyond it move one row north.")
        if facts["rows_moved"] < 0
        else _("The cards beyond it move one row south.")
    )
    return f"{told} {moved}"


def _moved(facts: Facts, names: Names) -> str:
    words = {**_who_and_what(facts, names), "at": place_name(facts["at"]), "to": place_name(facts["to"])}
    if words["card"]:
        return _("%(name)s moves %(card)s from %(at)s to %(to)s.") % words
    return _("%(name)s moves a face-down card from %(at)s to %(to)s.") % words


def _flipped(facts: Facts, names: Names) -> str:
    return _("%(name)s turns up %(card)s at %(place)s.") % _at(facts, names)


def _revealed(facts: Facts, names: Names) -> str:
    return _("%(name)s turns up %(card)s at %(place)s, in the place of the one removed.") % _at(facts, names)


def _challenged(facts: Facts, names: Names) -> str:
    words = {**_at(facts, names), "target": place_name(facts["target"])}
    if not facts["through"]:
        return _("%(card)s of %(name)s challenges the card at %(target)s.") % words
    words["through"] = _cards(step["card"] for step in facts["through"])
    return _("%(card)s of %(name)s challenges the card at %(target)s through %(through)s.") % words


def _turned_up(facts: Facts, names: Names) -> str:
    return _("It is turned up: %(card)s of %(name)s.") % _at(facts, names)


def _mystic(facts: Facts, names: Names) -> str:
    return _("%(card)s of %(name)s is MYSTIC:") % _at(facts, names)


def _turned_down(facts: Facts, names: Names) -> str:
    return _("%(card)s of %(name)s is turned face down.") % _at(facts, names)


def _challenge_over(facts: Facts, names: Names) -> str:
    return _("The challenge is over, and nothing is removed.")


def _compared(facts: Facts, names: Names) -> str:
    words = {"attack": _total(facts, "attack", "attackers"), "defence": _total(facts, "defence", "defenders")}
    if facts["won"]:
        return _("%(attack)s against %(defence)s: the challenge wins.") % words
    return _("%(attack)s against %(defence)s: not higher, nothing is removed.") % words


def _total(facts: Facts, name: str, parts: str) -> str:
    """One side of the sum, card by card where the event tells the cards."""
    total, terms = str(facts[name]), facts.get(parts, ())
    if not terms:
        return total
    # Translators: one card and its value in a sum, such as "Dolphin 1".
    listed = [
        _("%(card)s %(value)d") % {"card": card_name(term["card"]), "value": term["value"]} for term in terms
    ]
    return f"{' + '.join(listed)} = {total}" if len(listed) > 1 else listed[0]


def _marked(facts: Facts, names: Names) -> str:
    return _("%(card)s of %(name)s is TENACIOUS: it is marked and stays.") % _at(facts, names)


def _declined(facts: Facts, names: Names) -> str:
    return _("%(name)s makes no use of SACRIFICE.") % _at(facts, names)


def _removed(facts: Facts, names: Names) -> str:
    if facts["cause"] == "sacrifice":
        return _("%(name)s gives up %(card)s instead: SACRIFICE.") % _at(facts, names)
    return _("%(card)s of %(name)s is removed.") % _at(facts, names)


def _must_reveal(facts: Facts, names: Names) -> str:
    return _("%(name)s must turn up another copy.") % {"name": names[facts["seat"]]}


def _passed_over(facts: Facts, names: Names) -> str:
    return _("%(name)s can do nothing and is passed over.") % {"name": names[facts["seat"]]}


def _becalmed(facts: Facts, names: Names) -> str:
    told = _("Becalmed: for %(turns)d turns nothing has happened.") % {"turns": BECALMED}
    counted = []
    for name, cards, values in zip(names, facts["cards"], facts["values"], strict=True):
        words = {"name": name, "cards": cards, "values": values}
        line = ngettext(
            "%(name)s: %(cards)d card worth %(values)d.", "%(name)s: %(cards)d cards worth %(values)d.", cards
        )
        counted.append(line % words)
    return " ".join([told, *counted])


def _left(facts: Facts, names: Names) -> str:
    return _("%(name)s leaves the game.") % {"name": names[facts["seat"]]}


def _game_over(facts: Facts, names: Names) -> str:
    winners = [name for name, rank in zip(names, facts["ranks"], strict=True) if rank == 1]
    if len(winners) > 1:
        return _("The game is over: a draw.")
    reason = REASONS[facts["reason"]]
    return _("%(reason)s The game is over, and %(name)s wins.") % {"reason": reason, "name": winners[0]}


def _who_and_what(facts: Facts, names: Names) -> dict[str, str]:
    return {"name": names[facts["seat"]], "card": card_name(facts["card"]) if "card" in facts else ""}


def _at(facts: Facts, names: Names) -> dict[str, str]:
    """An event about a card that everybody sees."""
    return {"name": names[facts["seat"]], "card": card_name(facts["card"]), "place": place_name(facts["at"])}


def _cards(cards: Any) -> str:
    return joined(card_name(card) for card in cards)


_SENTENCES: dict[str, Callable[[Any, Names], str]] = {
    "opened": _opened,
    "squad-chosen": _squad_chosen,
    "begun": _begun,
    "placed": _placed,
    "wedged": _wedged,
    "moved": _moved,
    "flipped": _flipped,
    "revealed": _revealed,
    "challenged": _challenged,
    "turned-up": _turned_up,
    "mystic": _mystic,
    "turned-down": _turned_down,
    "challenge-over": _challenge_over,
    "compared": _compared,
    "marked": _marked,
    "declined": _declined,
    "removed": _removed,
    "must-reveal": _must_reveal,
    "passed-over": _passed_over,
    "becalmed": _becalmed,
    "left": _left,
    "game-over": _game_over,
}
