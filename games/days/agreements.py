"""Agreements of all seats in the game: to end or cancel it, pause, resume, add time or upgrade the rules."""

from datetime import timedelta

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.days.deadlines import clocks_resume, upgrade, upgraded
from games.engine.contract import Event, Outcome
from games.errors import MalformedInput, NotAllowed, NotPossible, RulesMissing
from games.ledger.notices import people_notify
from games.models import Notice, Proposal, Seat, Table, Vote
from games.tables.clocks import clock_extend, clock_pause
from games.tables.commit import commit
from games.tables.play import expect_running, lock_own_seat
from games.tables.plies import write_note
from games.tables.prompts import clear_prompt
from games.tables.table_rules import is_playable
from games.tables.unit_of_work import UnitOfWork

_Kind, _Status = Proposal.Kind, Proposal.Status

OPEN_FOR = timedelta(days=7)
AGAIN = timedelta(days=1)  # before a seat may repeat a proposal
AT_STOPPED = (_Kind.CANCEL, _Kind.UPGRADE)  # possible without the game's rules
DAYS = {_Kind.PAUSE: range(1, 31), _Kind.EXTEND: range(1, 8)}


@transaction.atomic
def proposal_make(user: User, table_id: int, *, kind: str, days: int = 0) -> Proposal:
    """Make a proposal at the table. Raises MalformedInput, NotAllowed or NotPossible."""
    if kind not in _Kind.values or days not in DAYS.get(_Kind(kind), (days,)):
        raise MalformedInput
    work, seat = _lock_voter(user, table_id)
    if not is_playable(work.table) and kind not in AT_STOPPED:
        raise RulesMissing
    _expect_useful(work, kind)
    _expect_first(work, seat, kind)
    proposal = Proposal.objects.create(
        table=work.table, kind=kind, days=days if _Kind(kind) in DAYS else 0, seat_number=seat.number, by=user,
        made_at=work.now, expires_at=work.now + OPEN_FOR,
    )  # fmt: skip
    _vote(work, proposal, seat, user)
    _note(work, "proposed", proposal, seat)
    commit(work, actor=seat.number)
    asked = {each.user_id: proposal.pk for each in _voters(work) if each is not seat}
    people_notify(work.table, asked, Notice.Kind.PROPOSAL, work.now)
    return proposal


@transaction.atomic
def proposal_answer(user: User, table_id: int, *, proposal_id: int, is_yes: bool) -> Proposal:
    """Agree or decline. One no, even the proposer's own, closes the proposal. Raises NotAllowed or NotPossible."""
    work, seat = _lock_voter(user, table_id)
    proposal = Proposal.objects.filter(
        pk=proposal_id, table=work.table, status=_Status.OPEN, expires_at__gt=work.now
    ).first()
    if proposal is None:
        raise NotPossible(_("That proposal is no longer open."))
    if not is_yes:
        _close_proposal(work, proposal, _Status.DECLINED)
        _note(work, "declined", proposal, seat)
    elif _vote(work, proposal, seat, user):
        _close_proposal(work, proposal, _Status.AGREED)
        _note(work, "agreed", proposal, seat)
        _carry_out(work, proposal)
    else:
        _note(work, "voted", proposal, seat)
    commit(work, actor=seat.number)
    return proposal


def _lock_voter(user: User, table_id: int) -> tuple[UnitOfWork, Seat]:
    work, seat = lock_own_seat(user, table_id)
    if is_playable(work.table) or not work.table.is_running:
        expect_running(work.table)
    if seat not in _voters(work):
        raise NotAllowed(_("Only players in the game can vote or propose."))
    return work, seat


def _voters(work: UnitOfWork) -> list[Seat]:
    """The seats in the game that may vote: no offered seats, and no bots or programs, which agree to everything."""
    return [
        seat
        for seat in work.seats
        if seat.user is not None
        and not (seat.is_offered or seat.user.is_machine)
        and work.game.is_in(work.state, seat.number)
    ]


def _expect_useful(work: UnitOfWork, kind: str) -> None:
    if len(_voters(work)) < 2:
        raise NotPossible(_("There is nobody to vote on your proposal."))
    if kind == _Kind.PAUSE and work.table.is_paused:
        raise NotPossible(_("The table is already paused."))
    if kind == _Kind.RESUME and not work.table.is_paused:
        raise NotPossible(_("The table is not paused."))
    if kind == _Kind.EXTEND and not any(seat.deadline or seat.remaining for seat in work.seats):
        raise NotPossible(_("No clock is running, so nobody can get more time."))
    if kind == _Kind.UPGRADE:
        upgraded(work.table)  # raises if impossible, before anybody votes


def _expect_first(work: UnitOfWork, seat: Seat, kind: str) -> None:
    """Raise NotPossible if another proposal is open, or if the seat recently made the same one without success."""
    earlier = Proposal.objects.filter(table=work.table)
    earlier.filter(status=_Status.OPEN, expires_at__lte=work.now).update(
        status=_Status.LAPSED, closed_at=work.now
    )
    if earlier.filter(status=_Status.OPEN).exists():
        raise NotPossible(_("There is already an open proposal. Vote on it first."))
    refused = earlier.filter(seat_number=seat.number, kind=kind).exclude(status=_Status.AGREED)
    if refused.filter(closed_at__gt=work.now - AGAIN).exists():
        raise NotPossible(_("The others declined this proposal less than a day ago. Try again later."))


def _vote(work: UnitOfWork, proposal: Proposal, seat: Seat, user: User) -> bool:
    """Record the seat's yes; returns whether all voters have agreed."""
    Vote.objects.get_or_create(
        proposal=proposal, seat_number=seat.number, defaults={"user": user, "made_at": work.now}
    )
    agreed = set(proposal.votes.values_list("seat_number", flat=True))
    return all(each.number in agreed for each in _voters(work))


def _close_proposal(work: UnitOfWork, proposal: Proposal, status: str) -> None:
    proposal.status, proposal.closed_at = status, work.now
    proposal.save(update_fields=["status", "closed_at"])


def _note(work: UnitOfWork, what: str, proposal: Proposal, seat: Seat) -> None:
    facts = {"seat": seat.number, "kind": proposal.kind, "days": proposal.days}
    write_note(work, Event(what, facts), actor=seat.number, by=seat.user)


def _carry_out(work: UnitOfWork, proposal: Proposal) -> None:
    match proposal.kind:
        case _Kind.END:
            work.agreed = Outcome("agreed", _shared_ranks(work))
        case _Kind.CANCEL:
            call_off(work)
        case _Kind.PAUSE:
            until = work.now + timedelta(days=proposal.days)
            work.table.paused_until = work.table.agreed_until = until
            for seat in work.seats:
                clock_pause(seat, work.now)
        case _Kind.RESUME:
            clocks_resume(work)
        case _Kind.EXTEND:
            for seat in work.seats:
                clock_extend(seat, proposal.days)
        case _Kind.UPGRADE:
            upgrade(work)


def _shared_ranks(work: UnitOfWork) -> tuple[int, ...]:
    """The ranks: first place for all seats still in the game, because rules can't rank an unfinished game."""
    still_in = [work.game.is_in(work.state, seat.number) for seat in work.seats]
    return tuple(1 if is_in else 1 + sum(still_in) for is_in in still_in)


def call_off(work: UnitOfWork) -> None:
    """End the game without a result and notify everybody; the caller commits."""
    table = work.table
    table.status, table.finished_at = Table.Status.CANCELLED, work.now
    table.paused_until, table.agreed_until, table.is_held = None, None, False
    for seat in work.seats:
        seat.is_live = False
        clear_prompt(seat)
    people_notify(table, {seat.user_id: table.ply for seat in work.seats}, Notice.Kind.CANCELLED, work.now)
