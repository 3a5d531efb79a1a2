"""The log of Cannonades in sentences, from facts that the reader may know."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.engine.kit import Sentences, Words, also, by, either, fact, listed, seat, seats, when, winners
from games.engine.presenter import Text
from games.titles.cannonades.presenter.words import card_name, card_names


def _hands(words: Words) -> str:
    """All opening hands, if they are shown."""
    hands = (
        _("%(name)s holds %(cards)s.") % {"name": words.names[one["seat"]], "cards": card_names(one["hand"])}
        for one in words.facts.get("by_seat", ())
    )
    return " ".join(hands)


def _redraw_chosen(words: Words) -> Text:
    if "redraw" not in words.facts:
        return _("%(name)s has chosen.") % words
    if words.facts["redraw"]:
        return _("%(name)s has chosen to exchange the hand.") % words
    return _("%(name)s has chosen to keep the hand.") % words


def _dropped(words: Words) -> str:
    return listed(
        _("%(ship)s of %(name)s") % {"name": words.names[answer["seat"]], "ship": card_name(answer["ship"])}
        for answer in words.facts["answers"]
    )


def _ends_a_turn(words: Words) -> Text:
    return "" if words.facts["seat"] == words.facts["starter"] else _("The turn of %(name)s ends.") % words


def _fleets(words: Words) -> str:
    return " ".join(
        _(
            "%(name)s: ships %(ships)d, colours %(colours)d, facing the same way %(facing)d, cards in "
            "hand %(hand)d."
        )
        % {**row, "name": words.names[row["seat"]]}
        for row in words.facts["fleets"]
    )


def _tied(words: Words) -> Text:
    return _("%(tied)s are equal in everything.") % words if len(words.facts["tied"]) > 1 else ""


def _eliminated(words: Words) -> Text:
    if words.facts["by"] is None:
        return _("%(name)s ends the turn without a ship at sea, and is out.") % words
    return _("%(name)s has no ship left, and is out.") % words


def _thrown_away(words: Words) -> Any:
    cards = [*words.facts.get("ships", ()), *words.facts["discarded"]]
    return _("Discarded: %(cards)s.") % {"cards": card_names(cards)} if cards else ""


_DRAWN = _("Drawn: %(cards)s.")
_STRUCK = when(
    "turned_up",
    when("sunk", _("It is %(ship)s, and it sinks."), _("It is %(ship)s, and it stays afloat.")),
    when("sunk", _("%(ship)s sinks."), _("%(ship)s is not hit.")),
)

_TOLD = {
    "dealt": also(_("The cards are dealt."), either(_("In hand: %(hand)s."), _hands)),
    "redraw-offered": ngettext_lazy(
        "%(seats)s has fewer than two ships and may exchange the hand.",
        "%(seats)s have fewer than two ships and may exchange their hands.",
        "count",
    ),
    "redraw-chosen": _redraw_chosen,
    "hand-kept": _("%(name)s keeps the hand."),
    "hand-exchanged": also(_("%(name)s shows and discards %(shown)s, and draws as many new cards."), _DRAWN),
    "turn-begun": when(
        "stand_off",
        _("%(name)s begins the last turn."),
        when(
            "first",
            _("%(name)s begins the first turn."),
            when(
                "drawn",
                also(
                    ngettext_lazy(
                        "%(name)s begins a turn and draws %(drawn)d card.",
                        "%(name)s begins a turn and draws %(drawn)d cards.",
                        "drawn",
                    ),
                    _DRAWN,
                ),
                _("%(name)s begins a turn."),
            ),
        ),
    ),
    "ship-added": either(
        _("%(name)s adds %(card)s, face down, in berth %(number)d."),
        _("%(name)s adds a ship, face down, in berth %(number)d."),
    ),
    "shot": also(_("%(name)s shoots at berth %(number)d of %(target)s with %(card)s."), _STRUCK),
    "boarded": also(_("%(name)s boards berth %(number)d of %(target)s with %(card)s."), _STRUCK),
    "answered": by(
        "effect",
        {
            "draw": also(_("%(name)s answers with %(ship)s and draws a card."), _DRAWN),
            "discard": _("%(name)s answers with %(ship)s: %(against)s has to discard a card."),
            "reveal": _(
                "%(name)s answers with %(ship)s and turns up berth %(number)d of %(against)s: %(card)s."
            ),
            "pass": _("%(name)s does nothing with the grin of %(ship)s."),
        },
    ),
    "answer-skipped": _("%(ship)s of %(name)s grins, but can do nothing."),
    "answers-dropped": _("These grins get no answer: %(answers)s."),
    "cards-drawn": also(
        ngettext_lazy(
            "%(name)s discards %(card)s and draws %(drawn)d card.",
            "%(name)s discards %(card)s and draws %(drawn)d cards.",
            "drawn",
        ),
        _DRAWN,
    ),
    "discarded": either(
        _("%(name)s discards %(card)s, because %(asked_by)s asked for it."),
        _("%(name)s discards %(card)s."),
    ),
    "stand-off": also(
        _("%(starter)s has drawn the last card of the deck: the stand-off begins."), _ends_a_turn
    ),
    "nothing-to-salvage": _("The discard pile has no cannonade for %(name)s to take."),
    "salvaged": _("%(name)s takes %(card)s from the discard pile."),
    "compared": also(_("All ships are turned up and the fleets are compared."), _fleets, _tied),
    "card-taken": either(
        _("%(name)s takes %(card)s at random from the hand of %(from)s."),
        _("%(name)s takes a card at random from the hand of %(from)s."),
    ),
    "eliminated": also(_eliminated, _thrown_away),
    "left": also(_("%(name)s leaves the game."), _thrown_away),
    "game-over": ngettext_lazy(
        "The game is over. %(winners)s wins.",
        "The game is over. %(winners)s win together.",
        "winner_count",
    ),
}
_SPELLING = {
    **{name: seat(name) for name in ("against", "asked_by", "from", "starter", "target")},
    **{name: seats(name) for name in ("seats", "tied")},
    **{name: fact(name, card_name) for name in ("card", "ship")},
    **{name: fact(name, card_names) for name in ("cards", "hand", "shown")},
    "answers": _dropped,
    "count": fact("seats", len),
    "number": fact("berth", lambda berth: berth + 1),
    "winner_count": lambda words: len(winners(words)),
}
sentence = Sentences(_TOLD, _SPELLING)

_HIT = _("Hit: %(ship)s of %(target)s, berth %(number)d, is sunk.")
_MISS = when(
    "turned_up",
    _("Miss: berth %(number)d of %(target)s is %(ship)s."),
    _("Miss: %(ship)s of %(target)s, berth %(number)d, is not hit."),
)
# The short line for the latest ply begins with the result of a shot; the log also shows how it was made.
word = Sentences(
    {**_TOLD, "shot": when("sunk", _HIT, _MISS), "boarded": when("sunk", _HIT, _MISS)}, _SPELLING
)
