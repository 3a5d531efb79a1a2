"""The documents that this package reads, with the fields that it uses; docs/api.v1.json describes them all."""

from typing import Any, Literal, TypeAlias, TypedDict

Facts: TypeAlias = dict[str, Any]
Status: TypeAlias = Literal["open", "running", "finished", "cancelled", "expired"]


class Player(TypedDict):
    """A person, guest, bot or program."""

    username: str | None
    name: str
    kind: str


class Account(TypedDict):
    """Your account."""

    player: Player
    waiting: int
    scopes: list[str]


class Seat(TypedDict):
    """A seat at a table."""

    number: int
    name: str
    is_you: bool
    is_awaited: bool
    is_in: bool
    has_left: bool
    deadline: str | None
    rank: int | None
    score: int | None


class LegalMove(TypedDict):
    """A move that you can make."""

    move: Facts
    words: str


class Asked(TypedDict):
    """What you have to decide."""

    prompt: str
    moves: list[LegalMove]
    is_complete: bool
    default: Facts


class Ending(TypedDict):
    """How a game ended."""

    sentence: str
    headline: str


class Table(TypedDict):
    """A table, as you may see it."""

    id: int
    title: str
    title_name: str
    status: Status
    url: str
    ply: int
    you: int | None
    seats: list[Seat]
    seat_count: int
    awaited: list[int]
    why_not: str
    can_start: bool
    observation: Facts | None
    asked: Asked | None
    last_words: str
    can_take_back: bool
    can_resign: bool
    ending: Ending | None
    notice: str


class Row(TypedDict):
    """A table in a list."""

    id: int
    title_name: str
    status: Status
    players: list[Player | None]
    is_waiting_for_you: bool
    deadline: str | None
    unread: int


class Invitation(TypedDict):
    """An invitation to a table."""

    table: Row
    by: Player | None


class LogEntry(TypedDict):
    """A ply of the log."""

    ply: int
    seat: int | None
    text: str


class Event(TypedDict):
    """Something that happened at a table."""

    type: Literal["turn", "changed", "chat", "over", "invited"]
    table: int
    title: str
    ply: int
    status: Status
    deadline: str | None
    message: int | None
    url: str
