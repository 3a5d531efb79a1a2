"""Playing on from any ply of a finished game: a new table with that position, left out of all statistics."""

from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.clock.clocks import dump_clock
from games.engine.codec import dump_state, schema_of
from games.engine.replay import ReplayError
from games.errors import MalformedInput, NotPossible
from games.history.then import Then, then_at
from games.models import Seat, StartPosition, Table
from games.tables.lobby import Pace, open_until
from games.tables.panels import Visit
from games.tables.starting import begin
from games.tables.table_rules import start_of
from games.tables.unit_of_work import seats_of


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
    then = _then(former, ply)
    live = seats_to_play_on(former, then)
    if not live:
        raise NotPossible(_("The game was already finished there. Choose an earlier move."))
    if seat not in live:
        raise MalformedInput
    table = _opened(user, former, then, live, pace)
    _position_keep(table, former, then, live, ply=ply, seat=seat)
    if len(live) == 1:
        begin(table, seats_of(table))
    return table


def _then(former: Table, ply: int) -> Then:
    if not former.has_open_secrets:
        raise NotPossible(_("You can play on only from finished games."))
    if not -1 <= ply < former.ply:
        raise MalformedInput
    try:
        return then_at(former, ply)
    except ReplayError as error:
        raise NotPossible(_("We can't rebuild this board from the game's log.")) from error


def seats_to_play_on(former: Table, then: Then) -> tuple[int, ...]:
    """The seats still in the game after a ply; none if the game was over or its secrets are closed."""
    if not former.has_open_secrets or not then.game.to_act(then.state):
        return ()
    return tuple(number for number in range(former.seat_count) if then.game.is_in(then.state, number))


def _opened(user: User, former: Table, then: Then, live: tuple[int, ...], pace: Pace) -> Table:
    is_private = former.admission == Table.Admission.INVITED
    table = Table.objects.create(
        title=former.title, options=former.options, seat_count=len(live), seats_from=len(live),
        admission=Table.Admission.INVITED if is_private else Table.Admission.LINK,
        seating=Table.Seating.JOINED, creator=user, expires_at=open_until(), clock=dump_clock(pace.clock),
        on_timeout=pace.on_timeout, offers_seats=pace.offers_seats, delays_answers=pace.delays_answers,
        is_continued=True,
    )  # fmt: skip
    Seat.objects.create(table=table, number=0, user=user)
    return table


def _position_keep(
    table: Table, former: Table, then: Then, live: tuple[int, ...], *, ply: int, seat: int
) -> None:
    left = [each.number for each in seats_of(former) if each.has_left and each.number not in live]
    StartPosition.objects.create(
        table=table, former=former, identity=former.identity, ply=ply, rules_version=then.game.rules_version,
        state_schema=schema_of(then.game.state_type), state=dump_state(then.state),
        seats=former.seat_count, live=live, left=left, host_seat=seat,
    )  # fmt: skip


def origin_of(table: Table) -> Origin | None:
    """Where a continued table begins; None for other tables, without a query."""
    start = start_of(table)
    return None if start is None else Origin(start.former_id, start.ply)


def origin_panel(visit: Visit) -> Origin | None:
    """The panel beside the table's title."""
    return origin_of(visit.table)
