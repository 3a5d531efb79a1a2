"""Ratings as one reader may see them: numbers, a game's changes, and a plot of each title."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from accounts.models import Reader, User
from games.engine.presenter import Text
from games.models import Preferences, Rating, RatingChange
from games.models.ratings import PROVISIONAL, SCALE
from games.presenters import PRESENTERS
from games.tables.panels import Visit

LATEST = 100  # changes in a plot
WIDTH, HEIGHT = 600, 200  # of a plot, in its own units
_Choice = Preferences.Ratings


@dataclass(frozen=True)
class Number:
    """A rating as pages show it."""

    value: int
    uncertainty: int  # one standard deviation
    games: int

    @property
    def is_provisional(self) -> bool:
        """Whether too few games count for a reliable number."""
        return self.games < PROVISIONAL


def choice_of(user: Reader) -> str:
    """Who sees which ratings, as the user has chosen; the default for anonymous readers."""
    chosen = Preferences.objects.filter(user=user.pk or 0).values_list("ratings", flat=True).first()
    return chosen or _Choice.ALL


def _visible(reader: Reader, people: Iterable[int | None]) -> QuerySet[Rating]:
    """The ratings of these people that the reader may see."""
    if choice_of(reader) == _Choice.NONE:
        return Rating.objects.none()
    is_hidden = Q(user__preferences__ratings__in=(_Choice.OWN, _Choice.NONE)) | Q(user__is_active=False)
    found = Rating.objects.filter(user__in=[person for person in people if person is not None], games__gt=0)
    return found.exclude(is_hidden & ~Q(user=reader.pk or 0))


def numbers_for(reader: Reader, title: str, people: Iterable[int | None]) -> dict[int, Number]:
    """The ratings of these people at a title that the reader may see, by person. Two queries."""
    return {row.user_id: _number(row) for row in _visible(reader, people).filter(title=title)}


def _number(rating: Rating) -> Number:
    return Number(_scaled(rating.mu), _scaled(rating.sigma), rating.games)


def _scaled(value: float) -> int:
    return round(SCALE * value)


@dataclass(frozen=True)
class ChangeLine:
    """What a game changed for one player."""

    name: Text
    change: int
    value: int  # after it
    uncertainty: int


def changes_panel(visit: Visit) -> tuple[ChangeLine, ...] | None:
    """What a finished rated game changed, as far as the reader may see it; empty if it counts for no rating."""
    table = visit.table
    if not table.is_rated or not table.is_finished:
        return None
    rows = RatingChange.objects.filter(game__table=table, game__annuls=None, game__annulled_by=None)
    changes = list(rows.select_related("user").order_by("rank", "seat_number"))
    shown = set(_visible(visit.user, [row.user_id for row in changes]).values_list("user", flat=True))
    if changes and not shown & {row.user_id for row in changes}:
        return None
    return tuple(
        ChangeLine(str(row.user), _change(row), _scaled(row.mu), _scaled(row.sigma))
        for row in changes
        if row.user_id in shown
    )


def _change(row: RatingChange) -> int:
    """The change of the number, so that the numbers before and after differ by it."""
    return _scaled(row.mu) - _scaled(row.mu - row.mu_change)


def seats_panel(visit: Visit) -> dict[int, Number] | None:
    """The ratings of the players at a rated table that has not started, by person."""
    if not visit.table.is_rated or not visit.table.is_open:
        return None
    return numbers_for(visit.user, visit.table.title, [seat.user_id for seat in visit.seats])


def change_between(person: User, title: str, start: datetime, end: datetime) -> tuple[int, int] | None:
    """How the person's rating changed in this time, and what it was at its end; None if it didn't, or is hidden."""
    if choice_of(person) == _Choice.NONE:
        return None
    rows = RatingChange.objects.filter(user=person, title=title, at__gte=start, at__lt=end).order_by(
        "at", "pk"
    )
    first, last = rows.first(), rows.last()
    if first is None or last is None:
        return None
    return _scaled(last.mu) - _scaled(first.mu - first.mu_change), _scaled(last.mu)


@dataclass(frozen=True)
class Point:
    """A rating after one game, and its place in the plot."""

    when: datetime
    table: int
    rank: int
    is_annulment: bool
    change: int
    value: int
    uncertainty: int
    x: float
    y: float


@dataclass(frozen=True)
class TitleRating:
    """One person's rating at one title, with the latest changes."""

    title: str
    name: Text  # of the title
    number: Number
    points: tuple[Point, ...]  # oldest first
    band: str  # SVG points around the area of the uncertainty
    marks: tuple[tuple[int, float], ...]  # ratings at the side of the plot, with their y

    @property
    def line(self) -> str:
        """The SVG points of the ratings."""
        return " ".join(f"{point.x},{point.y}" for point in self.points)


def ratings_of(person: User, reader: Reader) -> list[TitleRating]:
    """The person's ratings that the reader may see, by the name of the title. One query for each title, and two."""
    rows = [row for row in _visible(reader, [person.pk]) if row.title in PRESENTERS]
    return sorted((_title_rating(row) for row in rows), key=lambda each: str(each.name))


def _title_rating(rating: Rating) -> TitleRating:
    rows = RatingChange.objects.filter(user=rating.user_id, title=rating.title).select_related("game")
    changes = list(rows.order_by("-at", "-pk")[:LATEST])[::-1]
    lows, highs = ([change.mu + sign * change.sigma for change in changes] for sign in (-1, 1))
    least, most = _scaled(min(lows)), _scaled(max(highs))
    span, since = max(1, most - least), changes[0].at
    whole = max(1.0, (changes[-1].at - since).total_seconds())

    def y(value: float) -> float:
        return round(HEIGHT * (most - SCALE * value) / span, 1)

    xs = [round(WIDTH * (change.at - since).total_seconds() / whole, 1) for change in changes]
    points = tuple(_point(change, x, y(change.mu)) for change, x in zip(changes, xs, strict=True))
    edge = [*zip(xs, map(y, highs), strict=True), *reversed([*zip(xs, map(y, lows), strict=True)])]
    marks = tuple((value, y(value / SCALE)) for value in (most, (least + most) // 2, least))
    band = " ".join(f"{x},{y}" for x, y in edge)
    return TitleRating(rating.title, PRESENTERS[rating.title].name, _number(rating), points, band, marks)


def _point(change: RatingChange, x: float, y: float) -> Point:
    return Point(
        change.at, change.game.table_id, change.rank, change.game.annuls_id is not None,
        _change(change), _scaled(change.mu), _scaled(change.sigma), x, y,
    )  # fmt: skip
