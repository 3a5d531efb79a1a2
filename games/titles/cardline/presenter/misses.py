"""How often each seat was right and wrong in a finished game, as far as its last position shows.

A seat has one turn in every round in which it is in, and each turn is either right or wrong. A right card goes from
the hand into the line, a wrong one is replaced; so a seat was right as often as it holds fewer cards than it was given,
by the deal and for knock-out rounds. A position shows neither how many cards were dealt to each seat, nor in which
knock-out rounds without losers all were right. So every possibility that fits the line is tried.
"""

from itertools import product

from games.engine.contract import Seat
from games.titles.cardline.observe import View

_HANDS = range(4, 9)  # cards dealt to each seat (CL-4)
_MOST_OPEN = 8  # knock-out rounds in which all or none may have been right; with more there is no result


def turns_of(view: View) -> dict[Seat, tuple[int, int]] | None:
    """For each seat that has not left: (times right, times wrong). None if the position does not show it.

    Also None if the game ended because all others had left: then some seats missed their last turn.
    """
    if view.outcome is None or view.outcome.reason == "left":
        return None
    rounds = range(1, view.knockout)  # knock-out rounds after which another one began
    is_open = [not _has_lost(view, number) for number in rounds]
    if sum(is_open) > _MOST_OPEN:
        return None
    ways = product(*([True, False] if open_ else [True] for open_ in is_open))
    found = {counts for way in ways if (counts := _counts(view, way))}
    return dict(found.pop()) if len(found) == 1 else None


def _last_ordinary(view: View) -> int:
    """The last round before the knock-out rounds."""
    return view.round - view.knockout


def _has_lost(view: View, number: int) -> bool:
    """Whether a seat was beaten in this knock-out round, so that all that stayed in were right (CL-11)."""
    beaten = {out for seat, out in enumerate(view.out) if seat not in view.left}
    return _last_ordinary(view) + number in beaten


def _counts(view: View, way: tuple[bool, ...]) -> tuple[tuple[Seat, tuple[int, int]], ...] | None:
    """The counts if `way` says after which knock-out rounds the seats took a card; None if that is impossible."""
    extra = [_extra(view, seat, way) for seat in range(len(view.hands))]
    held = [len(hand) for hand in view.hands]
    dealt, rest = divmod(len(view.line) - 1 + sum(held) - sum(extra), len(held))
    if rest or dealt not in _HANDS:
        return None
    stayed = [seat for seat in range(len(held)) if seat not in view.left]
    right = {seat: dealt + extra[seat] - held[seat] for seat in stayed}
    turns = {seat: _turns(view, seat) for seat in stayed}
    if not all(0 <= right[seat] <= turns[seat] for seat in stayed):
        return None
    return tuple((seat, (right[seat], turns[seat] - right[seat])) for seat in stayed)


def _extra(view: View, seat: Seat, way: tuple[bool, ...]) -> int:
    """Cards that the seat took for knock-out rounds (CL-10, CL-11)."""
    survived = (
        _turns(view, seat) - 1 - _last_ordinary(view) - 1
    )  # knock-out rounds after which it was still in
    return 1 + sum(way[:survived]) if view.knockout and survived >= 0 else 0


def _turns(view: View, seat: Seat) -> int:
    """Rounds in which the seat was in."""
    out = view.out[seat]
    return (view.round if out is None else out) + 1
