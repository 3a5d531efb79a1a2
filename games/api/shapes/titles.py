"""Titles and invitations."""

from typing import Any

from pydantic import Field

from games.api.shapes.base import Facts, Shape
from games.api.shapes.tables import Player, TableRowShape


class OptionShape(Shape):
    """A choice of the host when a table is opened."""

    name: str
    label: str
    default: Any
    values: list[Any]
    labels: list[str]
    """The values in words."""


class TitleShape(Shape):
    """A game of this site."""

    slug: str = Field(examples=["captivate"])
    name: str = Field(examples=["Captivate"])
    tagline: str
    seats: list[int] = Field(examples=[[2, 3, 4]])
    """The possible numbers of players."""
    rules_version: int
    options: list[OptionShape]
    orders: dict[str, list[str]]
    """Standing orders by name, with their values."""
    moves: Facts
    """The JSON Schema of a move."""


class TitleList(Shape):
    """All games."""

    titles: list[TitleShape]


class InvitationShape(Shape):
    """An invitation to a table."""

    table: TableRowShape
    by: Player | None


class InvitationList(Shape):
    """Open invitations, newest first."""

    invitations: list[InvitationShape]
