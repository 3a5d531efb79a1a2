"""Cannonades for people: its words, and what its board is drawn from."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.contract import Seat
from games.engine.presenter import OptionWords, Presenter, Tally
from games.titles.cannonades.observe import View
from games.titles.cannonades.presenter.asked import prompt
from games.titles.cannonades.presenter.board import board
from games.titles.cannonades.presenter.ending import ending
from games.titles.cannonades.presenter.sentences import sentence

__all__ = ["PRESENTER"]


def tallies(view: View, seat: Seat) -> tuple[Tally, ...]:
    """Ships and cards in hand; the colours that everybody has seen stand with the fleets."""
    if seat in view.left:
        return ()
    if seat in view.out:
        return (Tally(_("Fleet"), _("out")),)
    ships = sum(ship is not None for ship in view.ships[seat])
    return (Tally(_("Ships"), ships), Tally(_("Hand"), view.hands[seat].count))


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
    options={},
    reasons={
        "last-captain": gettext_lazy("Only one captain had a ship left."),
        "stand-off": gettext_lazy("The deck was used up, and after the last turns the fleets were compared."),
        "left": gettext_lazy("All others left the game."),
    },
    board=board,
    prompt=prompt,
    sentence=sentence,
    ending=ending,
    tallies=tallies,
    orders={
        "grin": OptionWords(
            gettext_lazy("When your ship grins"),
            {
                "ask": gettext_lazy("Ask me"),
                "draw": gettext_lazy("Draw a card"),
                "discard-or-draw": gettext_lazy("Make the attacker discard a card; if there is none, draw"),
                "reveal-or-draw": gettext_lazy(
                    "Turn up the attacker's first face-down ship; if there is none, draw"
                ),
            },
            gettext_lazy(
                "Done for you at once, so that nobody waits. Drawing takes the deck's last card, too, and does nothing "
                "in the stand-off. Others may infer that it was an order, but nothing about your hand."
            ),
        ),
        "discard": OptionWords(
            gettext_lazy("When a grin makes you discard"),
            {
                "ask": gettext_lazy("Ask me"),
                "cannonades-first": gettext_lazy(
                    "Give the cannonade of which I hold the most; if I hold none, a ship"
                ),
                "ships-first": gettext_lazy(
                    "Give the ship with the fewest grins; if I hold none, a cannonade"
                ),
            },
            gettext_lazy(
                "You are not asked, whatever you hold: silence would tell what you lack. Who guesses which order you "
                "gave can infer from the card what a choice of your own would not tell; to be asked is slower, and "
                "tells less. In your own turn you are always asked."
            ),
        ),
        "redraw": OptionWords(
            gettext_lazy("When your opening hand has fewer than two ships"),
            {
                "ask": gettext_lazy("Ask me"),
                "redraw": gettext_lazy("Exchange it, as often as it may be exchanged"),
                "keep": gettext_lazy("Keep it"),
            },
        ),
    },
)
