"""What a moderator does for one seat: plays the safe move, gives the seat to another player, puts it up for taking."""

from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games import notify
from games.access import knows_secrets, seat_of
from games.errors import MalformedInput, NotPossible
from games.models import Decision, MoveRecord, Notice, Seat
from games.services import deadlines
from games.services.log import Writing, close
from games.services.moderation.decisions import decision_write, expect_going, note_decision, sit_as_moderator
from games.services.takeover import player_change

__all__ = ["default_play", "seat_offer", "seat_replace", "tell"]


@transaction.atomic
def default_play(by: Any, table_id: int, *, number: int, reason: str) -> Decision:
    """Play the safe default for a seat that is asked, until its decision is made. Raises a TableError."""
    writing, seat = _seat_at(by, table_id, number)
    if not seat.is_awaited:
        raise NotPossible(_("That seat is not asked anything now."))
    facts = {"seat": number, "ply": writing.table.ply}
    decision = decision_write(by, Decision.Kind.DEFAULT, reason, table=writing.table, facts=facts)
    note_decision(writing, decision, seat=number)
    deadlines.default_play(writing, seat, cause=MoveRecord.Cause.MODERATOR, by=by)
    close(writing)
    return decision


def _seat_at(by: Any, table_id: int, number: int) -> tuple[Writing, Seat]:
    """A seat that is in a running game, its table locked."""
    writing = sit_as_moderator(by, table_id)
    expect_going(writing.table)
    seat = next((each for each in writing.seats if each.number == number), None)
    if seat is None:
        raise MalformedInput(_("There is no such seat at this table."))
    if not writing.game.is_in(writing.state, number):
        raise NotPossible(_("That seat is not in the game any more."))
    return writing, seat


@transaction.atomic
def seat_replace(by: Any, table_id: int, *, number: int, name: str, reason: str) -> Decision:
    """Give a seat to another player, by user name; its player so far is out for good. Raises a TableError."""
    writing, seat = _seat_at(by, table_id, number)
    user, former = _newcomer(by, writing, name), seat.user
    facts = {"seat": number, "new": user.pk, "ply": writing.table.ply}
    decision = decision_write(
        by, Decision.Kind.REPLACE, reason, table=writing.table, person=former, facts=facts
    )
    player_change(writing, seat, user)
    if seat.is_awaited:
        writing.newly_awaited.add(number)
    note_decision(writing, decision, seat=number, name=str(user), former=str(former))
    close(writing)
    tell(writing, decision, [user.pk, decision.person_id])
    return decision


def _newcomer(by: Any, writing: Writing, name: str) -> Any:
    user = get_user_model().objects.filter(username__iexact=name.strip(), is_active=True).first()
    if user is None:
        raise NotPossible(_("There is no player of that name."))
    if user.pk == by.pk:
        raise NotPossible(_("You cannot take a seat that you moderate yourself."))
    if seat_of(user, writing.seats) is not None:
        raise NotPossible(_("That player sits at the table already."))
    if knows_secrets(user, writing.table):
        raise NotPossible(_("That player has seen secrets of this table, and cannot take a seat at it."))
    return user


@transaction.atomic
def seat_offer(by: Any, table_id: int, *, number: int, reason: str) -> Decision:
    """Put a seat up for taking, whatever the table says about seats that are given up. Raises a TableError."""
    writing, seat = _seat_at(by, table_id, number)
    if seat.is_offered:
        raise NotPossible(_("That seat is offered already."))
    facts = {"seat": number}
    decision = decision_write(
        by, Decision.Kind.OFFER, reason, table=writing.table, person=seat.user, facts=facts
    )
    deadlines.offer(writing, seat)
    note_decision(writing, decision, seat=number)
    close(writing)
    tell(writing, decision, [seat.user_id])
    return decision


def tell(writing: Writing, decision: Decision, people: list[int | None]) -> None:
    """Send word of a decision to those whom it concerns."""
    plies = dict.fromkeys(people, writing.table.ply)
    notices = notify.notices_for_people(writing.table, plies, Notice.Kind.DECISION, writing.now)
    Notice.objects.filter(pk__in=notices).update(decision=decision)
    transaction.on_commit(lambda: notify.send_soon(notices))
