"""Hides chat messages and shows them again. Moderators can always read the text."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.errors import NotPossible
from games.ledger import announce
from games.models import Decision, TalkLine
from games.moderation.services.decisions import decision_write, expect_impartial
from games.tables.unit_of_work import lock_table

__all__ = ["line_hide", "line_show"]

_Kind = Decision.Kind


@transaction.atomic
def line_hide(by: User, line_id: int, *, reason: str) -> Decision:
    """Hide a message: readers see that a moderator did so, and its author also sees why.

    Raises NotAllowed, NotPossible or MalformedInput. The table's log does not mention it, because the log covers only
    the game.
    """
    line = _locked(by, line_id)
    if line.is_hidden:
        raise NotPossible(_("That line was removed already."))
    _set(line, is_hidden=True)
    return decision_write(by, _Kind.HIDE, reason, table=line.table, person=line.user, line=line)


@transaction.atomic
def line_show(by: User, line_id: int, *, reason: str) -> Decision:
    """Show a hidden message again. Raises NotAllowed, NotPossible or MalformedInput."""
    line = _locked(by, line_id)
    found = (
        Decision.objects.filter(line=line, kind=_Kind.HIDE, undone_by__isnull=True).order_by("-pk").first()
    )
    if not line.is_hidden or found is None:
        raise NotPossible(_("That line is in sight."))
    _set(line, is_hidden=False)
    facts = {"kind": found.kind}
    return decision_write(
        by, _Kind.UNDO, reason, table=line.table, person=line.user, line=line, undoes=found, facts=facts
    )


def _locked(by: User, line_id: int) -> TalkLine:
    """Lock the message's table; returns the message if `by` may decide there."""
    line = TalkLine.objects.select_related("user").get(pk=line_id)
    line.table, seats = lock_table(line.table_id)
    expect_impartial(by, line.table, seats)
    line.refresh_from_db(fields=["is_hidden"])
    return line


def _set(line: TalkLine, *, is_hidden: bool) -> None:
    line.is_hidden = is_hidden
    line.save(update_fields=["is_hidden"])
    people = list(line.table.seats.values_list("user", flat=True))
    transaction.on_commit(lambda: announce.announce_talk(line.table_id, people))
