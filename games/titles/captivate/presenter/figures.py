"""The amounts that a game of Captivate adds to the statistics of its title."""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from games.engine.contract import Facts
from games.engine.kit.events import Sums
from games.engine.presenter import Amounts, Figure
from games.titles.captivate.cards import CARDS
from games.titles.captivate.observe import View
from games.titles.captivate.presenter.words import CREATURE_NAMES, ELEMENT_NAMES

__all__ = ["FIGURES", "counted"]

_PLACES = {"first": _("The winner"), "others": _("Everybody else")}

FIGURES = (
    Figure(
        "captured", _("What is captured"), "share", CREATURE_NAMES.__getitem__,
        _("Cards in the points piles at the end, by creature."),
    ),
    Figure(
        "elements", _("By element"), "share", ELEMENT_NAMES.__getitem__,
        _("Cards in the points piles at the end, by element."),
    ),
    Figure(
        "score", _("Score"), "mean", _PLACES.__getitem__, _("Points at the end, on average."), is_sorted=False
    ),
    Figure(
        "hand", _("What the hand costs"), "mean", _PLACES.__getitem__,
        _("Points lost for cards still in hand, on average."), is_sorted=False,
    ),
)  # fmt: skip


def counted(view: View, events: Iterable[tuple[str, Facts]]) -> Amounts:
    """The captured cards, and the scores of the seats that stayed."""
    sums = Sums()
    ranks, scores = view.outcome.ranks if view.outcome else (), view.scores or ()
    for seat, (rank, score) in enumerate(zip(ranks, scores, strict=False)):
        if seat in view.left:
            continue
        place = "first" if rank == 1 else "others"
        sums.add("score", place, score)
        sums.add("hand", place, view.hands[seat].value or 0)
        for card in view.piles[seat].cards or ():
            sums.add("captured", CARDS[card].creature)
            sums.add("elements", CARDS[card].element)
    return sums.amounts
