"""Captivate's moves as JSON for lessons, and conditions for a move of the reader."""

from collections.abc import Callable, Iterable

from games.engine.codec import dump_move
from games.engine.contract import Seat
from games.engine.lesson import Deed, writer
from games.titles.captivate.cards import CARDS, CardId
from games.titles.captivate.grid import Cell
from games.titles.captivate.state import Capture, End, Play, Throw


def place(card: CardId, x: int, y: int) -> str:
    """Play a card in an empty cell."""
    return dump_move(Play(card, (x, y)))


def capture(card: CardId, x: int, y: int) -> str:
    """Play a card on a face-down one."""
    return dump_move(Capture(card, (x, y)))


end, throw = writer(End), writer(Throw)


def turn(seat: Seat, *moves: str) -> Iterable[tuple[Seat, str]]:
    """A whole turn: these moves, and its end."""
    return tuple((seat, move) for move in (*moves, end()))


def cards(text: str) -> tuple[CardId, ...]:
    """Cards by element and value, "light-1 dark-9", in the order of dealing and drawing."""
    found = tuple(text.split())
    if not set(found) <= set(CARDS):
        raise ValueError(f"Expected cards, but got {text}")
    return found


def is_lay(deed: Deed) -> bool:
    """Whether the move played a card in an empty cell or captured with one."""
    return isinstance(deed.move, Play | Capture)


def is_capture(deed: Deed) -> bool:
    """Whether the move captured a card."""
    return isinstance(deed.move, Capture)


def is_end(deed: Deed) -> bool:
    """Whether the move ended the turn."""
    return isinstance(deed.move, End)


def lays(card: CardId, *cells: Cell) -> Callable[[Deed], bool]:
    """Whether this card was played; in one of these cells, if any are given."""

    def fits(deed: Deed) -> bool:
        move = deed.move
        return isinstance(move, Play) and move.card == card and (not cells or move.cell in cells)

    return fits


def flip_count(deed: Deed) -> int:
    """The number of cards that the move flipped."""
    facts = deed.facts("played") or deed.facts("captured") or {}
    return len(facts.get("flipped", ()))
