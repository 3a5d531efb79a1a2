"""What the reader has chosen so far, out of the address of the page, and how moves are addressed there."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from games.engine.presenter import Scene
from games.titles.captn_eli.cards import CardId
from games.titles.captn_eli.grid import Cell
from games.titles.captn_eli.state import Challenge, Flip, Move, Mystic, Place, Reveal, Sacrifice, Shift, Wedge

__all__ = ["Choice", "address", "cell_in", "cell_text", "choice_of", "query"]

Address = dict[str, str]  # field and value, what is chosen first in front

_CELL = re.compile(r"(-?\d{1,4}),(-?\d{1,4})", re.ASCII)


@dataclass(frozen=True)
class Choice:
    """A card in hand, or one on the grid, and the move that is complete if all of it is chosen."""

    card: CardId | None = None
    at: Cell | None = None
    moves: tuple[Move, ...] = ()  # all moves that begin with what is chosen
    move: Move | None = None

    @property
    def is_made(self) -> bool:
        """Whether anything has been chosen."""
        return bool(self.moves)


def address(move: Move) -> Address:
    """The choices that lead to a move; the first field says with which card it is made."""
    match move:
        case Place(card, cell):
            return {"card": card, "cell": cell_text(cell)}
        case Wedge(card, cell):
            return {"card": card, "gap": cell_text(cell)}
        case Flip(at):
            return {"at": cell_text(at), "do": "flip"}
        case Shift(at, other) | Challenge(at, other):
            return {"at": cell_text(at), "to": cell_text(other)}
        case Mystic(at) | Reveal(at) | Sacrifice((_, _) as at):
            return {"at": cell_text(at)}
        case _:
            return {"do": "decline"}


def query(fields: Address) -> str:
    """The fields as the query of a link."""
    return f"?{urlencode(fields)}"


def choice_of(scene: Scene) -> Choice:
    """What stands in the address, as far as it is legal now; anything else counts as not chosen."""
    for name in ("card", "at", "do"):
        word = scene.choice.get(name)
        moves = tuple(move for move in scene.legal if next(iter(address(move).items())) == (name, word))
        if word is not None and moves:
            made = [move for move in moves if _is_chosen(scene, address(move))]
            card = word if name == "card" else None
            return Choice(card, cell_in(scene.choice, name), moves, made[0] if made else None)
    return Choice()


def _is_chosen(scene: Scene, wanted: Address) -> bool:
    return all(scene.choice.get(field) == value for field, value in wanted.items())


def cell_in(fields: Mapping[str, str], name: str) -> Cell | None:
    """The cell that a field names; None for anything else."""
    found = _CELL.fullmatch(fields.get(name, ""))
    return (int(found[1]), int(found[2])) if found else None


def cell_text(cell: Cell) -> str:
    """A cell as it stands in the address."""
    return f"{cell[0]},{cell[1]}"
