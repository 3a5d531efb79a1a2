"""A player's page, with the parts that one reader may see."""

from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.http import Http404
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import Kept, Reader, User
from games.engine.presenter import Text
from games.ledger.blocks import has_blocked
from games.models import Block, Follow, PlayerPage, Seat, Table
from games.models.players import Audience
from games.presenters import PRESENTERS
from games.ratings.selectors import TitleRating, ratings_of
from games.tables.company import LATEST, have_played
from games.tables.lists import TableRow, rows_of

GAMES = 6  # latest games, with pictures
GAMES_AMONG = 50  # of a player's latest tables
PARTS = ("about", "hours", "record", "games")


@dataclass(frozen=True)
class TitleRecord:
    """How a player's latest games of one title went."""

    title: Text
    games: int
    wins: int  # first places, alone or shared

    @property
    def share(self) -> int:
        """The percentage of wins."""
        return round(100 * self.wins / self.games)


@dataclass(frozen=True)
class PlayerView:
    """A player's page for one reader; parts that the reader may not see are missing."""

    person: User
    is_me: bool
    shown: frozenset[str]  # the parts that the reader may see
    audiences: dict[str, str]  # for the player: who may see each part, in words
    record: tuple[TitleRecord, ...] = ()
    games: tuple[TableRow, ...] = ()
    ratings: tuple[TitleRating, ...] = ()
    together: tuple[TitleRecord, ...] = ()  # games of reader and player, with the reader's wins
    is_followed: bool = False
    is_blocked: bool = False  # by the reader

    @property
    def decisions(self) -> str:
        """How the player made the latest decisions: "38 in time, 2 left the game". Empty for none."""
        letters = self.person.punctuality
        told = [f"{letters.count(kept)} {kept.label}" for kept in Kept if kept in letters]
        return ", ".join(told)

    @property
    def since(self) -> str:
        """The month in which the player signed up: "November 2026"."""
        return date_format(self.person.date_joined, "YEAR_MONTH_FORMAT")


def player_for(username: str) -> User:
    """The person or bot with this user name. Raises Http404 for guests, and if there is none."""
    person = User.objects.filter(username=username).exclude(kind=User.Kind.GUEST).first()
    if person is None:
        raise Http404(_("There is no such player."))
    return person


def player_view(reader: Reader, person: User) -> PlayerView:
    """The page of a person, as the reader may see it. A reader whom the person has blocked counts as a stranger."""
    is_me, is_member = reader.pk == person.pk, reader.is_authenticated and not reader.is_guest
    page = PlayerPage.objects.filter(user=person).first() or PlayerPage(user=person)
    shown = _parts_for(reader, person, page)
    return PlayerView(
        person, is_me, shown,
        audiences={part: getattr(page, f"get_{part}_display")() for part in PARTS} if is_me else {},
        record=_record(_finished(person)) if "record" in shown else (),
        games=_latest_games(reader, person) if "games" in shown else (),
        ratings=tuple(ratings_of(person, reader)),
        together=() if is_me or not reader.is_authenticated else _together(reader, person),
        is_followed=is_member and Follow.objects.filter(by=reader.pk, person=person).exists(),
        is_blocked=is_member and Block.objects.filter(by=reader.pk, person=person).exists(),
    )  # fmt: skip


def may_see_part(reader: Reader, person: User, audience: str) -> bool:
    """Whether the reader may see what the person shows to this audience."""
    if reader.pk == person.pk or audience == Audience.EVERYBODY:
        return True
    if audience == Audience.NOBODY or not reader.is_authenticated or has_blocked(person.pk, reader):
        return False
    return have_played(reader, person)


def _parts_for(reader: Reader, person: User, page: PlayerPage) -> frozenset[str]:
    """The parts that the reader may see; asks for each audience once."""
    audiences = {part: getattr(page, part) for part in PARTS}
    seen = {audience for audience in set(audiences.values()) if may_see_part(reader, person, audience)}
    return frozenset(part for part, audience in audiences.items() if audience in seen)


def _finished(person: User) -> QuerySet[Seat]:
    """The person's latest seats in finished games between people, played from the beginning."""
    latest = Seat.objects.filter(user=person).order_by("-table_id").values("pk")[:LATEST]
    seats = Seat.objects.filter(pk__in=latest, table__status=Table.Status.FINISHED, rank__isnull=False)
    return seats.filter(table__has_bots=False, table__is_continued=False)


def _record(seats: QuerySet[Seat]) -> tuple[TitleRecord, ...]:
    rows = seats.order_by().values_list("table__title")
    counted = rows.annotate(games=Count("pk"), wins=Count("pk", filter=Q(rank=1)))
    return tuple(
        TitleRecord(PRESENTERS[title].name, games, wins)
        for title, games, wins in counted.order_by("-games", "table__title")
    )


def _together(reader: User, person: User) -> tuple[TitleRecord, ...]:
    other = Seat.objects.filter(table=OuterRef("table"), user=person, rank__isnull=False)
    return _record(_finished(reader).filter(Exists(other)))


def _latest_games(reader: Reader, person: User) -> tuple[TableRow, ...]:
    """The person's latest finished games that the reader may open: public ones, and the reader's own."""
    latest = Seat.objects.filter(user=person).order_by("-table_id").values("table_id")[:GAMES_AMONG]
    own = Seat.objects.filter(table=OuterRef("pk"), user=reader.pk or 0)
    tables = Table.objects.filter(pk__in=latest, status=Table.Status.FINISHED)
    visible = tables.filter(Q(admission=Table.Admission.OPEN) | Exists(own)).order_by("-pk")
    return tuple(rows_of(visible.defer("state", "seed")[:GAMES], reader))
