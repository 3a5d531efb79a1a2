"""The log, replays and chats of a table as documents for one reader."""

from accounts.models import User
from games.api.shapes import log as shapes
from games.api.showing import player_shape
from games.engine.codec import dump
from games.history.replay import replay_page
from games.models import Member, Table
from games.tables.access import seat_of
from games.tables.log import LogLine, latest_records, lines_of, names_of
from games.tables.table_rules import is_playable, state_at
from games.tables.unit_of_work import seats_of
from games.talk.selectors import MessageLine, Talk, circle_talk, talk_of


def entry_shape(line: LogLine) -> shapes.LogEntry:
    """One ply of the log."""
    events = [shapes.GameEventShape(type=kind, facts=facts) for kind, facts in line.events]
    return shapes.LogEntry(
        ply=line.ply, at=line.when, seat=line.seat, text=str(line.text), cause=line.cause, events=events,
        is_taken_back=line.is_taken_back,
    )  # fmt: skip


def log_since(user: User, table: Table, since: int, limit: int) -> shapes.LogShape:
    """The plies after `since`, oldest first; none for a table that has no log or whose rules are missing."""
    if not table.state or not is_playable(table) or since >= table.ply - 1:
        return shapes.LogShape(
            entries=[], last=max(since, table.ply - 1) if table.state else since, is_all=True
        )
    seats = seats_of(table)
    mine, first = seat_of(user, seats), max(since, -2) + 1
    end = min(first + limit, table.ply)
    records = latest_records(table, before=end, limit=end - first)
    lines = lines_of(table, records, state_at(table), mine.number if mine else None, names_of(seats))
    return shapes.LogShape(
        entries=list(map(entry_shape, reversed(lines))), last=end - 1, is_all=end == table.ply
    )


def replay_shape(user: User, table: Table, ply: int, view_as: str) -> shapes.ReplayShape | None:
    """The table after a ply; None if there is no such view."""
    page = replay_page(user, table, ply, view_as)
    if page is None:
        return None
    return shapes.ReplayShape(
        ply=page.at, last=page.last, why=page.why,
        views=[shapes.ReplayView(seat=each.seat, observation=dump(each.view)) for each in page.boards],
        entry=entry_shape(page.line) if page.line else None,
    )  # fmt: skip


def chat_shape(user: User, table: Table, before: int | None, limit: int) -> shapes.ChatShape:
    """The latest messages of a table's chat before message `before`."""
    return _chat(talk_of(user, table, seats_of(table), before=before, size=limit))


def circle_chat_shape(own: Member, before: int | None, limit: int) -> shapes.ChatShape:
    """The same for the chat of a circle and one of its members."""
    return _chat(circle_talk(own, before=before, size=limit))


def _chat(talk: Talk) -> shapes.ChatShape:
    lines = [line for group in talk.groups for line in group.lines]
    return shapes.ChatShape(
        messages=list(map(_message, lines)), newest=talk.newest, before=talk.before, unread=talk.unread,
        why_silent=str(talk.why_silent),
    )  # fmt: skip


def _message(line: MessageLine) -> shapes.MessageShape:
    return shapes.MessageShape(
        id=line.pk, player=player_shape(line.user), name=line.name, seat=line.seat_number, said_at=line.said_at,
        text=line.text, is_mine=line.is_mine, is_to_me=line.is_to_me, is_blocked=line.is_blocked,
        is_removed=line.is_removed,
    )  # fmt: skip
