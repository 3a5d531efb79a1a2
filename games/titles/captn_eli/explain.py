"""Conclusions from an observation: the known grid, and moves that lose the game (CE-18)."""

from msgspec.structs import replace

from games.titles.captn_eli.cards import original_of
from games.titles.captn_eli.grid import Cell
from games.titles.captn_eli.observe import Shown, View
from games.titles.captn_eli.state import Field, Flip, Lying, Move, Sacrifice


def field_seen(view: View) -> Field:
    """The cards on the grid; `card` is empty for unknown ones."""
    return Field(map(_lying, view.grid), view.ruleset, view.quiet)


def _lying(shown: Shown) -> Lying:
    return Lying(
        shown.cell, shown.owner, shown.card or "", up=shown.up, seen=shown.known, marked=shown.marked,
        mystic_used=shown.mystic_used, sacrifice_used=shown.sacrifice_used,
    )  # fmt: skip


def turned_down(view: View, cell: Cell) -> View:
    """The view with the card at `cell` turned face down."""
    grid = tuple(replace(shown, up=False) if shown.cell == cell else shown for shown in view.grid)
    return replace(view, grid=grid)


# Moves that would lose the game at once (CE-18)


def flip_loses(view: View, move: Move | None) -> bool:
    """CE-18 (c): whether a flip turns all of the seat's cards face up while its character is still in hand."""
    if not isinstance(move, Flip) or view.you is None:
        return False
    base = _base(view)
    own = [shown for shown in view.grid if shown.owner == view.you]
    hand = view.hands[view.you].cards or ()
    return (
        all(shown.up or shown.cell == move.at for shown in own)
        and not any(shown.card and original_of(shown.card) == base for shown in own)
        and bool(hand)
        and all(original_of(card) == base for card in hand)
    )


def leaves_no_character(view: View, cell: Cell) -> bool:
    """CE-18 (a): whether the reader's seat loses if its character at `cell` is removed."""
    base = _base(view)
    return not any(
        shown.owner == view.you and shown.cell != cell and shown.card and original_of(shown.card) == base
        for shown in view.grid
    )


def _base(view: View) -> str | None:
    squad = view.squads[view.you] if view.you is not None else None
    return squad[0] if squad else None


def gives_up_last_copy(view: View, move: Move) -> bool:
    """Whether the move gives up the last copy of the character (CE-18)."""
    running = view.challenge
    return move == Sacrifice(None) and running is not None and leaves_no_character(view, running.target)
