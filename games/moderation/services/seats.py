"""What a moderator can do about one seat: play the default move, replace the player, offer the seat."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.days import deadlines
from games.days.takeover import player_change
from games.errors import MalformedInput, NotPossible
from games.ledger import announce
from games.ledger.notices import notices_for_people
from games.models import Decision, MoveRecord, Notice, Seat
from games.moderation.services.decisions import decision_write, expect_going, lock_as_moderator, note_decision
from games.tables.access import knows_secrets, seat_of
from games.tables.commit import commit
from games.tables.unit_of_work import UnitOfWork

__all__ = ["default_play", "seat_offer", "seat_replace", "tell"]


@transaction.atomic
def default_play(by: User, table_id: int, *, number: int, reason: str) -> Decision:
    """Play default moves for a seat that is to act, until its turn is complete. Raises a TableError."""
    work, seat = _seat_at(by, table_id, number)
    if not seat.is_awaited:
        raise NotPossible(_("That seat is not asked anything now."))
    facts = {"seat": number, "ply": work.table.ply}
    decision = decision_write(by, Decision.Kind.DEFAULT, reason, table=work.table, facts=facts)
    note_decision(work, decision, seat=number)
    deadlines.default_play(work, seat, cause=MoveRecord.Cause.MODERATOR, by=by)
    commit(work)
    return decision


def _seat_at(by: User, table_id: int, number: int) -> tuple[UnitOfWork, Seat]:
    """Lock the table; returns the seat if it is still in the running game."""
    work = lock_as_moderator(by, table_id)
    expect_going(work.table)
    seat = next((each for each in work.seats if each.number == number), None)
    if seat is None:
        raise MalformedInput(_("There is no such seat at this table."))
    if not work.game.is_in(work.state, number):
        raise NotPossible(_("That seat is not in the game any more."))
    return work, seat


@transaction.atomic
def seat_replace(by: User, table_id: int, *, number: int, name: str, reason: str) -> Decision:
    """Give a seat to another player, by user name; the former player cannot return. Raises a TableError."""
    work, seat = _seat_at(by, table_id, number)
    user, former = _newcomer(by, work, name), seat.user
    facts = {"seat": number, "new": user.pk, "ply": work.table.ply}
    decision = decision_write(by, Decision.Kind.REPLACE, reason, table=work.table, person=former, facts=facts)
    player_change(work, seat, user)
    if seat.is_awaited:
        work.newly_awaited.add(number)
    note_decision(work, decision, seat=number, name=str(user), former=str(former))
    commit(work)
    tell(work, decision, [user.pk, decision.person_id])
    return decision


def _newcomer(by: User, work: UnitOfWork, name: str) -> User:
    user = User.objects.filter(username__iexact=name.strip(), is_active=True).first()
    if user is None:
        raise NotPossible(_("There is no player of that name."))
    if user.pk == by.pk:
        raise NotPossible(_("You cannot take a seat that you moderate yourself."))
    if seat_of(user, work.seats) is not None:
        raise NotPossible(_("That player sits at the table already."))
    if knows_secrets(user, work.table):
        raise NotPossible(_("That player has seen secrets of this table, and cannot take a seat at it."))
    return user


@transaction.atomic
def seat_offer(by: User, table_id: int, *, number: int, reason: str) -> Decision:
    """Offer a seat to others, even if the table does not allow takeovers. Raises a TableError."""
    work, seat = _seat_at(by, table_id, number)
    if seat.is_offered:
        raise NotPossible(_("That seat is offered already."))
    facts = {"seat": number}
    decision = decision_write(
        by, Decision.Kind.OFFER, reason, table=work.table, person=seat.user, facts=facts
    )
    deadlines.offer(work, seat)
    note_decision(work, decision, seat=number)
    commit(work)
    tell(work, decision, [seat.user_id])
    return decision


def tell(work: UnitOfWork, decision: Decision, people: list[int | None]) -> None:
    """Notify the people concerned of a decision."""
    plies = dict.fromkeys(people, work.table.ply)
    notices = notices_for_people(work.table, plies, Notice.Kind.DECISION, work.now)
    Notice.objects.filter(pk__in=notices).update(decision=decision)
    transaction.on_commit(lambda: announce.send_soon(notices))
