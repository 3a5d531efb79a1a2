"""The access audit: records who looked at a table's hidden information. Players can read the reason after the game."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.errors import MalformedInput
from games.models import AccessRecord
from games.models.moderation import REASON_LENGTH
from games.moderation.services.decisions import expect_impartial
from games.tables.unit_of_work import lock_table

__all__ = ["access_audit_write"]


@transaction.atomic
def access_audit_write(by: User, table_id: int, *, seat: int | None, reason: str) -> AccessRecord:
    """Record that `by` looks at what a seat sees, or at the full state if `seat` is None. Raises a TableError."""
    table, seats = lock_table(table_id)
    expect_impartial(by, table, seats)
    if not table.state or (seat is not None and seat >= len(seats)):
        raise MalformedInput(_("There is nothing to look at."))
    reason = reason.strip()
    if not reason or len(reason) > REASON_LENGTH:
        raise MalformedInput(_("Every look needs a reason."))
    return AccessRecord.objects.create(table=table, seat_number=seat, ply=table.ply, by=by, reason=reason)
