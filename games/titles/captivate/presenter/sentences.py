"""The log of Captivate in sentences, from facts that the reader may know: any card may be missing (CV-16)."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.engine.kit import Sentences, Words, also, by, either, fact, listed, seats, when
from games.titles.captivate.presenter.words import HAND_NAMES, card_name, card_names, place_name


def _flips(words: Words) -> str:
    flipped = words.known("flipped")
    if any("card" not in flip for flip in flipped):
        return _("It flips %(places)s.") % {"places": listed(place_name(flip["cell"]) for flip in flipped)}
    return _("It flips %(cards)s.") % {"cards": card_names(flip["card"] for flip in flipped)}


def _tied(words: Words) -> str:
    if len(words.facts["tied"]) == 1:
        return ""
    return _("%(tied)s are tied and throw rock, paper or scissors.") % words


def _throws(words: Words) -> str:
    throws = words.facts["hands"]
    return listed((f"{words.names[throw['seat']]} {HAND_NAMES[throw['hand']]}" for throw in throws), "")


sentence = Sentences(
    {
        "dealt": either(
            _("The cards are dealt. The first card is %(card)s. Your hand: %(hand)s."),
            _("The cards are dealt. The first card is %(card)s."),
            _("The cards are dealt, and the first card is turned up."),
        ),
        # Translators: `place` is a cell of the field, such as "D4".
        "played": also(
            either(_("%(name)s plays %(card)s at %(place)s."), _("%(name)s plays a card at %(place)s.")), _flips
        ),
        "captured": also(
            either(
                _("%(name)s captures %(captured)s at %(place)s with %(card)s."),
                _("%(name)s captures a face-down card at %(place)s with %(card)s."),
                _("%(name)s captures a face-down card at %(place)s."),
            ),
            _flips,
        ),
        "turn-ended": also(
            _("%(name)s ends the turn."),
            when("captured", ngettext_lazy(
                "%(count)d card goes to the pile.", "%(count)d cards go to the pile.", "count"
            )),
            either(_("Drawn: %(cards)s."), when("drawn", ngettext_lazy(
                "%(drawn)d card is drawn.", "%(drawn)d cards are drawn.", "drawn"
            ))),
        ),
        "last-round": _("The deck is empty. Everybody has one last turn, in this order: %(order)s."),
        "passed-over": _("%(name)s has no cards left and is skipped."),
        "play-ended": also(
            by("reason", {
                "field-full": _("The field is full and every card is face up: play ends."),
                "last-round": _("The last round is over."),
            }),
            _("Scores: %(scores)s."),
            _tied,
        ),
        "thrown": either(_("%(name)s throws %(throw)s."), _("%(name)s has thrown.")),
        "throws-shown": also(
            _("The throws: %(throws)s."), either(_("Out: %(dropped)s."), _("Nobody drops out."))
        ),
        "drawn-at-random": _("The throws decided nothing: %(name)s is drawn by lot and wins."),
        "left": _("%(name)s leaves the game."),
        "game-over": _("The game is over. %(winners)s wins."),
    },
    {
        "captured": fact("captured", card_name), "card": fact("card", card_name), "cards": fact("cards", card_names),
        "count": fact("captured"), "dropped": seats("dropped"), "hand": fact("hand", card_names),
        "order": seats("order"), "place": fact("cell", place_name), "throw": fact("hand", HAND_NAMES.__getitem__),
        "throws": _throws, "tied": seats("tied"),
    },
)  # fmt: skip
