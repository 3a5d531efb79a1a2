"""Tables for the benchmark, and whole games as lists of posts."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.test import Client

from games.engine import play
from games.engine.chance import Chance
from games.engine.codec import dump_move, load_state
from games.engine.random_play import random_move
from games.models import Table
from games.titles import TITLES
from tests.conftest import log_in_at_once, person
from tests.play import running_table

TOKEN = "t" * 32
Request = tuple[str, str]  # what is sent, and what its answer has to contain


class Player:
    """A person with a session."""

    def __init__(self, name: str) -> None:
        self.user = person(name)
        client = Client()
        log_in_at_once(client, self.user)
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        values = [f"{prefix}sessionid={session}; {prefix}csrftoken={TOKEN}" for prefix in ("", "__Host-")]
        self.cookies = "; ".join(values)  # the site runs without DEBUG, a plain one to compare with, with it

    def get(self, path: str) -> str:
        """A request for a page, as htmx asks for the part of it that changes."""
        return (
            f"GET {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {self.cookies}\r\nHX-Request: true\r\n"
            "Accept-Encoding: identity\r\n\r\n"
        )

    def get_whole(self, path: str) -> str:
        """A request for a whole page."""
        return f"GET {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {self.cookies}\r\n\r\n"

    def post(self, path: str, **fields: Any) -> str:
        """A post from that page by htmx."""
        body = urlencode({**fields, "csrfmiddlewaretoken": TOKEN})
        return (
            f"POST {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {self.cookies}\r\nHX-Request: true\r\n"
            f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n{body}"
        )


@dataclass(frozen=True)
class Posted:
    """One move of a game, ready to be posted."""

    seat: int
    move: str
    ply: int
    after: int  # the ply of the table after the move and automatic plies
    passes: bool  # whether the other seat is to act then


def game_of(table: Table) -> Iterator[Posted]:
    """A whole game of random moves. The site's answers are known beforehand, because its chance is."""
    game, chooser = TITLES[table.title], Chance(table.chance_key, 1_000_000)
    state, ply = load_state(game, table.state), table.ply
    while asked := sorted(game.to_act(state)):
        seat, at = chooser.pick(asked), ply
        move = random_move(game, state, seat, chooser)
        state, ply = _applied(table, state, ply, seat, move)
        while (forced := _forced(game, state)) is not None:
            state, ply = _applied(table, state, ply, *forced)
        yield Posted(seat, dump_move(move), at, ply, seat not in game.to_act(state))


def _applied(table: Table, state: Any, ply: int, seat: int, move: Any) -> tuple[Any, int]:
    step = play.play(TITLES[table.title], state, seat, move, Chance(table.chance_key, ply))
    return step.state, ply + 1


def _forced(game: Any, state: Any) -> tuple[int, Any] | None:
    for seat in sorted(game.to_act(state)):
        if (move := game.forced_move(state, seat)) is not None:
            return seat, move
    return None


def move_posts(
    pair: tuple[Player, Player], tables: int, *, title: str = "captivate", seed: int = 0
) -> list[Request]:
    """Games of one pair, one after another, as posts. Each answer must be the board of the next ply."""
    posts: list[Request] = []
    for number in range(tables):
        table = running_table(
            *(player.user for player in pair), title=title, seed=seed * 1000 + number, has_chain=True
        )
        path = f"/tables/{table.pk}/move/"
        posts += [
            (pair[each.seat].post(path, move=each.move, ply=each.ply), f'data-ply="{each.after}"')
            for each in game_of(table)
        ]
    return posts


def plain_posts(pair: tuple[Player, Player], *, title: str = "captivate", seed: int = 0) -> list[Request]:
    """The same posts for the minimal site. They can be repeated, since it does not check them."""
    return [(post, "ply ") for _seat, post in _plain_moves(pair, _new_table(pair, title, seed), "move")]


def plain_game(
    pair: tuple[Player, Player], *, title: str, seed: int, most: int, board: bool
) -> dict[str, Any]:
    """The first moves of a game at the minimal site, answered with a page or a text, which the other seat gets then."""
    table = _new_table(pair, title, seed)
    moves = islice(_plain_moves(pair, table, "move-to-board" if board else "move"), most)
    path = f"/tables/{table.pk}/" if board else "/greeting/"
    return {
        "socket": None,
        "sessions": [player.cookies for player in pair],
        "looks": [player.get(path) for player in pair],
        "moves": [(seat, post, 0) for seat, post in moves],
        "expected": "data-ply" if board else "",
    }


def _new_table(pair: tuple[Player, Player], title: str, seed: int) -> Table:
    table: Table = running_table(*(player.user for player in pair), title=title, seed=seed, has_chain=True)
    return table


def _plain_moves(pair: tuple[Player, Player], table: Table, view: str) -> Iterator[tuple[int, str]]:
    path = f"/tables/{table.pk}/{view}/"
    for each in game_of(table):
        yield each.seat, pair[each.seat].post(path, move=each.move, passes="1" if each.passes else "")
