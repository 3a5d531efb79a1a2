"""Panels of a table's page: clocks, agreements and absences."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta

import msgspec
from django.utils import timezone

from accounts.models import Reader
from games.clock.clocks import NoClock
from games.clock.deadline import Reckoned
from games.engine.presenter import Names
from games.models import Proposal, Seat, Table, Vote
from games.tables.access import knows_secrets
from games.tables.panels import Visit
from games.tables.table_rules import can_upgrade, is_playable
from games.tables.words import answer_words, clock_words, proposal_words, reply_words, span_words, step_words

AHEAD = timedelta(days=14)  # vacations are shown this long in advance


@dataclass(frozen=True)
class ClockLine:
    """The clock of one seat, as its page shows it: times are to the minute."""

    number: int
    name: str
    is_mine: bool
    timeouts: int  # in a row
    is_offered: bool
    deadline: datetime | None
    asked: datetime | None  # when the clock began to run
    bank: str  # of time, the reader's own; may be empty
    remaining: str  # after a pause; may be empty
    steps: tuple[tuple[str, datetime], ...]  # how the deadline was computed: reason and time of each step
    reply: str  # the player's usual reply time; may be empty
    absence: tuple[date, date] | None  # the player's current or next vacation


@dataclass(frozen=True)
class ProposalLine:
    """An open proposal with its votes."""

    proposal: Proposal
    name: str  # of the proposer
    what: str
    agreed: tuple[str, ...]
    waiting: tuple[str, ...]
    is_mine: bool
    is_asked: bool  # the reader has not voted yet


@dataclass(frozen=True)
class Timing:
    """The clocks and the open proposal of a table, for one reader."""

    clock: str
    answer: str  # minimum time for replies out of turn; empty if it makes no difference
    lines: tuple[ClockLine, ...]
    proposal: ProposalLine | None
    kinds: tuple[str, ...]  # proposals that the reader can make now
    offered: tuple[ClockLine, ...]  # seats that the reader can take over

    @property
    def running(self) -> tuple[ClockLine, ...]:
        """The seats with a deadline."""
        return tuple(line for line in self.lines if line.deadline is not None)


def timing_panel(visit: Visit) -> Timing:
    """The clocks and agreements of a table, for one reader."""
    now, table, seats, names, mine = timezone.now(), visit.table, visit.seats, visit.names, visit.mine
    lines = tuple(_clock_line(seat, names[seat.number], mine, now) for seat in seats)
    voters = [
        seat
        for seat in seats
        if table.is_running and seat.number in visit.playing and not seat.is_offered
        and not (seat.user and seat.user.is_machine)
    ]  # fmt: skip
    proposal = _proposal(table, voters, names, mine, now) if voters else None
    can_propose = mine in voters and len(voters) > 1 and proposal is None and _can_agree(table)
    return Timing(
        clock=clock_words(table.timing),
        answer=answer_words(table.timing),
        lines=lines,
        proposal=proposal,
        kinds=_possible_kinds(table, seats) if can_propose else (),
        offered=_offered_lines(visit.user, table, lines, mine),
    )


def absences_panel(visit: Visit) -> dict[int, tuple[date, date] | None]:
    """The current or next vacation of each seat's player, by seat number."""
    now = timezone.now()
    return {seat.number: _absence_of(seat, now) for seat in visit.seats}


def _absence_of(seat: Seat, now: datetime) -> tuple[date, date] | None:
    """The current or next vacation of the seat's player; None if none is near."""
    if seat.user is None or seat.has_left:
        return None
    today = now.astimezone(seat.user.zone).date()
    ahead = [each for each in seat.user.calendar.vacations if each[1] >= today and each[0] <= today + AHEAD]
    return min(ahead, default=None)


def _clock_line(seat: Seat, name: str, mine: Seat | None, now: datetime) -> ClockLine:
    steps = msgspec.convert(seat.reckoning, list[Reckoned]) if seat.deadline is not None else []
    return ClockLine(
        number=seat.number,
        name=name,
        is_mine=seat is mine,
        timeouts=seat.timeouts,
        is_offered=seat.is_offered,
        deadline=_to_minute(seat.deadline),
        asked=_to_minute(seat.clock_since) if seat.deadline else None,
        bank=span_words(seat.bank) if seat is mine and seat.bank is not None and seat.deadline else "",
        remaining="" if seat.deadline or seat.remaining is None else span_words(seat.remaining),
        steps=tuple(_steps_for(steps, is_mine=seat is mine)),
        reply=reply_words(seat.user.usual_reply) if seat.user and not seat.has_left else "",
        absence=_absence_of(seat, now),
    )


def _to_minute(when: datetime | None) -> datetime | None:
    return when and when.replace(second=0, microsecond=0)


def _steps_for(steps: list[Reckoned], *, is_mine: bool) -> Iterator[tuple[str, datetime]]:
    """The steps of a deadline in words. For other players, only the end of their rest is shown, not when they sleep."""
    for number, step in enumerate(steps):
        is_rest = step.reason in ("sleep", "day-off", "margin", "budget")
        if is_mine or not is_rest:
            yield step_words(step.reason), step.until.replace(second=0, microsecond=0)
        elif number == len(steps) - 1:
            yield step_words("rest"), step.until.replace(second=0, microsecond=0)


def _can_agree(table: Table) -> bool:
    """Whether the seats can make agreements now: even at a stopped table, but not while a moderator holds it."""
    return not table.is_held or not is_playable(table)


def _proposal(
    table: Table, voters: list[Seat], names: Names, mine: Seat | None, now: datetime
) -> ProposalLine | None:
    # One query, from the votes: a proposal always has its proposer's vote.
    if not table.has_proposal:
        return None
    waiting = Vote.objects.filter(
        proposal__table=table, proposal__status=Proposal.Status.OPEN, proposal__expires_at__gt=now
    )
    votes = list(waiting.select_related("proposal"))
    if not votes:
        return None
    proposal, agreed = votes[0].proposal, {vote.seat_number for vote in votes}
    return ProposalLine(
        proposal=proposal,
        name=names[proposal.seat_number],
        what=proposal_words(proposal.kind, proposal.days),
        agreed=tuple(names[seat.number] for seat in voters if seat.number in agreed),
        waiting=tuple(names[seat.number] for seat in voters if seat.number not in agreed),
        is_mine=mine is not None and mine.number == proposal.seat_number,
        is_asked=mine is not None and mine in voters and mine.number not in agreed and _can_agree(table),
    )


def _possible_kinds(table: Table, seats: list[Seat]) -> tuple[str, ...]:
    upgrade = [Proposal.Kind.UPGRADE] if can_upgrade(table) else []
    if not is_playable(table):
        return (Proposal.Kind.CANCEL, *upgrade)
    kinds = [Proposal.Kind.END, Proposal.Kind.CANCEL, *upgrade]
    if not isinstance(table.timing, NoClock):
        kinds.append(Proposal.Kind.RESUME if table.is_paused else Proposal.Kind.PAUSE)
    if any(seat.deadline or seat.remaining for seat in seats):
        kinds.append(Proposal.Kind.EXTEND)
    return tuple(kinds)


def _offered_lines(
    user: Reader, table: Table, lines: tuple[ClockLine, ...], mine: Seat | None
) -> tuple[ClockLine, ...]:
    offered = tuple(line for line in lines if line.is_offered)
    if not offered or mine is not None or not table.is_running or table.is_held:
        return ()
    return () if user.is_authenticated and knows_secrets(user, table) else offered
