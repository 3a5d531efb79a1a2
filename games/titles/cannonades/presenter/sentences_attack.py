"""Shots, boardings and grins in sentences."""

from django.utils.translation import gettext as _

from games.engine.contract import Facts
from games.engine.presenter import Names
from games.titles.cannonades.presenter.words import card_name, card_names, listed

__all__ = ["answer_skipped", "answered", "answers_dropped", "boarded", "shot"]


def _strike_words(facts: Facts, names: Names) -> dict[str, object]:
    return {
        "name": names[facts["seat"]], "card": card_name(facts["card"]), "target": names[facts["target"]],
        "number": facts["berth"] + 1,
    }  # fmt: skip


def shot(facts: Facts, names: Names) -> str:
    """A shot and what it did."""
    told = _("%(name)s shoots at berth %(number)d of %(target)s with %(card)s.") % _strike_words(facts, names)
    return f"{told} {_struck(facts)}"


def boarded(facts: Facts, names: Names) -> str:
    """A boarding and what it did."""
    told = _("%(name)s boards berth %(number)d of %(target)s with %(card)s.") % _strike_words(facts, names)
    return f"{told} {_struck(facts)}"


def _struck(facts: Facts) -> str:
    words = {"ship": card_name(facts["ship"])}
    if facts["turned_up"]:
        if facts["sunk"]:
            return _("It is %(ship)s, and it sinks.") % words
        return _("It is %(ship)s, and it stays afloat.") % words
    return _("%(ship)s sinks.") % words if facts["sunk"] else _("%(ship)s is not hit.") % words


def answered(facts: Facts, names: Names) -> str:
    """What a grin did."""
    words = {
        "name": names[facts["seat"]], "against": names[facts["against"]], "ship": card_name(facts["ship"]),
        "number": facts["berth"] + 1 if "berth" in facts else 0,
    }  # fmt: skip
    match facts["effect"]:
        case "draw":
            told = _("%(ship)s of %(name)s grins: %(name)s draws a card.") % words
            return told + (
                " " + _("Drawn: %(cards)s.") % {"cards": card_names(facts["cards"])}
                if facts.get("cards")
                else ""
            )
        case "discard":
            return _("%(ship)s of %(name)s grins: %(against)s has to discard a card.") % words
        case "reveal":
            words["card"] = card_name(facts["card"])
            return (
                _("%(ship)s of %(name)s grins: berth %(number)d of %(against)s is turned up, %(card)s.")
                % words
            )
        case _:
            return _("%(ship)s of %(name)s grins, and %(name)s does nothing.") % words


def answer_skipped(facts: Facts, names: Names) -> str:
    """A grin that could do nothing."""
    words = {"name": names[facts["seat"]], "ship": card_name(facts["ship"])}
    return _("%(ship)s of %(name)s grins, but there is nothing that it could do.") % words


def answers_dropped(facts: Facts, names: Names) -> str:
    """Grins that are not answered any more."""
    ships = listed(
        _("%(ship)s of %(name)s") % {"name": names[answer["seat"]], "ship": card_name(answer["ship"])}
        for answer in facts["answers"]
    )
    return _("Grins that are not answered any more: %(ships)s.") % {"ships": ships}
