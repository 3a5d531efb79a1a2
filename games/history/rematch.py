"""Playing again: a rematch of a finished game."""

from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import Reader, User
from games.engine.search import RANKS
from games.errors import NotAllowed, NotPossible
from games.models import Seat, Table
from games.tables.access import seat_of
from games.tables.lobby import Pace, seat_give, seat_invite, seat_take, table_create
from games.tables.panels import Visit
from games.tables.unit_of_work import seats_of

_LIVE = (Table.Status.OPEN, Table.Status.RUNNING)


@dataclass(frozen=True)
class Again:
    """What a player of a finished game may do next."""

    has_rematch: bool  # all players can play again
    is_guest: bool = False  # guests can't create tables
    level: str = ""  # of the bots to play again at once, for a guest; may be empty


@transaction.atomic
def rematch(user: User, table_id: int) -> Table:
    """Take the user's seat at the rematch of a finished table. The first player creates it; the others are invited.

    Players, options and pace stay the same; the seats rotate by one, and bots join at once. Raises
    Table.DoesNotExist, NotAllowed without a seat at the former table, NotPossible if the game is not over or a
    player can't play again.
    """
    former = Table.objects.select_for_update().get(pk=table_id)
    seats = seats_of(former)
    if seat_of(user, seats) is None:
        raise NotAllowed(_("You have no seat at this table."))
    if not former.is_finished:
        raise NotPossible(_("The game isn't finished yet."))
    there = _rematch_of(former)
    if there is None:
        return _opened(user, former, seats)
    return seat_take(user, there.pk) if there.is_open else there


def _rematch_of(former: Table) -> Table | None:
    return Table.objects.filter(rematch_of=former, status__in=_LIVE).order_by("pk").last()


def _opened(user: User, former: Table, seats: list[Seat]) -> Table:
    if not _can_all(seats):
        raise NotPossible(
            _("Not all players of this game can play again. Create a new table with the same options.")
        )
    pace = Pace(
        former.timing,
        former.on_timeout,
        delays_answers=former.delays_answers,
        offers_seats=former.offers_seats,
    )
    table = table_create(
        user, title=former.title, options=former.options, seats=former.seat_count, admission=former.admission,
        seating=Table.Seating.JOINED, pace=pace,
    )  # fmt: skip
    bots = [seat.user for seat in seats if seat.user is not None and seat.user.is_bot]
    table.rematch_of, table.has_bots = former, bool(bots)
    table.save(update_fields=["rematch_of", "has_bots"])
    _ask(user, table, seats)
    taken = list(table.seats.select_related("user"))
    for bot in bots:
        seat_give(table, taken, bot)
    return table


def _ask(user: User, table: Table, seats: list[Seat]) -> None:
    """Invite each of the other people."""
    for seat in seats:
        if seat.user is not None and seat.user != user and not seat.user.is_bot:
            seat_invite(user, table.pk, name=seat.user.username)


def _can_all(seats: list[Seat]) -> bool:
    return all(seat.user is not None and seat.user.is_active and not seat.user.is_guest for seat in seats)


def again_panel(visit: Visit) -> Again | None:
    """The panel for players of a finished game. It doesn't check for an existing rematch, which would cost a query."""
    if not visit.table.is_finished or visit.mine is None:
        return None
    if _is_guest(visit.user):
        return Again(has_rematch=False, is_guest=True, level=_level_of_bots(visit))
    return Again(_can_all(visit.seats))


def _is_guest(user: Reader) -> bool:
    return user.is_authenticated and user.is_guest


def _level_of_bots(visit: Visit) -> str:
    """The level of the bots on all other seats; empty if one of them has a person or an external program."""
    levels = {seat.user.level if seat.user is not None else "" for seat in visit.seats if seat != visit.mine}
    return levels.pop() if len(levels) == 1 and levels <= set(RANKS) else ""
