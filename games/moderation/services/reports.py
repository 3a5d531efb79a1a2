"""Reports, hidden lines of chat, and access to secrets."""

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.errors import MalformedInput, NotAllowed, NotPossible, TooOften
from games.ledger import announce
from games.models import AccessRecord, Decision, Departure, Report, ReportNote, Seat, TalkLine
from games.models.moderation import REASON_LENGTH, TEXT_LENGTH
from games.moderation.services.circles import expect_outside
from games.moderation.services.decisions import decision_write, expect_impartial
from games.tables.unit_of_work import lock_table

A_DAY = 10  # reports by one person per day

_State = Report.State


@transaction.atomic
def report_make(by: User, *, about: str, text: str, **subject: Any) -> Report:
    """Report a table, a chat message, a name or a circle; `subject` has some of `table`, `line`, `person`, `circle`.

    Raises MalformedInput, NotPossible if the user already has an open report about it, or TooOften.
    """
    text = text.strip()
    if not text or len(text) > TEXT_LENGTH:
        raise MalformedInput(_("Tell us what's wrong, in at most 2,000 characters."))
    # Serialize reports by the same person.
    User.objects.select_for_update(no_key=True).get(pk=by.pk)
    own = Report.objects.filter(by=by)
    if own.filter(about=about, closed_at=None, **subject).exists():
        raise NotPossible(_("You've already reported this. A moderator will look at it soon."))
    if own.filter(made_at__gt=timezone.now() - timedelta(days=1)).count() >= A_DAY:
        raise TooOften(_("You've reached the limit of reports for today. Try again tomorrow."))
    return Report.objects.create(by=by, about=about, text=text, **subject)


@transaction.atomic
def report_take(by: User, report: Report, *, reason: str) -> ReportNote:
    """Take on a report. Raises NotAllowed or NotPossible."""
    found = _open_report(by, report)
    found.state, found.handler = _State.TAKEN, by
    found.save(update_fields=["state", "handler"])
    return ReportNote.objects.create(report=found, by=by, text=reason)


@transaction.atomic
def report_add_note(by: User, report: Report, *, reason: str) -> ReportNote:
    """Write a note for other moderators. Raises NotAllowed or NotPossible."""
    return ReportNote.objects.create(report=_open_report(by, report), by=by, text=reason)


@transaction.atomic
def report_close(by: User, report: Report, *, state: str, reason: str) -> Decision:
    """Resolve or dismiss a report; the reporter can read the reason. Raises NotAllowed or NotPossible."""
    found = _open_report(by, report)
    kind = Decision.Kind.SETTLE if state == _State.SETTLED else Decision.Kind.DISPEL
    found.state, found.closed_at, found.handler = state, timezone.now(), by
    found.save(update_fields=["state", "closed_at", "handler"])
    return decision_write(by, kind, reason, person=found.by, table=found.table, facts={"report": found.pk})


def _open_report(by: User, report: Report) -> Report:
    found = (
        Report.objects.select_for_update(of=("self",))
        .select_related("line__circle", "by", "table", "circle")
        .get(pk=report.pk)
    )
    expect_unconcerned(by, found)
    if found.closed_at is not None:
        raise NotPossible(_("This report is already closed."))
    return found


def expect_unconcerned(by: User, report: Report) -> None:
    """Raise NotAllowed if `by` made the report, is reported, or has or had a seat at the table."""
    line_by = report.line.user_id if report.line is not None else None
    if by.pk in (report.by_id, report.person_id, line_by):
        raise NotAllowed(_("This report is about you. Ask another moderator."))
    circle = report.line.circle if report.line is not None else report.circle
    if circle is not None:
        expect_outside(by, circle)
    table_id = report.line.table_id if report.line is not None else report.table_id
    if Seat.objects.filter(table=table_id, user=by).exists() or Departure.objects.filter(
        table=table_id, user=by
    ):
        raise NotAllowed(_("You play at this table yourself. Ask another moderator."))


_Kind = Decision.Kind


@transaction.atomic
def line_hide(by: User, line_id: int, *, reason: str) -> Decision:
    """Hide a message: readers see that a moderator did so, and its author also sees why.

    Raises NotAllowed, NotPossible or MalformedInput. The table's log does not mention it, because the log covers only
    the game.
    """
    line = _lock_line(by, line_id)
    if line.is_hidden:
        raise NotPossible(_("This message is already hidden."))
    _set_hidden(line, is_hidden=True)
    return decision_write(by, _Kind.HIDE, reason, table=line.table, person=line.user, line=line)


@transaction.atomic
def line_show(by: User, line_id: int, *, reason: str) -> Decision:
    """Show a hidden message again. Raises NotAllowed, NotPossible or MalformedInput."""
    line = _lock_line(by, line_id)
    found = (
        Decision.objects.filter(line=line, kind=_Kind.HIDE, undone_by__isnull=True).order_by("-pk").first()
    )
    if not line.is_hidden or found is None:
        raise NotPossible(_("This message isn't hidden."))
    _set_hidden(line, is_hidden=False)
    facts = {"kind": found.kind}
    return decision_write(
        by, _Kind.UNDO, reason, table=line.table, person=line.user, line=line, undoes=found, facts=facts
    )


def _lock_line(by: User, line_id: int) -> TalkLine:
    """Lock the message's table, if it has one; returns the message if `by` may decide there."""
    line = TalkLine.objects.select_for_update(of=("self",)).select_related("user", "circle").get(pk=line_id)
    if line.table_id is not None:
        line.table, seats = lock_table(line.table_id)
        expect_impartial(by, line.table, seats)
    elif line.circle is not None:
        expect_outside(by, line.circle)
    line.refresh_from_db(fields=["is_hidden"])
    return line


def _set_hidden(line: TalkLine, *, is_hidden: bool) -> None:
    line.is_hidden = is_hidden
    line.save(update_fields=["is_hidden"])
    if (table := line.table) is not None:
        people = list(table.seats.values_list("user", flat=True))
        transaction.on_commit(lambda: announce.announce_talk(table.pk, people))


@transaction.atomic
def access_audit_write(by: User, table_id: int, *, seat: int | None, reason: str) -> AccessRecord:
    """Record that `by` looks at what a seat sees, or at the full state if `seat` is None. Raises a TableError."""
    table, seats = lock_table(table_id)
    expect_impartial(by, table, seats)
    if not table.state or (seat is not None and seat >= len(seats)):
        raise MalformedInput(_("There's nothing to see here."))
    reason = reason.strip()
    if not reason or len(reason) > REASON_LENGTH:
        raise MalformedInput(_("Enter a reason."))
    return AccessRecord.objects.create(table=table, seat_number=seat, ply=table.ply, by=by, reason=reason)
