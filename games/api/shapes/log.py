"""The log, replays and chats of tables."""

from typing import Any

from pydantic import Field

from games.api.shapes.base import Facts, Given, Minute, Shape
from games.api.shapes.tables import Player
from games.models.talk import LINE_LENGTH, NOTE_LENGTH


class GameEventShape(Shape):
    """Something that happened in the game, with the facts that you may know now."""

    type: str = Field(examples=["played"])
    facts: Facts


class LogEntry(Shape):
    """One ply of the log."""

    ply: int
    at: Minute
    seat: int | None
    text: str
    """What happened, in a sentence."""
    cause: str
    """How it was made, if not by the player: `forced`, `order`, `timeout`, `moderator` or `caretaker`."""
    events: list[GameEventShape]
    is_taken_back: bool


class LogShape(Shape):
    """A part of a table's log."""

    entries: list[LogEntry]
    last: int
    """The last ply that was looked at; plies without anything to tell have no entry."""
    is_all: bool
    """Whether there is nothing after it."""


class ReplayView(Shape):
    """What one seat, or a spectator, saw."""

    seat: int | None
    observation: Facts


class ReplayShape(Shape):
    """A table after a ply of its log."""

    ply: int
    last: int
    views: list[ReplayView]
    """What you saw then. After the end you can choose others with `view_as`."""
    why: str
    """Why there are no views, such as in a game of memory."""
    entry: LogEntry | None


class MessageShape(Shape):
    """A chat message."""

    id: int
    player: Player | None
    name: str
    seat: int | None
    said_at: Minute
    text: str
    """Empty if the message was removed."""
    is_mine: bool
    is_to_me: bool
    is_blocked: bool
    """Whether you have blocked the author."""
    is_removed: bool


class ChatShape(Shape):
    """A part of a table's chat, oldest message first."""

    messages: list[MessageShape]
    newest: int
    """The id of the last message of this part; 0 if it is empty."""
    before: int | None
    """Value of the parameter `before` for earlier messages; null if there are none."""
    unread: int
    why_silent: str
    """Why you can't write; empty if you can."""


class MessageGiven(Given):
    """A chat message to send."""

    text: str = Field(min_length=1, max_length=LINE_LENGTH, examples=["Good luck!"])


class ReadGiven(Given):
    """How far you have read the chat."""

    message: int = Field(ge=1, le=2**62)


class NoteShape(Shape):
    """Your private note at a table."""

    text: str
    version: str
    """Send it with the next version; empty for a new note."""


class NoteGiven(Given):
    """The new text of your private note."""

    text: str = Field(max_length=NOTE_LENGTH)
    version: str = Field("", max_length=40)


class RulesCheck(Shape):
    """The site's own check of a finished game."""

    result: str
    why: str


Export = dict[str, Any]
