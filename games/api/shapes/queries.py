"""The parameters of operations that read."""

from typing import Literal

from pydantic import Field

from games.api.shapes.base import Given
from games.pages.paging import PAGE

LARGEST = 2**62


class LobbyQuery(Given):
    """Which public tables."""

    show: Literal["join", "watch", "offered"] = "join"
    """To join, to watch, or with a seat to take over."""
    title: str = Field("", max_length=40)
    seats: int | None = Field(None, ge=1, le=20)
    pace: Literal["", "day", "days", "week", "bank", "none"] = ""
    """`day`: up to a day per move; `days`: up to six; `week`: a week or more."""
    after: int | None = Field(None, ge=0, le=LARGEST)
    """`next` of the previous page."""


class TablesQuery(Given):
    """Which of your tables."""

    finished: bool = False
    after: str = Field("", max_length=80)
    """`next` of the previous page."""
    size: int = Field(PAGE, ge=1, le=100)


class NextQuery(Given):
    """Which tables to skip."""

    skip: list[int] = Field([], max_length=100)


class LogQuery(Given):
    """Which part of the log."""

    since: int = Field(-2, ge=-2, le=10**9)
    """The last ply that you know; -2 begins at the set-up, which is ply -1."""
    limit: int = Field(40, ge=1, le=100)


class ChatQuery(Given):
    """Which part of the chat."""

    before: int | None = Field(None, ge=0, le=LARGEST)
    limit: int = Field(50, ge=1, le=100)


class BeforeQuery(Given):
    """Which page of a list."""

    before: int | None = Field(None, ge=0, le=LARGEST)


class SeasonQuery(Given):
    """Which season's standings."""

    season: str = Field("", pattern="^(20[0-9]{2}-[1-4])?$", examples=["2026-4"])
    """The default is this one."""


class ReplayQuery(Given):
    """Which ply, and whose view."""

    ply: int = Field(-1, ge=-1, le=10**9)
    view_as: str = Field("", max_length=10)
    """After the end: a seat's number, `spectator` or `all`."""


class NamesQuery(Given):
    """Whether with names."""

    names: bool = True
    """With false, nothing in it identifies the table or its players."""
