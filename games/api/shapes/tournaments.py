"""Tournaments as a program sees them."""

from typing import Literal

from pydantic import Field

from games.api.shapes.base import Facts, Given, Minute, Shape
from games.api.shapes.queries import LARGEST
from games.api.shapes.tables import Clock, Player

Status = Literal["open", "running", "finished", "cancelled"]


class TournamentsQuery(Given):
    """Which tournaments."""

    show: Status = "open"
    before: int | None = Field(None, ge=0, le=LARGEST)


class TournamentRowShape(Shape):
    """A tournament in a list."""

    id: int = Field(examples=[2])
    name: str = Field(examples=["Spring Regatta"])
    title: str = Field(examples=["captivate"])
    kind: Literal["pools", "swiss", "knockout"]
    status: Status
    """`open` for registration, `running`, `finished` or `cancelled`."""
    least: int
    most: int
    """Players, at least and at most."""
    starts_at: Minute | None
    """Null: it starts when it is full."""


class TournamentList(Shape):
    """A page of tournaments that everybody may see, newest first."""

    tournaments: list[TournamentRowShape]
    before: int | None
    """Value of the parameter `before` for older ones; null if there are none."""


class PlaceShape(Shape):
    """How a player stands."""

    rank: int
    """In the player's pool, if there are pools."""
    player: Player
    pool: int
    """From 0."""
    points: float
    tie_break: float
    """Buchholz, or Sonneborn-Berger in pools; in a knock-out, the last round that the player has reached."""
    has_withdrawn: bool


class PairingShape(Shape):
    """One game of a round, or a bye."""

    round: int
    """From 1."""
    number: int
    """In the round. The games of a knock-out meeting have the same."""
    game: int
    """Of a knock-out meeting: 1 to 3."""
    home: Player
    away: Player | None
    """Null for a bye."""
    table: int | None
    result: Literal["", "home", "away", "draw", "none"]
    """Empty while it isn't decided; `none` if neither player has played."""


class TournamentShape(TournamentRowShape):
    """A tournament: its terms, standings and games."""

    options: Facts
    clock: Clock
    is_rated: bool
    circle: int | None
    """The circle whose members play."""
    is_entered: bool
    """Whether you play in it."""
    may_enter: bool
    """Whether it is open to you, if it isn't full."""
    round: int
    """The current one; 0 before the start."""
    rounds: int
    """0: as many as the system needs."""
    round_ends_at: Minute | None
    finished_at: Minute | None
    standings: list[PlaceShape]
    pairings: list[PairingShape]
