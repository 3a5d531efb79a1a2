"""Cannonades' presenter: its words and the data for its board."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.contract import Seat
from games.engine.presenter import OptionWords, Presenter, Tally
from games.titles.cannonades.observe import View
from games.titles.cannonades.presenter.board import board
from games.titles.cannonades.presenter.ending import FIGURES, counted, ending
from games.titles.cannonades.presenter.miniature import hand, miniature
from games.titles.cannonades.presenter.notes import notes, suggestion
from games.titles.cannonades.presenter.prompts import prompt
from games.titles.cannonades.presenter.reasons import why
from games.titles.cannonades.presenter.sentences import sentence, word
from games.titles.cannonades.presenter.words import CARD_INDEX, LINKS


def tallies(view: View, seat: Seat) -> tuple[Tally, ...]:
    """Ships and cards in hand; the public colours are shown with the fleets."""
    if seat in view.left:
        return ()
    if seat in view.out:
        return (Tally(_("Fleet"), _("out")),)
    ships = sum(ship is not None for ship in view.ships[seat])
    about = _("A captain who ends a turn without a ship is out.")
    hand = Tally(_("Hand"), view.hands[seat].count, sign="cards", count=f"hand-{seat}")
    return (Tally(_("Ships"), ships, about, "out", sign="ships"), hand)


def has_use(view: View, seat: Seat, order: str) -> bool:
    """Whether a standing order can still apply: opening hands are exchanged only in the set-up."""
    return order != "redraw" or seat in view.poor


_ORDERED = {"answering": "grin", "forced-discard": "discard", "set-up": "redraw"}  # by the kind of decision

PRESENTER = Presenter(
    name=gettext_lazy("Cannonades"),
    tagline=gettext_lazy(
        "Ships face down, broadsides, boarding, and crews that grin back when they are hit."
    ),
    credits=gettext_lazy("Designed by Damiano Spagnolo, published by Zerofun Boardgames."),
    pitch=gettext_lazy(
        "Ships face down, broadsides, boarding, and crews that grin back when they are hit. "
        "The last captain with a ship wins."
    ),
    usual=("draw", "add", "shoot", "end"),
    options={},
    reasons={
        "last-captain": gettext_lazy("Only one captain was left."),
        "stand-off": gettext_lazy("The deck ran out, and the fleets were compared after the last turns."),
        "left": gettext_lazy("All others left the game."),
    },
    board=board,
    prompt=prompt,
    sentence=sentence,
    word=word,
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
    has_use=has_use,
    ordered=lambda view, seat: _ORDERED.get(view.decision, ""),
    orders={
        "grin": OptionWords(
            gettext_lazy("When your ship grins"),
            {
                "ask": gettext_lazy("Ask me"),
                "draw": gettext_lazy("Draw a card; otherwise do nothing"),
                "draw-or-ask": gettext_lazy("Draw a card; otherwise ask me"),
                "discard-or-draw": gettext_lazy("Make them discard; otherwise draw; otherwise do nothing"),
                "discard-or-draw-or-ask": gettext_lazy("Make them discard; otherwise draw; otherwise ask me"),
                "reveal-or-draw": gettext_lazy(
                    "Turn up their first face-down ship; otherwise draw; otherwise do nothing"
                ),
                "reveal-or-draw-or-ask": gettext_lazy(
                    "Turn up their first face-down ship; otherwise draw; otherwise ask me"
                ),
            },
            gettext_lazy(
                "Applied at once, so nobody has to wait. A draw takes even the deck's last card; in the "
                "stand-off nobody can draw. Others may guess that you set an order, but learn nothing "
                "about your hand."
            ),
        ),
        "discard": OptionWords(
            gettext_lazy("When a grin makes you discard"),
            {
                "ask": gettext_lazy("Ask me"),
                "cannonades-first": gettext_lazy("The cannonade I have most of; otherwise a ship"),
                "ships-first": gettext_lazy("The ship with the fewest grins; otherwise a cannonade"),
            },
            gettext_lazy(
                "You are never asked, because a question would tell the others which cards you lack. If "
                "they guess your order, the card tells them more than one that you choose yourself. In "
                "your own turn you are always asked."
            ),
        ),
        "redraw": OptionWords(
            gettext_lazy("When your opening hand has fewer than two ships"),
            {
                "ask": gettext_lazy("Ask me"),
                "redraw": gettext_lazy("Exchange it, as often as possible"),
                "keep": gettext_lazy("Keep it"),
            },
        ),
    },
)
