"""Blank for people: its words, on the plain board."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.contract import Seat
from games.engine.kit import PlainBoard, Sentences, Words, fact, listed, winners
from games.engine.presenter import Names, Presenter, Tally, Text
from tests.blank_title.blank.observe import View
from tests.blank_title.blank.state import Move

__all__ = ["PRESENTER"]


def prompt(view: View, seat: Seat) -> Text:
    """What the seat that is to act is asked."""
    return _("Your turn: lay a card.")


def tallies(view: View, seat: Seat) -> tuple[Tally, ...]:
    """How many cards the seat holds."""
    return (Tally(_("Hand"), view.counts[seat]),)


def button(move: Move, names: Names) -> str:
    """What the button of a move says."""
    return _("Lay %(card)s") % {"card": move.card}


def _dealt(words: Words) -> str:
    count = words.facts["count"]
    told = ngettext("Everybody gets %(count)d card.", "Everybody gets %(count)d cards.", count) % {
        "count": count
    }
    cards = words.facts.get("cards")  # for the seat alone that got them
    return told if cards is None else f"{told} {_('Yours: %(cards)s.') % {'cards': listed(cards)}}"


def _game_over(words: Words) -> str:
    return _("The game is over. %(names)s wins.") % {"names": listed(winners(words))}


PRESENTER = Presenter(
    name=gettext_lazy("Blank"),
    tagline=gettext_lazy("Lay the highest card."),
    credits=gettext_lazy("A game to begin from."),
    options={},
    reasons={
        "all-laid": gettext_lazy("Everybody has laid a card."),
        "left": gettext_lazy("All others left the game."),
    },
    board=PlainBoard(
        labels={
            "hand": gettext_lazy("Your hand"),
            "laid": gettext_lazy("Laid"),
            "hands": gettext_lazy("Hands"),
            "deck": gettext_lazy("Deck"),
        },
        by_seat={"laid", "hands"},
        button=button,
    ),
    prompt=prompt,
    sentence=Sentences(
        {
            "dealt": _dealt,
            "laid": gettext_lazy("%(name)s lays %(card)s."),
            "left": gettext_lazy("%(name)s leaves the game."),
            "game-over": _game_over,
        },
        {"card": fact("card")},
    ),
    tallies=tallies,
    rules=(
        gettext_lazy("There is a deck of 20 cards, numbered from 1 to 20. Everybody is dealt three."),
        gettext_lazy("In turn, everybody lays one card face up. The highest card wins."),
        gettext_lazy("Hands and deck are hidden until the game is over."),
    ),
)
