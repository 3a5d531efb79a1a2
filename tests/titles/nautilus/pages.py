"""Boards of 20,000 Miles under the Sea as readers get them, drawn by the real templates without a site."""

import re
from html import unescape
from typing import Any
from urllib.parse import parse_qsl

from django.template import engines

from games.engine.presenter import Scene
from games.tables.exercise import TableStandIn
from games.titles.nautilus import GAME
from games.titles.nautilus.presenter import PRESENTER
from games.titles.nautilus.state import State
from tests.titles.nautilus.positions import see

NAMES = ("Anne", "Benno", "Clara", "David")
PARTS = ("board", "final", "hand", "actions", "beside")
LINK = re.compile(r'href="[^"?]*(\?[^"#]*)#field"')
BUTTON = re.compile(r'name="move" value="([^"]*)"')


def scene(state: State, you: int | None, **choice: str) -> Scene:
    """Return the scene of a reader, with its legal moves if it is to act."""
    seats = len(state.boards)
    legal = GAME.legal_moves(state, you) if you is not None else ()
    return Scene(you, NAMES[:seats], legal, choice, seats, bool(legal), is_quick=True)


def drawn(state: State, you: int | None = 0, **choice: str) -> dict[str, Any]:
    """Return the data of the reader's board."""
    return PRESENTER.board(see(state, you), scene(state, you, **choice))


def html(state: State, you: int | None = 0, **choice: str) -> str:
    """Return the HTML of the reader's board."""
    table = TableStandIn("nautilus", "/tables/1/")
    context = {"board": drawn(state, you, **choice), "table": table, "presenter": PRESENTER}
    loaded = (engines["jinja2"].get_template(f"nautilus/{part}.html") for part in PARTS)
    return "".join(part.render(context) for part in loaded)


def links(page: str) -> list[dict[str, str]]:
    """Return the choices that a page links to, each once."""
    return [dict(parse_qsl(query.lstrip("?"))) for query in dict.fromkeys(map(unescape, LINK.findall(page)))]


def buttons(page: str) -> list[str]:
    """Return the moves that a page offers, as JSON."""
    return [unescape(move) for move in BUTTON.findall(page)]


def offered(state: State, you: int) -> set[str]:
    """Return all moves that links lead to, starting from a page without a choice."""
    seen: set[tuple[tuple[str, str], ...]] = set()
    found: set[str] = set()
    waiting: list[dict[str, str]] = [{}]
    while waiting:
        choice = waiting.pop()
        page = html(state, you, **choice)
        found.update(buttons(page))
        for link in links(page):
            key = tuple(sorted(link.items()))
            if key not in seen:
                seen.add(key)
                waiting.append(link)
    return found
