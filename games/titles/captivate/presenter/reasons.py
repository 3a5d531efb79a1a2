"""Why one move is better than another: points won, cards to capture next, and cards left to others."""

from collections.abc import Sequence

from django.utils.translation import gettext_lazy, ngettext_lazy

from games.engine.kit.reasons import Measure, first_gain
from games.engine.presenter import Reason
from games.titles.captivate.cards import CARDS
from games.titles.captivate.observe import View


def why(best: Sequence[View], tempting: Sequence[View]) -> Reason | None:
    """The first measure in which the best move is ahead."""
    return first_gain(_MEASURES, best, tempting)


def _won(view: View) -> int:
    """The points won so far, with those of the current turn; 0 if strict play hides them (CV-16)."""
    now = view.set_aside.value if view.seat == view.you else 0
    return (view.piles[view.you or 0].value or 0) + (now or 0)


def _cards_won(view: View) -> int:
    return view.piles[view.you or 0].count + (view.set_aside.count if view.seat == view.you else 0)


def _open(view: View) -> int:
    """The face-down cards that the seat may still capture in this turn."""
    hand = view.hands[view.you or 0].count
    return min(hand, sum(not laid.up for laid in view.field)) if view.seat == view.you else 0


def _left_to_others(view: View) -> int:
    """The value of the known cards on the field, as all of them may still be won."""
    return -sum(CARDS[laid.card].value for laid in view.field if laid.card)


def _held(view: View) -> int:
    return view.hands[view.you or 0].count


_MEASURES = (
    Measure(
        _won,
        ngettext_lazy(
            "You've won %(best)s point so far; with the tempting move, %(missed)s.",
            "You've won %(best)s points so far; with the tempting move, %(missed)s.",
            "num",
        ),
        last=3,
    ),
    Measure(
        _cards_won,
        ngettext_lazy(
            "You've won %(best)s card so far; with the tempting move, %(missed)s.",
            "You've won %(best)s cards so far; with the tempting move, %(missed)s.",
            "num",
        ),
        last=3,
    ),
    Measure(
        _open,
        ngettext_lazy(
            "You can capture %(best)s more card this turn; with the tempting move, %(missed)s.",
            "You can capture %(best)s more cards this turn; with the tempting move, %(missed)s.",
            "num",
        ),
    ),
    Measure(
        _left_to_others,
        gettext_lazy("The field offers others %(best)s points; with the tempting move, %(missed)s."),
    ),
    Measure(
        _held,
        ngettext_lazy(
            "You have %(best)s card in hand; with the tempting move, %(missed)s.",
            "You have %(best)s cards in hand; with the tempting move, %(missed)s.",
            "num",
        ),
    ),
)
