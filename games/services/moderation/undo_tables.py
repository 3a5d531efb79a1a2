"""The way back from each decision about a table. The note that tells of it stands in the log already."""

from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games import notify
from games.errors import NotPossible
from games.models import Decision, Departure, Grant, Invitation, MoveRecord, Seat, Table
from games.rulings import ending_of, hold_of
from games.services.clocks import clock_start
from games.services.deadlines import hold, hold_settle
from games.services.log import Writing, ask_anew
from games.services.moderation.decisions import expect_going
from games.services.moderation.rewind import reopen, rewind_undo
from games.services.moderation.seats import tell
from games.services.moderation.time import days_take, grant_begin
from games.services.takeover import player_change

__all__ = [
    "call_off_undo", "default_undo", "extend_all_undo", "extend_undo", "finish_undo", "go_on_undo", "hold_undo",
    "offer_undo", "opening_undo", "replace_undo", "rewind_undo",
]  # fmt: skip

LEAST = timedelta(days=1)  # that an open table has to fill up, once it is open again


def hold_undo(writing: Writing, found: Decision, by: Any) -> None:
    """Let the table go on."""
    if not writing.table.is_held or hold_of(writing.table) != found:
        raise NotPossible(_("The table is not paused by that decision any more."))
    hold_settle(writing)


def go_on_undo(writing: Writing, found: Decision, by: Any) -> None:
    """Pause the table again, until when it was."""
    expect_going(writing.table)
    if writing.table.is_held:
        raise NotPossible(_("The table is paused by a moderator already."))
    until = datetime.fromisoformat(found.facts["until"]) if found.facts["until"] else None
    if until is not None and until <= writing.now:
        raise NotPossible(_("That pause would be over by now."))
    hold(writing, until)


def extend_undo(writing: Writing, found: Decision, by: Any) -> None:
    """Take the days back from those who have not used them."""
    expect_going(writing.table)
    if not days_take(writing, found.facts["days"], found.made_at):
        raise NotPossible(_("Whoever got that time has decided since: there is nothing left to take back."))


def extend_all_undo(found: Decision, undo: Decision) -> None:
    """Take the days back at every table."""
    grant = Grant.objects.select_for_update().get(decision=found)
    if grant.done_at is None:
        raise NotPossible(_("The time is still being given: try again when all tables have it."))
    grant_begin(undo, days=-grant.days, given_at=grant.given_at, last=grant.last)


def call_off_undo(writing: Writing, found: Decision, by: Any) -> None:
    """Let a game that was called off run again."""
    if writing.table.status != Table.Status.CANCELLED or ending_of(writing.table) != found:
        raise NotPossible(_("This table is not called off by a moderator."))
    _run_again(writing)


def finish_undo(writing: Writing, found: Decision, by: Any) -> None:
    """Let a game that was ended by decision run again."""
    if not writing.table.is_finished or ending_of(writing.table) != found:
        raise NotPossible(_("This game has not ended by decision."))
    _run_again(writing)


def _run_again(writing: Writing) -> None:
    reopen(writing.table)
    for seat in writing.seats:
        seat.is_live, seat.rank, seat.score = not seat.has_left, None, None
    ask_anew(writing)


def opening_undo(table: Table, seats: list[Seat], found: Decision) -> None:
    """Open a table again that had not started when it was called off."""
    if table.status != Table.Status.CANCELLED or found.kind != Decision.Kind.CANCEL:
        raise NotPossible(_("This table is not called off by a moderator."))
    undone_at = found.undone_by.made_at
    table.status, table.finished_at, table.reason = Table.Status.OPEN, None, ""
    table.expires_at = max(table.expires_at, undone_at + LEAST)
    table.save(update_fields=["status", "finished_at", "reason", "expires_at"])
    table.seats.update(is_live=True)
    people = [seat.user_id for seat in seats]
    Invitation.objects.filter(table=table).exclude(user__in=people).update(is_live=True)
    transaction.on_commit(lambda: notify.announce(table.pk, table.ply, people, []))


def default_undo(writing: Writing, found: Decision, by: Any) -> None:
    """A move that stands in the log is undone by a rewind, which says how far."""
    raise NotPossible(_("Rewind the table to before that move instead."))


def offer_undo(writing: Writing, found: Decision, by: Any) -> None:
    """Withdraw a seat that nobody has taken; its player gets a fresh clock."""
    expect_going(writing.table)
    seat = writing.seats[found.facts["seat"]]
    if not seat.is_offered or seat.user_id != found.person_id:
        raise NotPossible(_("That seat is not offered any more."))
    seat.is_offered, seat.timeouts = False, 0
    if seat.is_awaited:
        is_answer = writing.game.is_answer(writing.state, seat.number)
        clock_start(writing.table, seat, writing.now, is_answer=is_answer)
    tell(writing, found.undone_by, [seat.user_id])


def replace_undo(writing: Writing, found: Decision, by: Any) -> None:
    """Give the seat back to whom it was taken from."""
    expect_going(writing.table)
    seat = writing.seats[found.facts["seat"]]
    former = get_user_model().objects.filter(pk=found.person_id or 0, is_active=True).first()
    _expect_untouched(writing, seat, found, former)
    Departure.objects.filter(table=writing.table, user=former).delete()
    player_change(writing, seat, former)
    if seat.is_awaited:
        writing.newly_awaited.add(seat.number)
    tell(writing, found.undone_by, [found.facts["new"], found.person_id])


def _expect_untouched(writing: Writing, seat: Seat, found: Decision, former: Any) -> None:
    if former is None:
        raise NotPossible(_("There is no account any more to which the seat could go back."))
    if seat.user_id != found.facts["new"]:
        raise NotPossible(_("Somebody else has that seat now."))
    played = MoveRecord.objects.filter(table=writing.table, ply__gte=found.facts["ply"])
    if played.exclude(kind=MoveRecord.Kind.NOTE).exists():
        raise NotPossible(_("The game has gone on since: replace the player again instead."))
