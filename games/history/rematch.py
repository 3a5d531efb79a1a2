"""Playing again: a rematch of a finished game, or a new table that continues from any of its plies."""

from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import Reader, User
from games.clock.clocks import dump_clock
from games.engine.codec import dump_state, schema_of
from games.engine.replay import ReplayError
from games.engine.search import RANKS
from games.errors import MalformedInput, NotAllowed, NotPossible
from games.history.position import PastPosition, position_at
from games.ledger.circles import is_member
from games.models import Seat, StartPosition, Table
from games.tables.access import seat_of
from games.tables.lobby import Pace, open_until, seat_give, seat_invite, seat_take, table_create, terms_begin
from games.tables.panels import Visit
from games.tables.starting import begin
from games.tables.table_rules import start_of
from games.tables.unit_of_work import seats_of

_LIVE = (Table.Status.OPEN, Table.Status.RUNNING)


@dataclass(frozen=True)
class NextGame:
    """What a reader of a finished game may do next."""

    has_rematch: bool = False  # all players can play again
    can_copy: bool = False  # create a table like this one
    level: str = ""  # of the bots to play again at once, for a guest; may be empty
    is_guest: bool = False  # a player who may sign up to keep the game


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
        return _open_table(user, former, seats)
    return seat_take(user, there.pk) if there.is_open else there


def _rematch_of(former: Table) -> Table | None:
    return Table.objects.filter(rematch_of=former, status__in=_LIVE).order_by("pk").last()


def _open_table(user: User, former: Table, seats: list[Seat]) -> Table:
    if not _can_all_play(seats):
        raise NotPossible(
            _("Not all players of this game can play again. Create a new table with the same options.")
        )
    pace = Pace(
        former.timing, former.on_timeout,
        delays_answers=former.delays_answers, offers_seats=former.offers_seats,
    )  # fmt: skip
    is_of_circle = is_member(user, former.circle_id)
    is_hidden = former.admission == Table.Admission.CIRCLE
    table = table_create(
        user, title=former.title, options=former.options, seats=former.seat_count,
        admission=Table.Admission.INVITED if is_hidden else former.admission,
        seating=Table.Seating.JOINED, pace=pace, is_rated=former.is_rated,
    )  # fmt: skip
    bots = [seat.user for seat in seats if seat.user is not None and seat.user.is_bot]
    table.rematch_of = former
    if is_of_circle:  # without a notice to its members: the seats are reserved
        table.circle_id, table.admission = former.circle_id, former.admission
    table.save(update_fields=["rematch_of", "circle", "admission"])
    _invite(user, table, seats)
    taken = list(table.seats.select_related("user"))
    for bot in bots:
        seat_give(table, taken, bot)
    return table


def _invite(user: User, table: Table, seats: list[Seat]) -> None:
    """Invite each of the other people."""
    for seat in seats:
        if seat.user is not None and seat.user != user and not seat.user.is_bot:
            seat_invite(user, table.pk, name=seat.user.username)


def _can_all_play(seats: list[Seat]) -> bool:
    return all(seat.user is not None and seat.user.is_active and not seat.user.is_guest for seat in seats)


def rematch_panel(visit: Visit) -> NextGame | None:
    """The panel of a finished game. It doesn't check for an existing rematch, which would cost a query."""
    if not visit.table.is_finished:
        return None
    if visit.mine is None:
        return NextGame()
    if _is_guest(visit.user):
        return NextGame(level=level_of_bots(visit), is_guest=True)
    return NextGame(_can_all_play(visit.seats), can_copy=True)


def _is_guest(user: Reader) -> bool:
    return user.is_authenticated and user.is_guest


def level_of_bots(visit: Visit) -> str:
    """The level of the bots on all other seats; empty if one of them has a person or an external program."""
    levels = {seat.user.level if seat.user is not None else "" for seat in visit.seats if seat != visit.mine}
    return levels.pop() if len(levels) == 1 and levels <= set(RANKS) else ""


@dataclass(frozen=True)
class Origin:
    """Where a continued table begins."""

    table: int | None  # None if that table was deleted
    ply: int


@transaction.atomic
def play_on(user: User, table_id: int, *, ply: int, seat: int, pace: Pace) -> Table:
    """Open a table that continues after this ply of a table that the user may see; the user gets seat `seat`.

    Only invited users can join, or users with the link if the former table was not private. The game starts when
    all seats still in the game are taken. Raises Table.DoesNotExist, NotPossible, RulesMissing, or MalformedInput
    for a seat that is not in the game.
    """
    former = Table.objects.select_for_update().get(pk=table_id)
    past = _past_position(former, ply)
    live = seats_to_play_on(former, past)
    if not live:
        raise NotPossible(_("The game was already finished there. Choose an earlier move."))
    if seat not in live:
        raise MalformedInput
    table = _open_continued_table(user, former, past, live, pace)
    _position_save(table, former, past, live, ply=ply, seat=seat)
    if len(live) == 1:
        begin(table, seats_of(table))
    return table


def _past_position(former: Table, ply: int) -> PastPosition:
    if not former.has_open_secrets:
        raise NotPossible(_("You can play on only from finished games."))
    if not -1 <= ply < former.ply:
        raise MalformedInput
    try:
        return position_at(former, ply)
    except ReplayError as error:
        raise NotPossible(_("We can't rebuild this board from the game's log.")) from error


def seats_to_play_on(former: Table, past: PastPosition) -> tuple[int, ...]:
    """The seats still in the game after a ply; none if the game was over or its secrets are closed."""
    if not former.has_open_secrets or not past.game.to_act(past.state):
        return ()
    return tuple(number for number in range(former.seat_count) if past.game.is_in(past.state, number))


def _open_continued_table(
    user: User, former: Table, past: PastPosition, live: tuple[int, ...], pace: Pace
) -> Table:
    is_private = former.admission in (Table.Admission.INVITED, Table.Admission.CIRCLE)
    table = Table.objects.create(
        title=former.title, options=former.options, seat_count=len(live), seats_from=len(live),
        admission=Table.Admission.INVITED if is_private else Table.Admission.LINK,
        seating=Table.Seating.JOINED, creator=user, expires_at=open_until(), clock=dump_clock(pace.clock),
        on_timeout=pace.on_timeout, offers_seats=pace.offers_seats, delays_answers=pace.delays_answers,
        is_continued=True, terms=terms_begin(past.game, len(live)),
    )  # fmt: skip
    Seat.objects.create(table=table, number=0, user=user)
    return table


def _position_save(
    table: Table, former: Table, past: PastPosition, live: tuple[int, ...], *, ply: int, seat: int
) -> None:
    left = [each.number for each in seats_of(former) if each.has_left and each.number not in live]
    StartPosition.objects.create(
        table=table, former=former, identity=former.identity, ply=ply, rules_version=past.game.rules_version,
        state_schema=schema_of(past.game.state_type), state=dump_state(past.state),
        seats=former.seat_count, live=live, left=left, host_seat=seat,
    )  # fmt: skip


def origin_of(table: Table) -> Origin | None:
    """Where a continued table begins; None for other tables, without a query."""
    start = start_of(table)
    return None if start is None else Origin(start.former_id, start.ply)


def origin_panel(visit: Visit) -> Origin | None:
    """The panel beside the table's title."""
    return origin_of(visit.table)
