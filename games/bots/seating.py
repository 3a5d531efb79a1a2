"""Bots on seats of tables that have not started."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.bots.crew import bot_of
from games.clock.clocks import NoClock
from games.engine.search import RANKS
from games.errors import MalformedInput, NotPossible
from games.models import Seat, Table
from games.tables.lobby import Pace, expect_host, seat_give, table_create, unseat
from games.tables.unit_of_work import lock_table
from games.titles import TITLES

__all__ = ["bot_remove", "bots_seat", "table_against_bots"]


@transaction.atomic
def bots_seat(host: User, table_id: int, *, level: str, count: int = 1) -> Table:
    """Seat so many bots of a level, as far as there are free seats; the table starts when it is full.

    Raises MalformedInput for an unknown level, NotAllowed for anybody but the host, NotPossible.
    """
    if level not in RANKS or count < 1:
        raise MalformedInput
    table, seats = lock_table(table_id)
    expect_host(host, table)
    table.has_bots = True
    table.save(update_fields=["has_bots"])
    for _each in range(min(count, table.seat_count - len(seats))):
        seat_give(table, seats, bot_of(level, [seat.user_id for seat in seats]))
    return table


@transaction.atomic
def table_against_bots(user: User, title: str, level: str) -> Table:
    """A private table that has started: the user, who begins, and bots on as few seats as the title has. No clock runs.

    Raises MalformedInput for an unknown title or level.
    """
    seats = TITLES.game(title).seats[0] if title in TITLES else 0
    table = table_create(
        user, title=title, options={}, seats=seats, admission=Table.Admission.INVITED,
        seating=Table.Seating.JOINED, pace=Pace(NoClock()),
    )  # fmt: skip
    return bots_seat(user, table.pk, level=level, count=seats)


@transaction.atomic
def bot_remove(host: User, table_id: int, *, number: int) -> Table:
    """Free the seat of a bot. Raises NotAllowed for anybody but the host, NotPossible."""
    table, seats = lock_table(table_id)
    expect_host(host, table)
    seat = next((each for each in seats if each.number == number), None)
    if seat is None or not seat.has_bot:
        raise NotPossible(_("There is no bot on that seat."))
    unseat(table, seats, seat)
    table.has_bots = Seat.objects.filter(table=table, user__kind=User.Kind.BOT).exists()
    table.save(update_fields=["has_bots"])
    return table
