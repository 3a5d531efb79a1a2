"""The data of Capt'n Eli's board, and the links through it, for tests."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl

from games.engine.codec import load_move
from games.engine.contract import Seat
from games.engine.presenter import Scene
from games.titles.captn_eli import GAME
from games.titles.captn_eli.presenter import PRESENTER
from games.titles.captn_eli.state import Move, State
from tests.engine.positions import Case, random_game

NAMES = ("Alice", "Bob")
CASES = [Case(GAME, 2, {"cards": value}) for value in ("all", "sealed")]


def drawn(state: State, you: Seat | None = 0, **choice: str) -> dict[str, Any]:
    """Return the board of `you` (None for a spectator) with the choices so far."""
    is_asked = you in GAME.to_act(state)
    legal = GAME.legal_moves(state, you) if you is not None and is_asked else ()
    return PRESENTER.board(GAME.observe(state, you), Scene(you, NAMES, legal, choice, 2, is_asked))


def followed(state: State, you: Seat, href: str) -> dict[str, Any]:
    """Return the board behind a link."""
    return drawn(state, you, **fields_of(href))


def fields_of(href: str) -> dict[str, str]:
    return dict(parse_qsl(href.removeprefix("?")))


def spots(board: dict[str, Any]) -> dict[tuple[int, int], Any]:
    return {spot.cell: spot for row in board["rows"] for spot in row.spots}


def gaps(board: dict[str, Any]) -> list[Any]:
    return [gap for row in board["rows"] for gap in row.gaps if gap]


def links(board: dict[str, Any]) -> Iterator[str]:
    """Yield every link on a board of a running game."""
    yield from (spot.href for spot in (*spots(board).values(), *gaps(board)) if len(spot.href) > 1)
    yield from (held["href"] for held in board["hand"] if held["href"])
    if board["button"] and board["button"].href:
        yield board["button"].href


def reachable(state: State, you: Seat) -> set[Move]:
    """Return all moves that buttons make, on the first board or behind links."""
    found, seen, queue = set(), {""}, [""]
    while queue:
        board = followed(state, you, queue.pop())
        if board["button"] and board["button"].json:
            found.add(load_move(GAME, board["button"].json))
        fresh = set(links(board)) - seen
        seen |= fresh
        queue += fresh
    return found


def positions(count: int, step: int = 1) -> Iterator[State]:
    """Yield positions of random games with turns in them, one in every `step` plies."""
    for number in range(count):
        for ply in list(random_game(CASES[number % 2], number))[2::step]:
            yield ply.before
