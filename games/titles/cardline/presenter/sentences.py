"""The log of Cardline in sentences."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.engine.kit import Sentences, Words, also, fact, seats, when, winners
from games.engine.presenter import Text
from games.titles.cardline.presenter.words import TRAIT_NAMES, called, place_words, value_words, with_value


def _name(words: Words, card: str) -> str:
    return called(words.facts.get("names", {}).get(card, card))


def _value(words: Words) -> str:
    return value_words(words.facts["trait"], words.facts["value"])


def _place(words: Words, pair: Any) -> str:
    left, right = (
        None if card is None else with_value(_name(words, card[0]), words.facts["trait"], card[1])
        for card in pair
    )
    return place_words(left, right)


def _short_place(words: Words, pair: Any) -> str:
    left, right = (None if card is None else _name(words, card[0]) for card in pair)
    return place_words(left, right)


def _is_last(words: Words) -> Text:
    return _("This round is the last.") if words.facts["last"] else ""


def _game_over(words: Words) -> Text:
    if len(winners(words)) == 1:
        return _("The game is over. %(winners)s wins.") % words
    return _("The game is over. %(winners)s share the first place.") % words


_TOLD: dict[str, Any] = {
    "dealt": also(
        ngettext_lazy("Everybody gets %(hand)d card.", "Everybody gets %(hand)d cards.", "hand"),
        _("%(card)s begins the line, %(trait)s %(value)s."),
    ),
    # Translators: `place` is "between A (80 kg) and B (1.2 t)", "before A (80 kg)" or "after B (1.2 t)".
    "placed": when(
        "right",
        _("%(name)s places %(card)s %(place)s. Right: %(value)s."),
        _("%(name)s places %(card)s %(place)s. Wrong: %(value)s belongs %(belongs)s."),
    ),
    "box-shuffled": also(
        ngettext_lazy(
            "The deck is empty: the %(count)d card of the box becomes the deck.",
            "The deck is empty: the %(count)d cards of the box are shuffled and become the deck.",
            "count",
        ),
        _is_last,
    ),
    "taken": _("%(name)s takes %(card)s."),
    "knock-out": also(
        _("Knock-out round %(number)d begins: %(stay)s, with one card each."), _("Out: %(out)s.")
    ),
    "left": _("%(name)s leaves the game."),
    "game-over": _game_over,
}

_SPELLING: dict[str, Any] = {
    "belongs": lambda words: _place(words, words.facts["belongs"]),
    "card": lambda words: _name(words, words.facts["card"]),
    "hand": lambda words: len(words.facts["hands"][0]),
    "out": seats("out"),
    "place": lambda words: _place(words, words.facts["beside"]),
    "stay": seats("stay"),
    "trait": fact("trait", TRAIT_NAMES.__getitem__),
    "value": _value,
    "short": lambda words: _short_place(words, words.facts["belongs"]),
}

# Translators: `short` is "between A and B", "before A" or "after B".
_WRONG = _("%(name)s places %(card)s. Wrong: %(value)s belongs %(short)s.")

sentence = Sentences(_TOLD, _SPELLING)
word = Sentences(
    {**_TOLD, "placed": when("right", _("%(name)s places %(card)s. Right: %(value)s."), _WRONG)}, _SPELLING
)
"""The short line about the latest ply. The marks on the line show the rest."""
