"""Choosing a move: from a list, or field by field if there are many."""

import json

from captain.boards import label_of, typed_move
from captain.screen import Screen
from captain.shapes import Facts, LegalMove, Table

_LISTED = 12  # moves that are listed as they are


def move_chosen(screen: Screen, table: Table) -> Facts | str:
    """A move, or what else the user typed, in the middle of a choice, too. Raises Quit."""
    asked = table["asked"]
    assert asked is not None, table["ply"]  # noqa: S101  # only called if something is asked
    moves, view = asked["moves"], table["observation"] or {}
    if not asked["is_complete"]:
        screen.show("There are too many moves to list. Some of them:")
    while len(moves) > 1 or moves is asked["moves"]:
        groups = _groups(table["title"], moves)
        for number, words in enumerate(groups, 1):
            screen.show(f"{number:>3}  {words}")
        typed = screen.ask(_QUESTION if asked["is_complete"] else _OPEN_QUESTION)
        if typed == "0":
            moves = asked["moves"]
        elif typed.isdecimal():
            if 1 <= int(typed) <= len(groups):
                moves = list(groups.values())[int(typed) - 1]
                if len(groups) == 1:
                    break
            else:
                screen.warn(f"Expected a number from 1 to {len(groups)}, but got {typed}.")
        else:
            move = _typed(screen, table["title"], view, typed)
            if move is not None:
                return move
    return moves[0]["move"]


_QUESTION = "Number, 0 to start again, or ? for more:"
_OPEN_QUESTION = "Number, names separated by commas, or ? for more:"


def _typed(screen: Screen, title: str, view: Facts, typed: str) -> Facts | str | None:
    """A typed move, or a command; None after a complaint."""
    try:
        if typed.startswith("{"):
            return dict(json.loads(typed))
        return typed_move(title, view, typed) or typed
    except ValueError as error:
        screen.warn(str(error))
        return None


def _groups(title: str, moves: list[LegalMove]) -> dict[str, list[LegalMove]]:
    """What to choose from: single moves in words, or the values of the first field in which many moves differ."""
    if len(moves) > _LISTED:
        for field in dict.fromkeys(name for each in moves for name in each["move"]):
            values = [json.dumps(each["move"].get(field)) for each in moves]
            if len(set(values)) > 1:
                return _by_value(title, field, moves)
    return {f"{each['words']}": [each] for each in moves} if _distinct(moves) else {
        f"{each['words']} {json.dumps(each['move'])}": [each] for each in moves
    }  # fmt: skip


def _distinct(moves: list[LegalMove]) -> bool:
    return len({each["words"] for each in moves}) == len(moves)


def _by_value(title: str, field: str, moves: list[LegalMove]) -> dict[str, list[LegalMove]]:
    grouped: dict[str, list[LegalMove]] = {}
    for each in moves:
        value = each["move"].get(field)
        grouped.setdefault("no " + field if value is None else label_of(title, field, value), []).append(each)
    return {
        members[0]["words"] if len(members) == 1 else f"{words} ({len(members)} moves)": members
        for words, members in grouped.items()
    }
