"""Which moves cannot be taken back, as far as the reader can tell, and why: they are asked for once more."""

from django.utils.translation import gettext as _

from games.titles.nautilus import boards, ocean
from games.titles.nautilus.cards import THERMOSTAT
from games.titles.nautilus.observe import View
from games.titles.nautilus.ocean import Submarine
from games.titles.nautilus.presenter.ocean import board_of
from games.titles.nautilus.presenter.turn import committed_by
from games.titles.nautilus.state import Anchor, Commit, Globe, Move, Ring, Sailing, Shift, SkipSpecial, Steer

__all__ = ["final_because"]


def final_because(view: View, move: Move) -> str:
    """Why a move cannot be taken back, as a sentence; empty if it can, as long as nobody else has acted."""
    if isinstance(move, Commit):
        return _("A card that is committed cannot be taken back.")
    if _turns_up(view, move):
        return _("This turns something up, so it cannot be taken back.")
    if _ends_round(view, move):
        return _("This ends the round, so it cannot be taken back.")
    return ""


def _turns_up(view: View, move: Move) -> bool:
    """Whether a face-down chip or the next special card is shown by it."""
    match move:
        case Steer(axis, step) | Globe(axis, step):
            submarine = Submarine(view.heading, view.depth, view.rotation)  # type: ignore[arg-type]  # plain text
            lying = view.ocean[ocean.way(submarine, axis, step).place].lying
            return lying is not None and not lying.up
        case Anchor("card"):
            return view.special_count > 1
        case _:
            return False


def _ends_round(view: View, move: Move) -> bool:
    sailing = view.sailing
    if sailing is None or len(view.queue) > 1 or not _ends_sailing(view, sailing, move):
        return False
    return view.closing or view.round_turn == view.ruleset.turns or _fills_row(view, move)


def _ends_sailing(view: View, sailing: Sailing, move: Move) -> bool:
    """Whether a move leaves the seat no card to carry out; a special thermostat goes with the hand card (NA-15)."""
    left, mine = sailing.hand + sailing.special, committed_by(view, view.you)
    if sailing.asked:
        return left == 0
    is_both = mine is not None and mine.special == THERMOSTAT and not isinstance(move, SkipSpecial)
    return left == 1 or (is_both and sailing.hand)


def _fills_row(view: View, move: Move) -> bool:
    """Whether a chip may come onto the last free square of the running row."""
    if not isinstance(move, Steer | Globe | Anchor | Ring | Shift):
        return False
    row = board_of(view, view.you or 0)[boards.index_of((view.round, 1)) :][: boards.COLUMNS]
    return row.count(None) == 1
