"""The Undersea Adventures of Capt'n Eli for people: its words, and what its board is drawn from."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.contract import Seat
from games.engine.presenter import OptionWords, Presenter, Tally
from games.titles.captn_eli.v4.cards import BY_ID
from games.titles.captn_eli.v4.observe import View
from games.titles.captn_eli.v4.presenter.asked import prompt
from games.titles.captn_eli.v4.presenter.board import board
from games.titles.captn_eli.v4.presenter.ending import ending
from games.titles.captn_eli.v4.presenter.miniature import miniature
from games.titles.captn_eli.v4.presenter.sentences import sentence, word
from games.titles.captn_eli.v4.presenter.suggestion import suggestion
from games.titles.captn_eli.v4.presenter.words import REASONS

__all__ = ["PRESENTER"]


def tallies(view: View, seat: Seat) -> tuple[Tally, ...]:
    """Cards in hand, on the grid and out of the game; while squads are chosen, whether the seat has chosen."""
    if view.phase == "squads":
        return (Tally(_("Squad"), _("chosen") if seat in view.chosen else _("choosing")),)
    on_grid = sum(shown.owner == seat for shown in view.grid)
    return (
        Tally(_("Hand"), view.hands[seat].count),
        Tally(_("Grid"), on_grid, _("Whoever has none left there has lost."), anchor="end"),
        Tally(_("Lost"), len(view.removed[seat])),
    )


def has_use(view: View, seat: Seat, order: str) -> bool:
    """Whether a card of the seat that is still in the game has the keyword, unused. Orders are called like keywords."""
    if view.phase == "squads":
        return True
    lying = [
        shown.card
        for shown in view.grid
        if shown.owner == seat
        and shown.card
        and not (shown.mystic_used if order == "mystic" else shown.sacrifice_used)
    ]
    return any(order in BY_ID[card].keywords for card in (*lying, *(view.hands[seat].cards or ())))


def ordered(view: View, seat: Seat) -> str:
    """The standing order for a question out of turn; in its own turn a seat is always asked."""
    return view.phase if view.phase in ("mystic", "sacrifice") and view.challenge is not None else ""


PRESENTER = Presenter(
    name=gettext_lazy("The Undersea Adventures of Capt'n Eli"),
    tagline=gettext_lazy("Choose a squad in secret and send the opponent's character off the Sea Grid."),
    credits=gettext_lazy("After the collectible card game on the graphic novels of Jay Piscopo."),
    pitch=gettext_lazy(
        "A duel on a grid of the sea that moves beneath the cards. "
        "Gather a squad in secret and drive the other character off the edge."
    ),
    recalls="squad",
    options={
        "cards": OptionWords(
            gettext_lazy("Cards"),
            {
                "all": gettext_lazy("The whole set: everybody chooses among all 36 cards"),
                "sealed": gettext_lazy(
                    "Sealed: everybody is dealt 3 characters and 7 supports to choose from"
                ),
            },
            gettext_lazy("In a sealed game rare cards are dealt less often."),
        )
    },
    reasons=REASONS,
    board=board,
    prompt=prompt,
    sentence=sentence,
    word=word,
    suggestion=suggestion,
    ending=ending,
    tallies=tallies,
    miniature=miniature,
    has_use=has_use,
    ordered=ordered,
    orders={
        "sacrifice": OptionWords(
            gettext_lazy("When your character with Sacrifice is defeated"),
            {
                "ask": gettext_lazy("Ask me"),
                "never": gettext_lazy("Give nothing up"),
                "cheapest": gettext_lazy("Give up the card beside it with the lowest values"),
            },
        ),
        "mystic": OptionWords(
            gettext_lazy("When a challenge turns up your card with Mystic"),
            {
                "ask": gettext_lazy("Ask me"),
                "challenger": gettext_lazy("Turn the challenger down, which ends the challenge"),
            },
        ),
    },
)
