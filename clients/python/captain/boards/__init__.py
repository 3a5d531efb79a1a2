"""The boards of all titles, each at most 80 columns wide, and legible without colours."""

import json
from types import ModuleType

from rich.text import Text

from captain.boards import cannonades, captivate, captn_eli, cardline, nautilus
from captain.boards.drawing import lines, words_of
from captain.shapes import Facts, Table

BOARDS: dict[str, ModuleType] = {
    "cannonades": cannonades,
    "captivate": captivate,
    "captn-eli": captn_eli,
    "cardline": cardline,
    "nautilus": nautilus,
}


def board_text(table: Table) -> Text:
    """The board of a started table; for a title that this package doesn't know, the observation as it is."""
    view = table["observation"]
    if view is None:
        return Text("The game hasn't started.")
    board = BOARDS.get(table["title"])
    if board is None:
        return lines([Text(json.dumps(view, indent=1, ensure_ascii=False), overflow="fold")])
    names = [seat["name"][:20] + (" (you)" if seat["is_you"] else "") for seat in table["seats"]]
    drawn: Text = board.draw(view, names)
    return drawn


def label_of(title: str, field: str, value: object) -> str:
    """A value of a move's field in words, such as "D4" for a cell of Captivate."""
    named = getattr(BOARDS.get(title), "label", None)
    return str(named(field, value)) if named else words_of(value)


def typed_move(title: str, view: Facts, text: str) -> Facts | None:
    """The move that a player has typed, for titles with too many moves to list. Raises ValueError, with a sentence."""
    read = getattr(BOARDS.get(title), "read_move", None)
    move: Facts | None = read(view, text) if read else None
    return move
