"""Moves of 20,000 Miles under the Sea in the form that lessons use, and conditions for a deed."""

from games.engine.codec import dump_move
from games.engine.contract import Seat
from games.engine.lesson import Deed
from games.titles.nautilus.boards import Square
from games.titles.nautilus.cards import CHIPS, PILES, SPECIALS, CardId, SpecialId
from games.titles.nautilus.state import Anchor, Commit, Ring, Skip, Steer, Trade


def stack(order: tuple[Seat, ...], chips: str, *specials: SpecialId) -> tuple[Seat | str, ...]:
    """The items that the shuffles of the set-up put first: number chips, chips of every pile, special cards.

    The outer ring gets `white-1` on the arms 0 1 3 4 5 7 and `blue-1` on 2 6; the ring below it `white-2` on 0 2 4 6
    and `blue-2` on the others; the inner one `white-3` on 0 4.
    """
    found = tuple(chips.split())
    known = {chip for pile in PILES.values() for chip in pile}
    if not set(found) <= known or not set(specials) <= set(SPECIALS):
        raise ValueError(f"Expected chips and special cards, but got {chips} and {specials}")
    return (*order, *found, *specials)


def commit(card: CardId, special: SpecialId | None = None) -> str:
    """Commit a hand card, optionally with a special card."""
    return dump_move(Commit(card, special))


def steer(axis: str, step: int) -> str:
    """Make a step."""
    return dump_move(Steer(axis, step))


def skip() -> str:
    """Use a sailor or a helmet for nothing."""
    return dump_move(Skip())


def trade(mine: Square, seat: Seat, theirs: Square) -> str:
    """Use a helmet."""
    return dump_move(Trade(mine, seat, theirs))


def anchor(to: str) -> str:
    """Choose what to do with an anchor: "board" or "card"."""
    return dump_move(Anchor(to))


def ring(seat: Seat, chip: Square, row: int) -> str:
    """Use the bell."""
    return dump_move(Ring(seat, chip, row))


def took(deed: Deed, symbol: str) -> bool:
    """Whether a chip was taken that shows this symbol or is of this kind."""
    facts = deed.facts("took")
    chip = CHIPS[facts["chip"]] if facts else None
    return chip is not None and symbol in (*chip.symbols, chip.kind)
