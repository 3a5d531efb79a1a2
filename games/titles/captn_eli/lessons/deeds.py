"""Moves of Capt'n Eli in the form that lessons use, and conditions for a deed."""

from games.engine.codec import dump_move
from games.engine.contract import Seat
from games.engine.lesson import Deed, Setting
from games.titles.captn_eli.cards import CardId
from games.titles.captn_eli.grid import Cell
from games.titles.captn_eli.state import (
    Challenge,
    Flip,
    Mystic,
    Place,
    Reveal,
    Sacrifice,
    Shift,
    Squad,
    Wedge,
)


def place(card: CardId, x: int, y: int) -> str:
    """Place a card from hand."""
    return dump_move(Place(card, (x, y)))


def wedge(card: CardId, x: int, y: int) -> str:
    """Wedge a card from hand in front of the one at this cell."""
    return dump_move(Wedge(card, (x, y)))


def flip(x: int, y: int) -> str:
    """Turn up a face-down card."""
    return dump_move(Flip((x, y)))


def move(at: Cell, to: Cell) -> str:
    """Move a card to the next cell."""
    return dump_move(Shift(at, to))


def challenge(at: Cell, target: Cell) -> str:
    """Challenge a card."""
    return dump_move(Challenge(at, target))


def mystic(x: int, y: int) -> str:
    """Turn down a card of the opponent."""
    return dump_move(Mystic((x, y)))


def sacrifice(x: int, y: int) -> str:
    """Give up a card."""
    return dump_move(Sacrifice((x, y)))


def reveal(x: int, y: int) -> str:
    """Turn up a copy."""
    return dump_move(Reveal((x, y)))


def game(mine: str, theirs: str, *moves: str) -> Setting:
    """Both squads, character first, and then the moves of alternate turns, beginning with the reader."""
    squads: tuple[tuple[Seat, str], ...] = tuple(
        (seat, dump_move(Squad(tuple(cards.split())))) for seat, cards in enumerate((mine, theirs))
    )
    return Setting(moves=(*squads, *((number % 2, each) for number, each in enumerate(moves))))


def removed(deed: Deed) -> bool:
    """Whether a card was removed."""
    return deed.facts("removed") is not None
