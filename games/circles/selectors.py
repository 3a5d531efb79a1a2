"""Circles as one reader may see them: the page, its members and tables, and the standings of a season."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Reader, User
from games.ledger.circles import is_member
from games.models import Block, Circle, Member, Seat, Table, TalkLine, Tournament
from games.tables.access import TableNotFound
from games.tables.lists import TableRow, rows_of
from games.tables.lobby import OF_CIRCLES
from games.tables.panels import Visit
from games.talk.selectors import Talk, circle_talk

TABLES = 20  # open tables on the page, at most
LATEST = 3  # running tables, finished ones, and tournaments
COUNTED = 1000  # latest games of a season
LINES = 10  # of the chat


class CircleNotFound(TableNotFound):
    """The circle doesn't exist, or the reader may not see it; the error doesn't say which."""

    def __init__(self) -> None:
        super().__init__(_("There is no such circle, or it is not open to you."))


@dataclass(frozen=True)
class Season:
    """A quarter of a calendar year, in UTC."""

    year: int
    quarter: int  # 1 to 4

    def __str__(self) -> str:
        return f"{self.year}-{self.quarter}"

    @property
    def start(self) -> datetime:
        """Its first moment."""
        return datetime(self.year, 3 * self.quarter - 2, 1, tzinfo=UTC)

    @property
    def previous(self) -> "Season":
        """The quarter before."""
        return Season(self.year, self.quarter - 1) if self.quarter > 1 else Season(self.year - 1, 4)

    @property
    def next(self) -> "Season":
        """The quarter after."""
        return Season(self.year, self.quarter + 1) if self.quarter < 4 else Season(self.year + 1, 1)


def season_at(moment: datetime) -> Season:
    """The season of a moment."""
    moment = moment.astimezone(UTC)
    return Season(moment.year, (moment.month + 2) // 3)


def season_in(word: str) -> Season | None:
    """The season that `str` writes like this; None if it is none."""
    found = re.fullmatch(r"(20[0-9]{2})-([1-4])", word, re.ASCII)
    return None if found is None else Season(int(found[1]), int(found[2]))


@dataclass
class CircleStanding:
    """How a member did in a season."""

    user: User
    games: int = 0
    wins: int = 0  # first places, alone or shared
    points: int = 0  # one for each player ranked below
    rank: int = 1


@dataclass(frozen=True)
class CircleView:
    """A circle's page for one reader."""

    circle: Circle
    own: Member | None  # the reader's membership
    members: tuple[User, ...]  # in the order of joining
    open: tuple[TableRow, ...]
    others: tuple[TableRow, ...]  # running and finished tables
    season: Season
    former: Season | None  # the one before, if the circle is as old
    later: Season | None
    standings: tuple[CircleStanding, ...]
    tournaments: tuple[Tournament, ...]
    talk: Talk | None  # for members

    @property
    def is_owner(self) -> bool:
        """Whether the reader owns the circle."""
        return self.own is not None and self.circle.owner_id == self.own.user_id


def circle_for(reader: Reader, circle_id: int) -> Circle:
    """The circle, if the reader may see it. Raises CircleNotFound."""
    circle = Circle.objects.filter(pk=circle_id, closed_at=None).first()
    if circle is None or not (circle.is_public or is_member(reader, circle.pk)):
        raise CircleNotFound
    return circle


def circle_of_member(user: User, circle_id: int) -> tuple[Circle, Member]:
    """The circle and the user's membership. Raises CircleNotFound."""
    found = Member.objects.filter(circle=min(circle_id, 2**62), user=user)  # a URL may have any number
    own = found.select_related("circle", "user").first()
    if own is None:
        raise CircleNotFound
    return own.circle, own


def circle_by_link(link: str) -> Circle:
    """The circle with this invitation link. Raises CircleNotFound."""
    circle = Circle.objects.filter(link=link, closed_at=None).select_related("owner").first()
    if circle is None:
        raise CircleNotFound
    return circle


def public_circles() -> QuerySet[Circle]:
    """All public circles."""
    return Circle.objects.filter(is_public=True, closed_at=None)


def own_circles(user: User) -> list[Member]:
    """The user's memberships with their circles, each with `is_news`: whether there are unread messages."""
    blocked = Block.objects.filter(by=user, person=OuterRef("user"))
    fresh = TalkLine.objects.filter(circle=OuterRef("circle"), pk__gt=OuterRef("read_to"), is_hidden=False)
    rows = Member.objects.filter(user=user).select_related("circle").order_by("circle__name", "pk")
    return list(rows.annotate(is_news=Exists(fresh.exclude(user=user).exclude(Exists(blocked)))))


def circle_view(reader: Reader, circle: Circle, season: Season | None = None) -> CircleView:
    """The page of a circle that the reader may see, with the standings of a season, or of this one."""
    own = Member.objects.filter(circle=circle, user=reader.pk or 0).select_related("user").first()
    members = list(User.objects.filter(memberships__circle=circle).order_by("memberships__pk"))
    now, first = season_at(timezone.now()), season_at(circle.made_at)
    season = season or now
    tables = _tables(reader, circle, own)
    return CircleView(
        circle, own, tuple(members),
        open=tuple(rows_of(_open_tables(reader, tables), reader)),
        others=tuple(rows_of(_begun(tables), reader)),
        season=season, former=season.previous if season.start > first.start else None,
        later=season.next if season.start < now.start else None,
        standings=tuple(standings_of(circle, members, season)),
        tournaments=tuple(Tournament.objects.filter(circle=circle).order_by("-pk")[:LATEST]),
        talk=None if own is None else circle_talk(own, size=LINES),
    )  # fmt: skip


def _tables(reader: Reader, circle: Circle, own: Member | None) -> QuerySet[Table]:
    """The circle's tables that the reader may see."""
    shown = OF_CIRCLES if own is not None else (Table.Admission.OPEN,)
    sits = Exists(Seat.objects.filter(table=OuterRef("pk"), user=reader.pk or 0))
    return Table.objects.filter(Q(admission__in=shown) | sits, circle=circle).defer("state", "seed")


def _open_tables(reader: Reader, tables: QuerySet[Table]) -> Iterable[Table]:
    """The open ones, newest first, without those of people whom the reader has blocked."""
    blocked = Block.objects.filter(by=reader.pk or 0, person=OuterRef("creator"))
    return tables.filter(status=Table.Status.OPEN).exclude(Exists(blocked)).order_by("-pk")[:TABLES]


def _begun(tables: QuerySet[Table]) -> list[Table]:
    running = tables.filter(status=Table.Status.RUNNING).order_by("-pk")[:LATEST]
    return [*running, *tables.filter(status=Table.Status.FINISHED).order_by("-pk")[:LATEST]]


def standings_of(circle: Circle, members: Sequence[User], season: Season) -> list[CircleStanding]:
    """The members with games in the season, best first: by points, then by fewer games.

    Games with bots and continued games don't count. Seats of people who aren't members count only as opponents.
    """
    span = {"finished_at__gte": season.start, "finished_at__lt": season.next.start}
    tables = Table.objects.filter(
        circle=circle, **span, status=Table.Status.FINISHED, has_bots=False, is_continued=False
    )
    latest = tables.order_by("-finished_at").values("pk")[:COUNTED]
    ranks = defaultdict[int, list[tuple[int | None, int]]](list)
    seats = Seat.objects.filter(table__in=latest, rank__isnull=False)
    for table_id, user_id, rank in seats.values_list("table_id", "user_id", "rank"):
        ranks[table_id].append((user_id, rank or 0))
    found = {member.pk: CircleStanding(member) for member in members}
    for game in ranks.values():
        for user, rank in game:
            if (standing := found.get(user or 0)) is not None:
                standing.games += 1
                standing.wins += rank == 1
                standing.points += sum(below > rank for _user, below in game)
    return _ranked([each for each in found.values() if each.games])


def _ranked(standings: list[CircleStanding]) -> list[CircleStanding]:
    order = sorted(standings, key=lambda each: (-each.points, each.games))
    keys = [(each.points, each.games) for each in order]
    for each, key in zip(order, keys, strict=True):
        each.rank = 1 + keys.index(key)
    return order


def circle_panel(visit: Visit) -> Circle | None:
    """The circle of a table, if the reader may see it."""
    circle = visit.table.circle
    if circle is None or circle.closed_at is not None:
        return None
    return circle if circle.is_public or is_member(visit.user, circle.pk) else None
