"""Seats for which a bot decides: which are to think now, and one thought from the claim to the move.

Nothing is locked while a bot thinks. Its move is posted like a person's, from the page of the ply that it saw: if the
table has changed meanwhile, it is refused, and the bot is asked anew. So two workers never move twice.
"""

import logging
import secrets
from collections.abc import Iterator
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.bots.crew import PROGRAM
from games.bots.processes import Answer, Question, answer_to
from games.engine.codec import dump_move
from games.engine.errors import Illegal
from games.errors import ChangedMeanwhile, NotAwaited, NotPossible
from games.models import Seat, Table
from games.tables.play import caretaker_play, move_play
from games.tables.position import Position, position_of
from games.upkeep.services import failure_note

__all__ = ["CARETAKER", "bot_play", "question_of", "seat_release", "seats_due", "seats_take"]

log = logging.getLogger(__name__)

CARETAKER = "mate"  # the level of bots that play for somebody
LEASE = timedelta(seconds=30)  # after which a thought that did not lead to a move is given to another worker


def seats_due(now: datetime) -> QuerySet[Seat]:
    """Seats for which a bot of the site is to think, and no worker does."""
    due = Seat.objects.filter(think_at__lte=now, table__is_held=False, table__status=Table.Status.RUNNING)
    return due.exclude(Q(user__level=PROGRAM), is_kept=False)


def seats_take(now: datetime, *, limit: int = 20) -> Iterator[tuple[int, datetime]]:
    """Claim seats for which a bot is to think now, those that wait longest first: each with the stamp of its claim."""
    for seat, since in seats_due(now).order_by("think_at").values_list("pk", "think_at")[:limit]:
        if Seat.objects.filter(pk=seat, think_at=since).update(think_at=now + LEASE):
            yield seat, now + LEASE


def seat_release(seat_id: int, stamp: datetime) -> None:
    """Give a claim back, to be taken by the next sweep."""
    Seat.objects.filter(pk=seat_id, think_at=stamp).update(think_at=timezone.now())


def bot_play(seat_id: int, stamp: datetime | None = None) -> bool:
    """Think for a seat and move, unless there is nothing to think about or another worker does; returns whether.

    `stamp` is that of a claim that was taken for this work, if one was.
    """
    seat = _claimed(seat_id, stamp, timezone.now())
    if seat is None:
        return False
    try:
        position = position_of(seat.table)
        move = _move(position, seat)
        _post(seat, move, position.table.ply)
    except (Illegal, ChangedMeanwhile, NotAwaited, NotPossible):
        return False  # the table has changed meanwhile, which has also asked anew whoever is to think now
    return True


def _claimed(seat_id: int, stamp: datetime | None, now: datetime) -> Seat | None:
    """The seat, if this worker is the one to think for it."""
    is_free = Q(think_at__lte=now) if stamp is None else Q(think_at=stamp)
    due = Seat.objects.filter(is_free, pk=seat_id, is_awaited=True, table__is_held=False)
    seat = due.select_related("user", "table").first()
    if seat is None or not seat.has_bot or _level(seat) == PROGRAM:
        return None
    claimed = Seat.objects.filter(pk=seat_id, think_at=seat.think_at).update(think_at=now + LEASE)
    return seat if claimed else None


def _level(seat: Seat) -> str:
    return CARETAKER if seat.is_kept or seat.user is None else seat.user.level


def _move(position: Position, seat: Seat) -> str:
    """The bot's move, or the safe one if the thought fails by a defect: nobody is to wait for ever."""
    try:
        return _answer(position, seat).move
    except Exception as error:  # also if it says Illegal: the seat and the state were read at once
        log.exception("the thought of seat %s failed", seat.pk)
        failure_note("bot_play", str(seat.pk), error)
        return dump_move(position.game.default_move(position.state, seat.number))


def _answer(position: Position, seat: Seat) -> Answer:
    is_watched = any(each.user and not each.user.is_bot and not each.has_left for each in position.seats)
    ms = settings.THINKING_MS if is_watched else 0  # where only bots are left, the game is to end soon
    return answer_to(question_of(position, seat.number, _level(seat), ms))


def question_of(position: Position, seat: int, level: str, ms: int) -> Question:
    """The question to a seat of this position."""
    table = position.table
    return Question(table.title, table.rules_version, table.state, seat, level, ms, secrets.token_bytes(32))


def _post(seat: Seat, move: str, ply: int) -> None:
    if seat.is_kept or seat.user is None:
        caretaker_play(seat.table_id, seat.number, move=move, expected_ply=ply)
    else:
        move_play(seat.user, seat.table_id, move=move, expected_ply=ply)
