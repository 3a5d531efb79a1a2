"""Captivate's presenter: its words and the data for its board."""

from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.contract import Seat
from games.engine.presenter import OptionWords, Presenter, Tally, Text
from games.titles.captivate.observe import View
from games.titles.captivate.presenter.board import board
from games.titles.captivate.presenter.ending import FIGURES, counted, ending
from games.titles.captivate.presenter.miniature import hand, miniature
from games.titles.captivate.presenter.notes import notes, suggestion
from games.titles.captivate.presenter.reasons import why
from games.titles.captivate.presenter.sentences import sentence
from games.titles.captivate.presenter.words import CARD_INDEX, LINKS


def prompt(view: View, seat: Seat) -> Text:
    """The question to a seat that must act."""
    if view.throwing is not None:
        return _("You are tied for first: throw rock, paper or scissors.")
    if view.laid:
        told = ngettext(
            "%(count)d card laid. Lay another, or end your turn.",
            "%(count)d cards laid. Lay another, or end your turn.",
            view.laid,
        )
        return (
            told % {"count": view.laid} if view.hands[seat].count else _("Your hand is empty: end your turn.")
        )
    if view.awaited is not None:
        return _("Your last turn: cards that stay in your hand count against you.")
    if all(laid.up for laid in view.field):
        return _("Your turn: choose a card to lay.")
    return _("Lay a card, or capture a face-down one.")


def tallies(view: View, seat: Seat) -> tuple[Tally, ...]:
    """The hand and the points pile, the pile's value if it is shown, and the final score, if there is one."""
    pile = view.piles[seat]
    hand = Tally(_("Hand"), view.hands[seat].count, sign="cards", count=f"hand-{seat}")
    about = _("Cards captured so far.")
    captured = Tally(_("Pile"), pile.count, about, "capturing", count=f"pile-{seat}")
    if view.scores is not None:
        return (hand, captured, Tally(_("Score"), view.scores[seat], sign="points"))
    if pile.value is None:
        return (hand, replace(captured, sign="pile"))
    told = _("The value of the pile.")
    return (hand, captured, Tally(_("Points"), pile.value, told, "scoring", "points", f"points-{seat}"))


PRESENTER = Presenter(
    name=gettext_lazy("Captivate"),
    tagline=gettext_lazy("Lay creatures side by side, flip your neighbours' cards and capture them."),
    credits=gettext_lazy("Published by Frostlore Games."),
    pitch=gettext_lazy(
        "Lay beasts of earth, water, light and dark side by side. Stronger ones flip their neighbours, "
        "and you can capture face-down cards."
    ),
    options={
        "memory": OptionWords(
            gettext_lazy("Memory"),
            {
                "assisted": gettext_lazy("Assisted: you can look up flipped cards and points piles"),
                "strict": gettext_lazy("Strict: flipped cards and piles stay hidden, and the log forgets"),
            },
            gettext_lazy("For games that last days, assisted is the usual choice."),
        )
    },
    reasons={
        "last-round": gettext_lazy("The deck ran out, and the last round was played."),
        "field-full": gettext_lazy("The field was full, and every card was face up."),
        "left": gettext_lazy("All others left the game."),
    },
    board=board,
    prompt=prompt,
    sentence=sentence,
    suggestion=suggestion,
    why=why,
    ending=ending,
    tallies=tallies,
    miniature=miniature,
    hand=hand,
    cards=CARD_INDEX,
    links=LINKS,
    notes=notes,
    figures=FIGURES,
    counted=counted,
)
