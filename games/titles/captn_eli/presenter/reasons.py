"""Why one move is better than another: cards still in the game, and challenges that are possible."""

from collections.abc import Sequence

from django.utils.translation import gettext_lazy, ngettext_lazy

from games.engine.contract import Seat
from games.engine.kit.reasons import Measure, first_gain
from games.engine.presenter import Reason
from games.titles.captn_eli.challenges import attack_total, defence_total, line_to, targets
from games.titles.captn_eli.explain import field_seen
from games.titles.captn_eli.grid import Cell
from games.titles.captn_eli.observe import View
from games.titles.captn_eli.state import Field, Lying


def why(best: Sequence[View], tempting: Sequence[View]) -> Reason | None:
    """The first measure in which the best move is ahead."""
    return first_gain(_MEASURES, best, tempting)


def _has_won(view: View) -> int:
    return view.outcome is not None and view.outcome.ranks[_you(view)] == 1


def _you(view: View) -> Seat:
    return view.you or 0


def _cards(view: View, seat: Seat) -> int:
    return view.hands[seat].count + sum(shown.owner == seat for shown in view.grid)


def _challenged_by(view: View, seat: Seat) -> int:
    """The cards that the seat's face-up cards may challenge (CE-10)."""
    return len({target for _lying, target in _challenges(view, seat)})


def _beaten_by(view: View, seat: Seat) -> int:
    """Those whose defence total the reader knows, and the challenge total beats (CE-13)."""
    field = field_seen(view)
    return len(
        {cell for lying, cell in _challenges(view, seat) if _is_beaten(field, lying, cell, view.pressure)}
    )


def _challenges(view: View, seat: Seat) -> list[tuple[Lying, Cell]]:
    field = field_seen(view)
    own = [lying for lying in field.values() if lying.owner == seat and lying.up]
    return [(lying, cell) for lying in own for cell in targets(field, lying, view.pressure)]


def _is_beaten(field: Field, lying: Lying, cell: Cell, pressure: int) -> bool:
    line = line_to(field, lying.cell, cell)
    if line is None or not line.target.card:
        return False
    return attack_total(field, lying, line, pressure) > defence_total(field, line.target)


_MEASURES = (
    Measure(_has_won, gettext_lazy("You win; with the tempting move, the game goes on."), last=3),
    Measure(
        lambda view: -_cards(view, 1 - _you(view)),
        ngettext_lazy(
            "Your opponent has %(best)s card left; with the tempting move, %(missed)s.",
            "Your opponent has %(best)s cards left; with the tempting move, %(missed)s.",
            "num",
        ),
        last=3,
    ),
    Measure(
        lambda view: _cards(view, _you(view)),
        ngettext_lazy(
            "You have %(best)s card left; with the tempting move, %(missed)s.",
            "You have %(best)s cards left; with the tempting move, %(missed)s.",
            "num",
        ),
        last=3,
    ),
    Measure(
        lambda view: -_beaten_by(view, 1 - _you(view)),
        gettext_lazy("Your opponent can beat %(best)s of your cards; with the tempting move, %(missed)s."),
        last=3,
    ),
    Measure(
        lambda view: _beaten_by(view, _you(view)),
        gettext_lazy("You can beat %(best)s of your opponent's cards; with the tempting move, %(missed)s."),
        last=3,
    ),
    Measure(
        lambda view: -_challenged_by(view, 1 - _you(view)),
        gettext_lazy(
            "Your opponent can challenge %(best)s of your cards; with the tempting move, %(missed)s."
        ),
        last=3,
    ),
    Measure(
        lambda view: _challenged_by(view, _you(view)),
        gettext_lazy(
            "You can challenge %(best)s of your opponent's cards; with the tempting move, %(missed)s."
        ),
        last=3,
    ),
)
