"""Why one move is better than another: captains and ships still in, answers, and cards."""

from collections.abc import Sequence

from django.utils.translation import gettext_lazy, ngettext_lazy

from games.engine.kit.reasons import Measure, first_gain
from games.engine.presenter import Reason
from games.titles.cannonades.cards import SHIPS
from games.titles.cannonades.observe import View


def why(best: Sequence[View], tempting: Sequence[View]) -> Reason | None:
    """The first measure in which the best move is ahead."""
    return first_gain(_MEASURES, best, tempting)


def _rivals_in(view: View) -> int:
    return -sum(seat != view.you and seat not in view.out for seat in range(len(view.ships)))


def _afloat(view: View) -> int:
    return sum(map(bool, view.ships[view.you or 0]))


def _rival_ships(view: View) -> int:
    return -sum(sum(map(bool, row)) for seat, row in enumerate(view.ships) if seat != view.you)


def _rival_draws_last(view: View) -> int:
    """Whether another seat began the stand-off: its turn ended there and then (CN-15)."""
    return view.starter not in (None, view.you)


def _rival_discards(view: View) -> int:
    return view.decision == "forced-discard" and view.you not in view.asked


def _own_answers(view: View) -> int:
    return sum(answer.cause == "boarding" and answer.seat == view.you for answer in view.answers)


def _rival_answers(view: View) -> int:
    return -sum(answer.against == view.you for answer in view.answers)


def _to_act_with(view: View) -> int:
    """The cards in hand while the seat's turn goes on."""
    return view.hands[view.you or 0].count if view.seat == view.you and view.actions else 0


def _ships_held(view: View) -> int:
    return sum(card in SHIPS for card in view.hands[view.you or 0].cards or ())


_MEASURES = (
    Measure(
        _rivals_in,
        ngettext_lazy(
            "Only %(best)s rival is still in; with the tempting move, %(missed)s.",
            "Only %(best)s rivals are still in; with the tempting move, %(missed)s.",
            "num",
        ),
    ),
    Measure(
        _afloat,
        ngettext_lazy(
            "You have %(best)s ship at sea; with the tempting move, %(missed)s.",
            "You have %(best)s ships at sea; with the tempting move, %(missed)s.",
            "num",
        ),
    ),
    Measure(
        _rival_ships,
        ngettext_lazy(
            "Your rivals have %(best)s ship at sea; with the tempting move, %(missed)s.",
            "Your rivals have %(best)s ships at sea; with the tempting move, %(missed)s.",
            "num",
        ),
    ),
    Measure(
        _rival_draws_last,
        gettext_lazy(
            "A rival draws the deck's last card and loses a turn; with the tempting move, nobody does."
        ),
        last=3,
    ),
    Measure(_rival_discards, gettext_lazy("A rival loses a card; with the tempting move, nobody does.")),
    Measure(
        _own_answers,
        gettext_lazy("The crew of your boarding ship answers; with the tempting move, none does."),
    ),
    Measure(
        _rival_answers, gettext_lazy("With the tempting move, the crew of the ship that you hit answers you.")
    ),
    Measure(
        _to_act_with,
        ngettext_lazy(
            "You have %(best)s card in hand for the rest of your turn; with the tempting move, %(missed)s.",
            "You have %(best)s cards in hand for the rest of your turn; with the tempting move, %(missed)s.",
            "num",
        ),
    ),
    Measure(
        _ships_held,
        ngettext_lazy(
            "You keep %(best)s ship in hand; with the tempting move, %(missed)s.",
            "You keep %(best)s ships in hand; with the tempting move, %(missed)s.",
            "num",
        ),
    ),
)
