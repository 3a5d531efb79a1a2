"""Circles: groups of people who play together."""

from pydantic import Field

from games.api.shapes.base import Given, Shape
from games.api.shapes.tables import Player, TableRowShape
from games.models.circle import ABOUT_LENGTH, NAME_LENGTH


class CircleRowShape(Shape):
    """A circle in a list."""

    id: int = Field(examples=[3])
    name: str = Field(examples=["The Sunday Crew"])
    is_public: bool
    """Whether everybody sees its page."""
    is_member: bool
    is_news: bool
    """Whether its chat has messages that you haven't read."""


class CircleList(Shape):
    """Your circles, and a page of the public ones."""

    own: list[CircleRowShape]
    public: list[CircleRowShape]
    before: int | None
    """Value of the parameter `before` for older public circles; null if there are none."""


class StandingShape(Shape):
    """How a member did in a season, a quarter of a year."""

    rank: int
    player: Player
    games: int
    wins: int
    points: int
    """One for each player ranked below."""


class CircleShape(Shape):
    """A circle, as you may see it."""

    id: int
    name: str
    about: str
    is_public: bool
    is_member: bool
    is_quiet: bool
    """Whether you get no notices of its tables."""
    owner: Player
    members: list[Player]
    join_url: str | None
    """The link with which people join; only for the owner."""
    open: list[TableRowShape]
    others: list[TableRowShape]
    """Running and finished tables."""
    season: str = Field(examples=["2026-4"])
    standings: list[StandingShape]


class CircleGiven(Given):
    """A new circle."""

    name: str = Field(min_length=2, max_length=NAME_LENGTH, examples=["The Sunday Crew"])
    about: str = Field("", max_length=ABOUT_LENGTH)
    is_public: bool = False


class CircleChangeGiven(Given):
    """What to change. What is left out stays as it is."""

    name: str | None = Field(None, min_length=2, max_length=NAME_LENGTH)
    about: str | None = Field(None, max_length=ABOUT_LENGTH)
    is_private: bool = False
    """Hides a public circle, for good."""


class LinkGiven(Given):
    """The last part of a circle's link."""

    link: str = Field(min_length=1, max_length=40, examples=["Xl3k9d0aB2cD4eF6gH8iJ0"])


class QuietGiven(Given):
    """Whether you want no notices of the circle's tables."""

    is_quiet: bool
