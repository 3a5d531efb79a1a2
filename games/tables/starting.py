"""Starting a table: makes the key for all chance, assigns seat numbers, and writes the first log entry."""

from collections.abc import Sequence
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.engine.chance import SETUP, Chance, Recorded
from games.engine.codec import load_options
from games.engine.contract import EngineError, Step
from games.engine.play import setup
from games.engine.registry import AnyGame
from games.engine.replay import ReplayError
from games.errors import NotPossible, RulesMissing
from games.models import Invitation, Seat, StartPosition, Table
from games.tables.chain import draw_seating, make_key
from games.tables.commit import commit
from games.tables.players import notes_begin
from games.tables.plies import write_setup
from games.tables.table_rules import position_in, start_of
from games.titles import TITLES

_OTHER_RULES = _("The rules of this game have changed since you created the table. Create a new table.")
_GOES_ON = _("The original game has been resumed, so this table can't start.")


def begin(table: Table, seats: list[Seat]) -> None:
    """Start a locked table with these seats, in order. Raises NotPossible if it can't be started."""
    start = start_of(table)
    game = _game(table, start)
    if start is not None:
        _seats_complete(table, seats, start)
    if table.seating == Table.Seating.RANDOM:
        seats.sort(key=lambda seat: (not seat.nonce, seat.nonce))  # nobody can choose their order
    for place, seat in enumerate(seats):
        seat.place = place
    make_key(table, seats)
    notes_begin(table, seats)
    Seat.objects.bulk_update(seats, ["place", "has_notes"])
    if table.seating == Table.Seating.RANDOM:
        renumber(seats, draw_seating(table, len(seats)))
        seats.sort(key=lambda seat: seat.number)
    table.seat_count = len(seats)
    table.save(update_fields=["seat_count"])
    chance = Recorded(bytes(table.key), SETUP)
    step = _first_step(table, game, start, chance)
    table.status, table.started_at = Table.Status.RUNNING, timezone.now()
    Invitation.objects.filter(table=table).update(is_live=False)
    commit(write_setup(table, seats, game, step, chance))


def _game(table: Table, start: StartPosition | None) -> AnyGame:
    """The rules that the table was created under, which its commitment binds."""
    if start is not None and start.former is not None and not start.former.has_open_secrets:
        raise NotPossible(_GOES_ON)
    game = TITLES.game_of(table.title, table.terms["rules_version"])
    if game is None:
        raise NotPossible(_OTHER_RULES)
    return game


def _first_step(table: Table, game: AnyGame, start: StartPosition | None, chance: Chance) -> Step[Any]:
    try:
        if start is None:
            return setup(game, table.seat_count, load_options(game, table.options), chance)
        return Step(position_in(start, game), ())
    except EngineError as error:
        raise NotPossible(_OTHER_RULES) from error
    except ReplayError as error:
        raise RulesMissing from error


def _seats_complete(table: Table, seats: list[Seat], start: StartPosition) -> None:
    """Assign the players of a continued table to the seats still in the game, and add the others as empty seats."""
    renumber(seats, start.live)
    gone = [
        Seat(table=table, number=number, is_live=False, has_left=number in start.left)
        for number in range(start.seats)
        if number not in start.live
    ]
    seats.extend(Seat.objects.bulk_create(gone))
    seats.sort(key=lambda seat: seat.number)


def seats_sort(table: Table, seats: list[Seat]) -> None:
    """Sort the seats of an open table, unless their order is the order of joining."""
    if table.rematch_of_id is not None:
        _move_on(table, seats)
    elif (start := start_of(table)) is not None:
        _put_back(table, seats, start)
    else:
        return
    if [seat.number for seat in seats] != list(range(len(seats))):
        renumber(seats, range(len(seats)))


def _move_on(table: Table, seats: list[Seat]) -> None:
    """Rotate the seats of a rematch by one, so that the former second player begins."""
    former = dict(Seat.objects.filter(table=table.rematch_of_id).values_list("user_id", "number"))
    count = len(former)
    seats.sort(key=lambda seat: (former[seat.user_id] - 1) % count if seat.user_id in former else count)


def _put_back(table: Table, seats: list[Seat], start: StartPosition) -> None:
    """Seats of a continued table: the host's choice, former players' old seats if free, then in order of joining."""
    there = Seat.objects.filter(table=start.former_id).values_list("user_id", "number")
    former = {**dict(there), table.creator_id: start.host_seat}
    free, placed, others = set(start.live), dict[int, Seat](), list[Seat]()
    for seat in sorted(seats, key=lambda seat: (seat.user_id != table.creator_id, seat.pk)):
        number = former.get(seat.user_id or 0)
        if number is not None and number in free:
            free.remove(number)
            placed[number] = seat
        else:
            others.append(seat)
    placed.update(zip(sorted(free), others, strict=False))
    seats[:] = [placed[number] for number in sorted(placed)]


def renumber(seats: list[Seat], numbers: Sequence[int]) -> None:
    """Renumber the seats in two steps, because two seats of a table may never have the same number."""
    for offset in (100, 0):
        for seat, number in zip(seats, numbers, strict=True):
            seat.number = number + offset
            seat.save(update_fields=["number"])
