"""The words of Blank, on the plain board."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.engine.contract import Seat
from games.engine.kit import PlainBoard, Sentences, also, fact, listed
from games.engine.presenter import Names, Presenter, Tally, Text
from tests.blank_title.blank.observe import View
from tests.blank_title.blank.state import Move


def prompt(view: View, seat: Seat) -> Text:
    """Return the question to the seat to act."""
    return _("Your turn: lay a card.")


def tallies(view: View, seat: Seat) -> tuple[Tally, ...]:
    """Return how many cards the seat holds."""
    return (Tally(_("Hand"), view.counts[seat]),)


def button(move: Move, names: Names) -> str:
    """Return the text on the button of a move."""
    return str(_("Lay %(card)s") % {"card": move.card})


PRESENTER = Presenter(
    name=_("Blank"),
    tagline=_("Lay the highest card."),
    credits=_("A game to begin from."),
    options={},
    reasons={
        "all-laid": _("Everybody has laid a card."),
        "left": _("All others left the game."),
    },
    board=PlainBoard(
        labels={
            "hand": _("Your hand"),
            "laid": _("Laid"),
            "hands": _("Hands"),
            "deck": _("Deck"),
        },
        by_seat={"laid", "hands"},
        button=button,
    ),
    prompt=prompt,
    sentence=Sentences(
        {
            "dealt": also(
                ngettext_lazy("Everybody gets %(count)d card.", "Everybody gets %(count)d cards.", "count"),
                _("Yours: %(cards)s."),
            ),
            "laid": _("%(name)s lays %(card)s."),
            "left": _("%(name)s leaves the game."),
            "game-over": _("The game is over. %(winners)s wins."),
        },
        {"cards": fact("cards", listed)},
    ),
    tallies=tallies,
    rules=(
        _("There is a deck of 20 cards, numbered from 1 to 20. Everybody is dealt three."),
        _("In turn, everybody lays one card face up. The highest card wins."),
        _("Hands and deck are hidden until the game is over."),
    ),
)
