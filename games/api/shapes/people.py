"""Accounts, players, notices and statistics."""

from typing import Literal

from pydantic import Field

from games.api.shapes.base import Given, Minute, Shape
from games.api.shapes.tables import Player, TableRowShape


class AccountShape(Shape):
    """Your account."""

    player: Player
    time_zone: str = Field(examples=["Europe/Berlin"])
    muted_until: Minute | None
    """Until then you can't write in chats."""
    waiting: int
    """How many tables wait for you."""
    reliability: int | None
    """Percent of your latest decisions that you made in time; null while you are new."""
    scopes: list[str] = Field(examples=[["read", "play"]])
    """What the token of this request allows."""


class AccountGiven(Given):
    """The settings to change. Those that are left out stay as they are."""

    display_name: str | None = Field(None, max_length=40)
    time_zone: str | None = Field(None, max_length=64)


class VacationShape(Shape):
    """A vacation, with its first and last day."""

    first: str = Field(examples=["2027-07-01"])
    last: str = Field(examples=["2027-07-14"])


class CalendarShape(Shape):
    """When you have no deadlines."""

    sleep_from: str | None = Field(examples=["23:00"])
    sleep_to: str | None = Field(examples=["07:00"])
    days_off: list[int]
    """0 is Monday."""
    vacations: list[VacationShape]
    days_left: dict[str, int]
    """By year: the vacation days that you can still announce."""


class CalendarGiven(Given):
    """Your nights and days off."""

    sleep_from: str | None = Field(None, pattern="^[0-2][0-9]:[0-5][0-9]$")
    sleep_to: str | None = Field(None, pattern="^[0-2][0-9]:[0-5][0-9]$")
    days_off: list[int] = Field([], max_length=7)


class VacationGiven(Given):
    """The vacation to announce."""

    first: str = Field(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$", examples=["2027-07-01"])
    last: str = Field(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$", examples=["2027-07-14"])


class PreferencesShape(Shape):
    """When and where you are notified."""

    mail: bool
    offsets: list[int]
    """Minutes before a deadline at which you are reminded."""
    quiet_from: str | None
    quiet_until: str | None
    rings_when_near: bool
    talk: str
    """Which chat messages you are notified about."""
    digest_time: str | None
    """The time of a daily email instead of single ones; null for single ones."""
    plays_from_mail: bool
    is_bare: bool
    webhook_kind: str
    webhook_url: str
    ratings: str
    """Who sees which ratings: `all`, `own` or `none`."""
    always_ask: bool


class PreferencesGiven(Given):
    """The preferences to change. Those that are left out stay as they are."""

    mail: bool | None = None
    offsets: list[int] | None = Field(None, max_length=6)
    quiet_from: str | None = Field(None, max_length=8)
    quiet_until: str | None = Field(None, max_length=8)
    rings_when_near: bool | None = None
    talk: str | None = Field(None, max_length=20)
    digest_time: str | None = Field(None, max_length=8)
    plays_from_mail: bool | None = None
    is_bare: bool | None = None
    webhook_kind: str | None = Field(None, max_length=20)
    webhook_url: str | None = Field(None, max_length=500)
    ratings: Literal["all", "own", "none"] | None = None
    always_ask: bool | None = None


class NoticeShape(Shape):
    """A notice: something that you were or will be told once on one channel."""

    id: int
    kind: str = Field(examples=["turn"])
    words: str = Field(examples=["your turn"])
    channel: Literal["mail", "push", "webhook"]
    status: str = Field(examples=["sent"])
    reason: str
    """Why it wasn't sent, or not yet."""
    table: int | None
    title: str | None
    created_at: Minute
    sent_at: Minute | None


class NoticeList(Shape):
    """A page of notices, newest first."""

    notices: list[NoticeShape]
    before: int | None
    """Value of the parameter `before` for older ones; null if there are none."""


class MuteShape(Shape):
    """Whether a table is muted."""

    is_muted: bool
    """Whether you get no notices of the table."""


class MuteGiven(Given):
    """Whether to mute the table."""

    is_muted: bool


class FeedsShape(Shape):
    """Secret addresses: everybody who knows them can read your deadlines."""

    ics: str | None = Field(examples=["https://play.example.org/feeds/5f0c8a52-.../deadlines.ics"])
    atom: str | None


class DeadlineShape(Shape):
    """One of your deadlines."""

    table: int
    title: str
    others: str
    deadline: Minute
    since: Minute


class DeadlineList(Shape):
    """Your deadlines, nearest first."""

    deadlines: list[DeadlineShape]


class RatingPoint(Shape):
    """A rating after one game."""

    at: Minute
    table: int
    rank: int
    change: int
    value: int


class RatingShape(Shape):
    """A player's rating at one game."""

    title: str
    value: int
    uncertainty: int
    games: int
    is_provisional: bool
    points: list[RatingPoint]
    """The latest changes, oldest first."""


class RatingList(Shape):
    """The ratings that you may see."""

    ratings: list[RatingShape]


class RecordShape(Shape):
    """How a player's latest games of one title went."""

    title_name: str
    games: int
    wins: int


class PlayerPage(Shape):
    """A player's page, with the parts that you may see."""

    player: Player
    is_you: bool
    is_followed: bool
    is_blocked: bool
    """By you."""
    since: str | None
    """The month in which the player signed up."""
    decisions: str
    """How the latest decisions were made."""
    record: list[RecordShape]
    together: list[RecordShape]
    """Games of the two of you, with your wins."""
    games: list[TableRowShape]
    ratings: list[RatingShape]


class PlayerList(Shape):
    """Players."""

    players: list[Player]


class BarShape(Shape):
    """A bar of a plot."""

    label: str
    value: str
    of: str
    """The size of the sample."""


class PlotShape(Shape):
    """A plot of a title's statistics."""

    name: str
    heading: str
    told: str
    bars: list[BarShape]


class StatisticsShape(Shape):
    """A title's statistics."""

    games: int
    with_bots: int
    days: str
    plies: str
    plots: list[PlotShape]


class SearchShape(Shape):
    """Your search for people to play with."""

    id: int
    title: str
    seats: int
    pace: str
    is_rated: bool
    made_at: Minute


class SearchList(Shape):
    """Your unfinished searches, oldest first."""

    searches: list[SearchShape]
    table: int | None = None
    """The table, if enough people were searching for the same."""


class SearchGiven(Given):
    """The game to find people for."""

    title: str = Field(max_length=40, examples=["captivate"])
    seats: int = Field(2, ge=1, le=20)
    pace: str = Field("three-days", max_length=20)
    is_rated: bool = False
