"""What readers learn from the next ply: from the response to their own POST, their sockets, and messages."""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import msgspec
from asgiref.sync import async_to_sync
from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from django.test import Client, TestCase
from django.urls import reverse

from accounts.models import User
from games.api.cursor import Cursor, key_of
from games.api.happenings import event_of, seen_at
from games.api.stream import frame
from games.engine.codec import dump_move, load_events
from games.engine.registry import AnyGame
from games.errors import TableError
from games.ledger.announce import Nudge, messages_collected, table_group, user_group
from games.models import Notice, Table
from games.tables.access import table_for
from games.tables.play import move_play
from games.tables.table_rules import game_at, state_at
from games.web.consumers import NudgeConsumer
from tools.noninterference.answers import Answer, message_answer, post_answer, program_answer
from tools.noninterference.messages import messages_to
from tools.noninterference.readers import Reader, client_of, undone

LEGAL = 3  # moves that a reader tries besides the default move
MALFORMED = ("{", '{"type":"no such thing"}')


@dataclass(frozen=True)
class Post:
    """A POST at a table."""

    what: str  # name in the report
    address: str
    data: dict[str, Any]
    is_program: bool = False  # sent to the API


def posts_by(reader: Reader, table: Table) -> list[Post]:
    """The reader's POSTs in each world: legal moves, others' moves, stale and malformed moves, other actions."""
    game, state = game_at(table), state_at(table)
    asked = sorted(game.to_act(state))
    legal = _some_moves(game, state, reader.seat) if reader.seat in asked else []
    others = [dump_move(game.default_move(state, seat)) for seat in asked if seat != reader.seat]
    moves = [("legal move", move, table.ply) for move in legal]
    moves += [("move of another seat", move, table.ply) for move in others]
    moves += [("stale move", move, max(0, table.ply - 1)) for move in [*legal, *others][:1]]
    moves += [("malformed move", move, table.ply) for move in MALFORMED]
    address = reverse("move_play", args=[table.pk])
    found = [Post(f"{what} {move}", address, {"move": move, "ply": ply}) for what, move, ply in moves]
    return [*found, *_acts(table), *_programs(moves, table)]


def _programs(moves: Sequence[tuple[str, str, int]], table: Table) -> Iterator[Post]:
    """The same moves and the resignation by the API."""
    for what, move, ply in moves:
        if move not in MALFORMED:
            data = {"moves": [json.loads(move)], "ply": ply}
            yield Post(f"program: {what} {move}", f"/api/v1/tables/{table.pk}/moves", data, is_program=True)
    for act in ("take-back", "resign"):
        yield Post(f"program: {act}", f"/api/v1/tables/{table.pk}/{act}", {"ply": table.ply}, is_program=True)


def _some_moves(game: AnyGame, state: Any, seat: int) -> list[str]:
    """The default move, and moves from all parts of the list of legal moves, if there is one."""
    listed = game.legal_moves(state, seat)
    some = listed[:: max(1, len(listed) // LEGAL)][:LEGAL]
    return list(dict.fromkeys(dump_move(move) for move in (game.default_move(state, seat), *some)))


def _acts(table: Table) -> Iterator[Post]:
    for name in ("turn_undo", "seat_resign", "orders_set", "proposal_make", "line_say", "seat_take_over"):
        yield Post(
            name, reverse(name, args=[table.pk]), {"ply": table.ply, "text": "Ahoy", "kind": "abandon"}
        )


def after_posts(reader: Reader, table: Table, posts: Iterable[Post]) -> dict[str, Answer]:
    """The response to each POST, and the frames of the reader's socket after it. Each POST is rolled back."""
    found = {}
    for post in posts:
        with undone():
            client = client_of(reader)
            with _nudges() as nudges:
                answer = _sent(client, post)
            shown = _shown_to(reader.seat, table)
            found[f"POST {post.what}"] = replace(answer, shown=shown)
            found[f"socket after {post.what}"] = _frames(reader, table, nudges, shown)
            found[f"stream after {post.what}"] = _stream(reader, table, nudges, shown)
    return found


def _sent(client: Client, post: Post) -> Answer:
    if not post.is_program:
        return post_answer(client, post.address, post.data)
    data = {name: value for name, value in post.data.items() if name != "ply"}
    return program_answer(client, post.address, data, post.data["ply"])


def after_others(reader: Reader, table: Table) -> dict[str, Answer]:
    """The frames and messages that the reader gets after the default move of each other seat that must act."""
    found = {}
    for seat in table.seats.exclude(user=None).select_related("user"):
        if seat.number == reader.seat:
            continue
        with undone():
            with _nudges() as nudges:
                code = _move_safely(table, seat.number, seat.user)
            shown = _shown_to(reader.seat, table) + code
            found[f"socket after seat {seat.number}"] = _frames(reader, table, nudges, shown)
            found[f"stream after seat {seat.number}"] = _stream(reader, table, nudges, shown)
            for what, answer in messages_to(reader, table, [Notice.Kind.TURN], shown=shown).items():
                found[f"{what} after seat {seat.number}"] = answer
    return found


def _move_safely(table: Table, seat: int, user: User | None) -> str:
    """Play the seat's default move if it must act; returns the error code of a refusal."""
    now = Table.objects.get(pk=table.pk)
    game, state = game_at(now), state_at(now)
    if user is None or seat not in game.to_act(state):
        return ""
    try:
        move_play(user, now.pk, move=dump_move(game.default_move(state, seat)), expected_ply=now.ply)
    except TableError as error:
        return error.code
    return ""


@contextmanager
def _nudges() -> Iterator[list[Nudge]]:
    """The socket messages that would be sent after the commit. Tasks are not queued."""
    with messages_collected() as nudges, TestCase.captureOnCommitCallbacks(execute=True):
        yield nudges


def _shown_to(seat: int | None, table: Table) -> str:
    """What the rules let a reader know now, independent of how the site presents it."""
    now = Table.objects.get(pk=table.pk)
    game, state = game_at(now), state_at(now)
    moves = game.legal_moves(state, seat) if seat is not None and seat in game.to_act(state) else ()
    new = (
        now.records.filter(ply__gte=table.ply)
        .exclude(events="")
        .order_by("ply")
        .values_list("events", flat=True)
    )
    told_of = [game.recall(state, seat, event) for events in new for event in load_events(events)]
    known = (game.observe(state, seat), moves, told_of)
    return msgspec.json.encode(known, order="deterministic").decode()


class _Listening(NudgeConsumer):
    """A socket that records what it would send."""

    def __init__(self) -> None:
        super().__init__()
        self.frames: list[Any] = []
        self.passed_on, self.talked = None, None

    async def send_json(self, content: Any, close: bool = False) -> None:
        self.frames.append(content)


def _frames(reader: Reader, table: Table, nudges: Iterable[Nudge], shown: str) -> Answer:
    """The frames that the reader's socket at the table would send for these messages."""
    mine, socket = _groups(reader, table), _Listening()
    for groups, message in nudges:
        for _group in mine.intersection(groups):
            async_to_sync(getattr(socket, message["type"].replace(".", "_")))(message)
    headers = {f"frame {number}": "" for number in range(len(socket.frames))}
    return message_answer(headers, json.dumps(socket.frames), 0, shown)


def _stream(reader: Reader, table: Table, nudges: Iterable[Nudge], shown: str) -> Answer:
    """What the reader's stream of events would send for these messages."""
    mine, sent = _groups(reader, table), list[str]()
    for groups, message in nudges:
        seen = seen_at(message["table"]) if message.get("table") and mine.intersection(groups) else None
        event = (
            event_of(reader.user, seen, is_chat=message["type"] == "talk.changed")
            if reader.user and seen
            else None
        )
        if event is not None:
            sent.append(frame(event, Cursor(0, (key_of(event),))).decode())
    return message_answer({}, "".join(sent), 0, shown)


def _groups(reader: Reader, table: Table) -> set[str]:
    own = set() if reader.user is None else {user_group(reader.user.pk)}
    try:
        table_for(reader.user or AnonymousUser(), table.pk)
    except Http404:
        return own
    return {*own, table_group(table.pk)}
