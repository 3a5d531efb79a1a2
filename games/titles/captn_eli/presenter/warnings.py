"""Moves by which their own player would lose the game at once (CE-18)."""

from games.titles.captn_eli.cards import ORIGINAL
from games.titles.captn_eli.grid import Cell
from games.titles.captn_eli.observe import View
from games.titles.captn_eli.state import Flip, Move

__all__ = ["leaves_no_character", "loses_by"]


def loses_by(view: View, move: Move | None) -> bool:
    """CE-18 (c): whether a flip leaves all of one's cards face up while the character is still in hand."""
    if not isinstance(move, Flip) or view.you is None:
        return False
    base = _base(view)
    own = [shown for shown in view.grid if shown.owner == view.you]
    hand = view.hands[view.you].cards or ()
    return (
        all(shown.up or shown.cell == move.at for shown in own)
        and not any(shown.card and ORIGINAL[shown.card] == base for shown in own)
        and bool(hand)
        and all(ORIGINAL[card] == base for card in hand)
    )


def leaves_no_character(view: View, cell: Cell) -> bool:
    """CE-18 (a): whether the game is lost if the card at `cell`, one's own character, is removed."""
    base = _base(view)
    return not any(
        shown.owner == view.you and shown.cell != cell and shown.card and ORIGINAL[shown.card] == base
        for shown in view.grid
    )


def _base(view: View) -> str | None:
    squad = view.squads[view.you] if view.you is not None else None
    return squad[0] if squad else None
