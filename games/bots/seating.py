"""Seats bots at tables that have not started."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.bots.crew import bot_of, programs
from games.clock.clocks import NoClock
from games.engine.search import RANKS
from games.errors import MalformedInput, NotPossible
from games.history.onward import play_on
from games.models import Seat, Table
from games.tables.lobby import Pace, expect_host, seat_give, table_create, unseat
from games.tables.unit_of_work import lock_table
from games.titles import TITLES

__all__ = ["bot_remove", "bots_seat", "play_on_against_bots", "table_against_bots"]


@transaction.atomic
def bots_seat(host: User, table_id: int, *, level: str, count: int = 1) -> Table:
    """Seat up to `count` bots of a level on free seats; the table starts when it is full.

    `level` may also be the user name of a running program. Raises MalformedInput for anything else, NotAllowed
    unless `host` is the host, NotPossible.
    """
    running = {} if level in RANKS else {bot.username: bot for bot in programs()}
    if level not in (*RANKS, *running) or count < 1:
        raise MalformedInput
    table, seats = lock_table(table_id)
    expect_host(host, table)
    table.has_bots = True
    table.save(update_fields=["has_bots"])
    for _each in range(min(count, table.seat_count - len(seats))):
        taken = [seat.user_id for seat in seats]
        bot = running.get(level) or bot_of(level, taken)
        if bot.pk in taken:
            break  # a program has only one seat at a table
        seat_give(table, seats, bot)
    return table


@transaction.atomic
def table_against_bots(user: User, title: str, level: str) -> Table:
    """Start a private table without a clock: the user moves first, with bots on as few seats as the title allows.

    Raises MalformedInput for an unknown title or level.
    """
    seats = TITLES.game(title).seats[0] if title in TITLES else 0
    table = table_create(
        user, title=title, options={}, seats=seats, admission=Table.Admission.INVITED,
        seating=Table.Seating.JOINED, pace=Pace(NoClock()),
    )  # fmt: skip
    return bots_seat(user, table.pk, level=level, count=seats)


@transaction.atomic
def play_on_against_bots(user: User, table_id: int, *, ply: int, seat: int, level: str) -> Table:
    """Play on after a ply of a finished game, with bots of a level on all other seats, without a clock.

    Raises the errors of `play_on`, and MalformedInput for an unknown level.
    """
    table = play_on(user, table_id, ply=ply, seat=seat, pace=Pace(NoClock()))
    return bots_seat(user, table.pk, level=level, count=table.seat_count) if table.is_open else table


@transaction.atomic
def bot_remove(host: User, table_id: int, *, number: int) -> Table:
    """Free a bot's seat. Raises NotAllowed unless `host` is the host, NotPossible."""
    table, seats = lock_table(table_id)
    expect_host(host, table)
    seat = next((each for each in seats if each.number == number), None)
    if seat is None or not seat.has_bot:
        raise NotPossible(_("There's no bot in that seat."))
    unseat(table, seats, seat)
    table.has_bots = Seat.objects.filter(table=table, user__kind=User.Kind.BOT).exists()
    table.save(update_fields=["has_bots"])
    return table
