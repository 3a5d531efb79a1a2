"""Why one move is better than another: what the scoreboards are worth, and the order of sailing."""

from collections.abc import Sequence

from django.utils.translation import gettext_lazy, ngettext_lazy

from games.engine.contract import Seat
from games.engine.kit.reasons import Measure, first_gain
from games.engine.presenter import Reason
from games.titles.nautilus.explain import board_of
from games.titles.nautilus.observe import View
from games.titles.nautilus.scoring import COLUMNS, count_column, count_row


def why(best: Sequence[View], tempting: Sequence[View]) -> Reason | None:
    """The first measure in which the best move is ahead."""
    return first_gain(_MEASURES, best, tempting)


def _worth(view: View, seat: Seat) -> int:
    """The points of the pictures in all rows so far, and of the columns over these rows, each counted once.

    Without penalties and number chips, so that positions before and after the end of a round can be compared.
    """
    board = board_of(view, seat)
    pictures = sum(count_row(board, row).points for row in range(1, view.round + 1))
    return pictures + sum(count_column(board, column, view.round).points for column in range(1, COLUMNS + 1))


def _own(view: View) -> int:
    return _worth(view, view.you or 0)


def _best_rival(view: View) -> int:
    return -max(_worth(view, seat) for seat in view.order if seat != view.you)


def _sails_after(view: View) -> int:
    return view.order.index(view.you or 0)


_MEASURES = (
    Measure(
        _own,
        gettext_lazy(
            "Your pictures and columns are worth %(best)s points; with the tempting move, %(missed)s."
        ),
        last=3,
    ),
    Measure(
        _best_rival,
        gettext_lazy(
            "A rival's pictures and columns are worth at most %(best)s points; with the tempting move, %(missed)s."
        ),
        last=3,
    ),
    Measure(
        _sails_after,
        ngettext_lazy(
            "You sail after %(best)s rival; with the tempting move, after %(missed)s.",
            "You sail after %(best)s rivals; with the tempting move, after %(missed)s.",
            "num",
        ),
        last=1,
    ),
)
