"""Seats for which bots decide: finds those for which a bot must think or move now, and makes one decision.

Nothing is locked while a bot thinks. Its move waits until a time that does not depend on the question (ADR 12), and is
posted like a person's: if the table has changed since, the bot is prompted again. So two workers never move twice.
"""

import logging
import secrets
from collections.abc import Iterator
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.bots.processes import Answer, Question, answer_to
from games.bots.seating import PROGRAM
from games.engine.codec import dump_move
from games.engine.contract import Illegal
from games.errors import ChangedMeanwhile, NotAwaited, NotPossible
from games.ledger.announce import think_soon
from games.models import Seat, Table
from games.tables.play import caretaker_play, move_play
from games.tables.unit_of_work import Position, lock_table, position_of
from games.upkeep.services import failure_note

log = logging.getLogger(__name__)

CARETAKER = "mate"  # the level of caretakers
LEASE = timedelta(seconds=30)  # after this time without a move, another worker may take over


def seats_due(now: datetime) -> QuerySet[Seat]:
    """Seats that no worker has claimed and for which one of the site's bots must think now."""
    due = Seat.objects.filter(think_at__lte=now, table__is_held=False, table__status=Table.Status.RUNNING)
    return due.exclude(Q(user__level=PROGRAM), is_kept=False)


def seats_claim(now: datetime, *, limit: int = 20) -> Iterator[tuple[int, datetime]]:
    """Claim seats for which a bot must think now, longest waiting first; yields each with the stamp of its claim."""
    for seat, since in seats_due(now).order_by("think_at").values_list("pk", "think_at")[:limit]:
        if Seat.objects.filter(pk=seat, think_at=since).update(think_at=now + LEASE):
            yield seat, now + LEASE


def seat_release(seat_id: int, stamp: datetime) -> None:
    """Release a claim, so that the next sweep takes the seat."""
    Seat.objects.filter(pk=seat_id, think_at=stamp).update(think_at=timezone.now())


def bot_play(seat_id: int, stamp: datetime | None = None) -> bool:
    """Think for a seat, or make the move it thought of; returns False if neither is due or another worker has the seat.

    `stamp` is the stamp of an earlier claim for this work, if there was one.
    """
    asked = timezone.now()
    seat = _claim_seat(seat_id, stamp, asked)
    if seat is None:
        return False
    try:
        move = seat.thought or _move(position_of(seat.table), seat)
        if not seat.thought and settings.BOT_ANSWER_MS:
            return _delay_move(seat, move, answer_time(asked, settings.BOT_ANSWER_MS))
        _post(seat, move, seat.asked_ply)
    except (Illegal, ChangedMeanwhile, NotAwaited, NotPossible, Table.DoesNotExist):
        return False  # the table has changed in the meantime, which has already prompted the next bot, or is deleted
    return True


def answer_time(asked: datetime, ms: int) -> datetime:
    """When to move: `ms` after the question, or if that is over, the next multiple of it."""
    span = timedelta(milliseconds=ms)
    return asked + span * (1 + (timezone.now() - asked) // span)


def _delay_move(seat: Seat, move: str, at: datetime) -> bool:
    is_kept = thought_save(seat, move, at)
    think_soon([seat.pk] if is_kept else [], after=(at - timezone.now()).total_seconds())
    return is_kept


@transaction.atomic
def thought_save(seat: Seat, move: str, at: datetime) -> bool:
    """Save the move to make at that time; returns False if the seat has been asked again since `seat` was read."""
    lock_table(seat.table_id)
    asked = Seat.objects.filter(pk=seat.pk, think_at=seat.think_at, asked_ply=seat.asked_ply)
    return bool(asked.update(thought=move, think_at=at))


def _claim_seat(seat_id: int, stamp: datetime | None, now: datetime) -> Seat | None:
    """The seat, if this worker has claimed it."""
    is_free = Q(think_at__lte=now) if stamp is None else Q(think_at=stamp)
    due = Seat.objects.filter(is_free, pk=seat_id, is_awaited=True, table__is_held=False)
    seat = due.select_related("user", "table").first()
    if seat is None or not seat.has_bot or _level(seat) == PROGRAM:
        return None
    claim = Seat.objects.filter(pk=seat_id, think_at=seat.think_at, thought=seat.thought)
    seat.think_at = now + LEASE
    return seat if claim.update(think_at=seat.think_at, thought="") else None


def _level(seat: Seat) -> str:
    return CARETAKER if seat.is_kept or seat.user is None else seat.user.level


def _move(position: Position, seat: Seat) -> str:
    """The bot's move, or the default move if a defect makes thinking fail, so that nobody waits forever."""
    try:
        return _answer(position, seat).move
    except Exception as error:  # even Illegal is a defect here: the seat and the state were read together
        log.exception("the thought of seat %s failed", seat.pk)
        failure_note("bot_play", str(seat.pk), error)
        return dump_move(position.game.default_move(position.state, seat.number))


def _answer(position: Position, seat: Seat) -> Answer:
    is_watched = any(each.user and not each.user.is_bot and not each.has_left for each in position.seats)
    ms = settings.THINKING_MS if is_watched else 0  # games with only bots left should end soon
    return answer_to(question_of(position, seat.number, _level(seat), ms))


def question_of(position: Position, seat: int, level: str, ms: int) -> Question:
    """The question to a seat in this position."""
    table = position.table
    return Question(table.title, table.rules_version, table.state, seat, level, ms, secrets.token_bytes(32))


def _post(seat: Seat, move: str, ply: int) -> None:
    if seat.is_kept or seat.user is None:
        caretaker_play(seat.table_id, seat.number, move=move, expected_ply=ply)
    else:
        move_play(seat.user, seat.table_id, move=move, expected_ply=ply)
