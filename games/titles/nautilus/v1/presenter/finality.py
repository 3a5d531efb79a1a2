"""Which moves cannot be taken back, as far as the reader can tell, and why: they are asked for once more."""

from django.utils.translation import gettext as _

from games.titles.nautilus.v1 import ocean
from games.titles.nautilus.v1.cards import CHIPS, THERMOSTAT
from games.titles.nautilus.v1.observe import Shown, View
from games.titles.nautilus.v1.ocean import Submarine
from games.titles.nautilus.v1.presenter.turn import committed_by
from games.titles.nautilus.v1.state import Anchor, Commit, Globe, Move, Sailing, SkipSpecial, Steer

__all__ = ["final_because"]


def final_because(view: View, move: Move) -> str:
    """Why a move cannot be taken back, as a sentence; empty if it can, as long as nobody else has acted."""
    if isinstance(move, Commit):
        return _("A card that is committed cannot be taken back.")
    if _turns_up(view, move):
        return _("This turns something up, so it cannot be taken back.")
    if _is_last(view, move):
        return _("This ends your sailing, so it cannot be taken back.")
    return ""


def _turns_up(view: View, move: Move) -> bool:
    """Whether a face-down chip or the next special card is shown by it."""
    match move:
        case Steer() | Globe():
            lying = _met(view, move)
            return lying is not None and not lying.up
        case Anchor("card"):
            return view.special_count > 1
        case _:
            return False


def _met(view: View, move: Steer | Globe) -> Shown | None:
    """What lies where a step ends."""
    submarine = Submarine(view.heading, view.depth, view.rotation)  # type: ignore[arg-type]  # plain text
    return view.ocean[ocean.way(submarine, move.axis, move.step).place].lying


def _is_last(view: View, move: Move) -> bool:
    """Whether a move that turns nothing up leaves the seat without anything to do."""
    sailing = view.sailing
    return sailing is not None and _ends_sailing(view, sailing, move) and not _asks_on(view, sailing, move)


def _asks_on(view: View, sailing: Sailing, move: Move) -> bool:
    """Whether a step ends at an arrow or an anchor, which asks for something (NA-13)."""
    lying = _met(view, move) if isinstance(move, Steer | Globe) else None
    if lying is None or lying.chip is None:
        return False
    kind = CHIPS[lying.chip].kind
    return (kind == "arrow" and lying.chip not in sailing.arrows) or (
        kind == "anchor" and view.special_count > 0
    )


def _ends_sailing(view: View, sailing: Sailing, move: Move) -> bool:
    """Whether a move leaves the seat no card to carry out; a special thermostat goes with the hand card (NA-15)."""
    left, mine = sailing.hand + sailing.special, committed_by(view, view.you)
    if sailing.asked:
        return left == 0
    is_both = mine is not None and mine.special == THERMOSTAT and not isinstance(move, SkipSpecial)
    return left == 1 or (is_both and sailing.hand)
