"""Players for the benchmark, and whole games as moves to post."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.test import Client

from games.engine import play
from games.engine.chance import Chance
from games.engine.codec import dump_move, load_state
from games.engine.play import random_move
from games.models import Table
from games.titles import TITLES
from tests.conftest import log_in_at_once, person

TOKEN = "t" * 32


class Player:
    """A person with a session."""

    def __init__(self, name: str) -> None:
        self.user = person(name)
        client = Client()
        log_in_at_once(client, self.user)
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        self.cookies = f"__Host-sessionid={session}; __Host-csrftoken={TOKEN}"

    def get(self, path: str) -> str:
        """A request for the changing part of a page, as sent by htmx."""
        return (
            f"GET {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {self.cookies}\r\nHX-Request: true\r\n"
            "Accept-Encoding: identity\r\n\r\n"
        )

    def post(self, path: str, **fields: Any) -> str:
        """A POST from that page, as sent by htmx."""
        body = urlencode({**fields, "csrfmiddlewaretoken": TOKEN})
        return (
            f"POST {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {self.cookies}\r\nHX-Request: true\r\n"
            f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n{body}"
        )


@dataclass(frozen=True)
class Posted:
    """A move of a game, ready to post."""

    seat: int
    move: str
    ply: int
    after: int  # the table's ply after the move and automatic plies


def game_of(table: Table) -> Iterator[Posted]:
    """A whole game of random moves. Positions can be computed in advance, because the table's chance is known."""
    game, chooser = TITLES[table.title], Chance(bytes(table.key), 1_000_000)
    state, ply = load_state(game, table.state), table.ply
    while asked := sorted(game.to_act(state)):
        seat, at = chooser.pick(asked), ply
        move = random_move(game, state, seat, chooser)
        state = play.play(game, state, seat, move, Chance(bytes(table.key), ply)).state
        ply += 1
        while (forced := _after_forced_move(table, state, ply)) is not None:
            state, ply = forced, ply + 1
        yield Posted(seat, dump_move(move), at, ply)


def _after_forced_move(table: Table, state: Any, ply: int) -> Any:
    """The state after a move that the site plays for a seat; None if there is none."""
    game = TITLES[table.title]
    for seat in sorted(game.to_act(state)):
        if (found := play.automatic_play(game, state, seat, Chance(bytes(table.key), ply))) is not None:
            return found[1].state
    return None
