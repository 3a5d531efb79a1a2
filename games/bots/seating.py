"""The bots that people can play with, and how a host seats them at tables that have not started."""

from collections.abc import Collection
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.clock.clocks import NoClock
from games.engine.search import RANKS
from games.errors import MalformedInput, NotPossible
from games.history.rematch import play_on
from games.models import Table
from games.tables.lobby import BOTS_ARE_CASUAL, Pace, expect_host, seat_give, table_create, unseat
from games.tables.panels import Visit
from games.tables.unit_of_work import lock_table
from games.titles import TITLES

PROGRAM = "program"  # the level of external programs
PROGRAMS = 20  # external programs offered, at most
RUNNING = timedelta(minutes=2)  # since the program was last seen

# Each level has enough bots for the largest table. Names are fixed and the same in all languages. The given name comes
# first, because narrow boards cut names; the level follows as one to three stars.
_NAMES = {
    "deckhand": ("Finn", "Lotte", "Pip", "Nell", "Joss", "Mina", "Wim", "Tess"),
    "mate": ("Ada", "Bram", "Cleo", "Dirk", "Edda", "Floris", "Greta", "Hugo"),
    "captain": ("Isolde", "Jonas", "Katla", "Laurens", "Marit", "Niels", "Oda", "Piet"),
}


def programs() -> list[User]:
    """The external programs that are running (`manage.py bot`), by name."""
    since = timezone.now() - RUNNING
    bots = User.objects.filter(kind=User.Kind.BOT, level=PROGRAM, last_login__gte=since)
    return list(bots.order_by("display_name")[:PROGRAMS])


def bot_of(level: str, taken: Collection[int | None]) -> User:
    """A bot of a level that is not among the user ids in `taken`. There is always one: see `_NAMES`."""
    for name in _NAMES[level]:
        bot = _bot(level, name)
        if bot.pk not in taken:
            return bot
    raise ValueError(f"Expected a bot of level {level} that is free, but got all of them in {taken}")


def _bot(level: str, name: str) -> User:
    stars = "★" * (1 + RANKS.index(level))
    return bot_user(f"{level}-{name.lower()}", level, f"{name} {stars}")


def bot_user(name: str, level: str, display_name: str) -> User:
    """The bot user of this name; created if necessary, without a password, so it can't log in."""
    username = f"bot:{name}"  # nobody can sign up with a colon in the name
    columns = {"kind": User.Kind.BOT, "level": level, "display_name": display_name, "mail_turns": False}
    bot, is_new = User.objects.get_or_create(username=username, defaults=columns)
    if is_new:
        bot.set_unusable_password()
        bot.save(update_fields=["password"])
    return bot


assert set(_NAMES) == set(RANKS)  # noqa: S101  # a level without names would fail when somebody chooses it


@transaction.atomic
def bots_seat(host: User, table_id: int, *, level: str, count: int = 1, waits: bool = False) -> Table:
    """Seat up to `count` bots of a level on free seats; the table starts when it is full, unless it `waits`.

    `level` may also be the user name of a running program. Raises MalformedInput for anything else, NotAllowed
    unless `host` is the host, NotPossible.
    """
    running = {} if level in RANKS else {bot.username: bot for bot in programs()}
    if level not in (*RANKS, *running) or count < 1:
        raise MalformedInput
    table, seats = lock_table(table_id)
    expect_host(host, table)
    if table.is_rated:
        raise NotPossible(BOTS_ARE_CASUAL)
    for _each in range(min(count, table.seat_count - len(seats))):
        taken = [seat.user_id for seat in seats]
        bot = running.get(level) or bot_of(level, taken)
        if bot.pk in taken:
            break  # a program has only one seat at a table
        seat_give(table, seats, bot, waits=waits)
    return table


@transaction.atomic
def table_against_bots(user: User, title: str, level: str, *, wanted: int = 0, waits: bool = False) -> Table:
    """Start a private table without a clock: the user moves first, with bots on all other seats.

    It has the wanted number of seats, or the nearest that the title allows. With `waits`, it starts only when the
    user's browser has added its part of the chance. Raises MalformedInput for an unknown title or level.
    """
    counts = TITLES.game(title).seats if title in TITLES else range(1)
    seats = min(max(wanted, counts[0]), counts[-1])
    table = table_create(
        user, title=title, options={}, seats=seats, admission=Table.Admission.INVITED,
        seating=Table.Seating.JOINED, pace=Pace(NoClock()),
    )  # fmt: skip
    return bots_seat(user, table.pk, level=level, count=seats, waits=waits)


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
    return table


def seating_panel(visit: Visit) -> list[User] | None:
    """The running programs, for an open table's host, who may seat bots; None for other readers."""
    is_host = visit.mine is not None and visit.table.creator_id == visit.mine.user_id
    return programs() if is_host and visit.table.is_open and not visit.table.is_rated else None
