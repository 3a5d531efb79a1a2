"""What all seats that are in the game can agree on: an end as it stands, calling it off, a pause, more time."""

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games import notify
from games.engine.contract import Event, Outcome
from games.errors import MalformedInput, NotAllowed, NotPossible
from games.models import Notice, Proposal, Seat, Table, Vote
from games.services.clocks import clock_extend, clock_pause
from games.services.deadlines import clocks_resume
from games.services.log import Writing, close, forget, still, write_note
from games.services.play import expect_running, sit_down

__all__ = ["DAYS", "OPEN_FOR", "call_off", "proposal_answer", "proposal_make"]

_Kind, _Status = Proposal.Kind, Proposal.Status

OPEN_FOR = timedelta(days=7)
AGAIN = timedelta(days=1)  # before a seat may propose what was not wanted
DAYS = {_Kind.PAUSE: range(1, 31), _Kind.EXTEND: range(1, 8)}


@transaction.atomic
def proposal_make(user: Any, table_id: int, *, kind: str, days: int = 0) -> Proposal:
    """Propose something to the table. Raises MalformedInput, NotAllowed or NotPossible."""
    if kind not in _Kind.values or days not in DAYS.get(_Kind(kind), (days,)):
        raise MalformedInput
    writing, seat = _voter(user, table_id)
    _expect_sense(writing, kind)
    _expect_first(writing, seat, kind)
    proposal = Proposal.objects.create(
        table=writing.table, kind=kind, days=days if _Kind(kind) in DAYS else 0, seat_number=seat.number, by=user,
        made_at=writing.now, expires_at=writing.now + OPEN_FOR,
    )  # fmt: skip
    _vote(writing, proposal, seat, user)
    _note(writing, "proposed", proposal, seat)
    close(writing, actor=seat.number)
    _tell(writing, {each.user_id: proposal.pk for each in _voters(writing) if each is not seat})
    return proposal


@transaction.atomic
def proposal_answer(user: Any, table_id: int, *, proposal_id: int, is_yes: bool) -> Proposal:
    """Agree, or decline, which closes it for all; who proposed takes it back so. Raises NotAllowed or NotPossible."""
    writing, seat = _voter(user, table_id)
    proposal = Proposal.objects.filter(
        pk=proposal_id, table=writing.table, status=_Status.OPEN, expires_at__gt=writing.now
    ).first()
    if proposal is None:
        raise NotPossible(_("That is not proposed any more."))
    if not is_yes:
        _shut(writing, proposal, _Status.DECLINED)
        _note(writing, "declined", proposal, seat)
    elif _vote(writing, proposal, seat, user):
        _shut(writing, proposal, _Status.AGREED)
        _note(writing, "agreed", proposal, seat)
        _carry_out(writing, proposal)
    else:
        _note(writing, "voted", proposal, seat)
    close(writing, actor=seat.number)
    return proposal


def _voter(user: Any, table_id: int) -> tuple[Writing, Seat]:
    writing, seat = sit_down(user, table_id)
    expect_running(writing.table)
    if seat not in _voters(writing):
        raise NotAllowed(_("Only who is in the game can agree on anything."))
    return writing, seat


def _voters(writing: Writing) -> list[Seat]:
    """The seats that are in the game; of those that were given up nobody waits for an answer."""
    return [
        seat
        for seat in writing.seats
        if seat.user_id is not None and not seat.is_offered and writing.game.is_in(writing.state, seat.number)
    ]


def _expect_sense(writing: Writing, kind: str) -> None:
    if len(_voters(writing)) < 2:
        raise NotPossible(_("There is nobody to agree with."))
    if kind == _Kind.PAUSE and writing.table.is_paused:
        raise NotPossible(_("The table is paused already."))
    if kind == _Kind.RESUME and not writing.table.is_paused:
        raise NotPossible(_("The table is not paused."))
    if kind == _Kind.EXTEND and not any(seat.deadline or seat.remaining for seat in writing.seats):
        raise NotPossible(_("No clock runs that could get more time."))


def _expect_first(writing: Writing, seat: Seat, kind: str) -> None:
    """One proposal at a time, and not the same one day by day."""
    earlier = Proposal.objects.filter(table=writing.table)
    earlier.filter(status=_Status.OPEN, expires_at__lte=writing.now).update(
        status=_Status.LAPSED, closed_at=writing.now
    )
    if earlier.filter(status=_Status.OPEN).exists():
        raise NotPossible(_("Something is proposed already: answer that first."))
    refused = earlier.filter(seat_number=seat.number, kind=kind).exclude(status=_Status.AGREED)
    if refused.filter(closed_at__gt=writing.now - AGAIN).exists():
        raise NotPossible(_("You have proposed that within a day, and it was not wanted."))


def _vote(writing: Writing, proposal: Proposal, seat: Seat, user: Any) -> bool:
    """Note the seat's yes; returns whether every voter has said so."""
    Vote.objects.get_or_create(
        proposal=proposal, seat_number=seat.number, defaults={"user": user, "made_at": writing.now}
    )
    agreed = set(proposal.votes.values_list("seat_number", flat=True))
    return all(each.number in agreed for each in _voters(writing))


def _shut(writing: Writing, proposal: Proposal, status: str) -> None:
    proposal.status, proposal.closed_at = status, writing.now
    proposal.save(update_fields=["status", "closed_at"])


def _note(writing: Writing, what: str, proposal: Proposal, seat: Seat) -> None:
    facts = {"seat": seat.number, "kind": proposal.kind, "days": proposal.days}
    write_note(writing, Event(what, facts), actor=seat.number, by=seat.user)


def _carry_out(writing: Writing, proposal: Proposal) -> None:
    match proposal.kind:
        case _Kind.END:
            writing.agreed = Outcome("agreed", _shared_ranks(writing))
        case _Kind.CANCEL:
            call_off(writing)
        case _Kind.PAUSE:
            until = writing.now + timedelta(days=proposal.days)
            writing.table.paused_until = writing.table.agreed_until = until
            for seat in writing.seats:
                clock_pause(seat, writing.now)
        case _Kind.RESUME:
            clocks_resume(writing)
        case _Kind.EXTEND:
            for seat in writing.seats:
                clock_extend(seat, proposal.days)


def _shared_ranks(writing: Writing) -> tuple[int, ...]:
    """All that are in share the first rank: how a game stands in its middle is nothing that rules tell."""
    still_in = [writing.game.is_in(writing.state, seat.number) for seat in writing.seats]
    return tuple(1 if is_in else 1 + sum(still_in) for is_in in still_in)


def call_off(writing: Writing) -> None:
    """End the game without a result, and tell everybody; the caller closes the writing."""
    table = writing.table
    table.status, table.finished_at = Table.Status.CANCELLED, writing.now
    table.paused_until, table.agreed_until, table.is_held = None, None, False
    for seat in writing.seats:
        seat.is_live = False
        still(seat)
    forget(writing)
    _tell(writing, {seat.user_id: table.ply for seat in writing.seats}, Notice.Kind.CANCELLED)


def _tell(writing: Writing, plies: dict[int | None, int], kind: str = Notice.Kind.PROPOSAL) -> None:
    notices = notify.notices_for_people(writing.table, plies, kind, writing.now)
    transaction.on_commit(lambda: notify.send_soon(notices))
