"""Which decision of a moderator a table stands under now."""

from games.models import Decision, Table

__all__ = ["ending_of", "hold_of"]

_Kind = Decision.Kind


def hold_of(table: Table) -> Decision | None:
    """The decision by which the table is held; None if it is not, or if its hold comes with one about a person."""
    if not table.is_held:
        return None
    found = Decision.objects.filter(table=table, kind=_Kind.HOLD).order_by("-pk").first()
    until = table.paused_until.isoformat() if table.paused_until else None
    return found if found is not None and found.facts["until"] == until else None


def ending_of(table: Table) -> Decision | None:
    """The decision by which the table has ended; None if it has not, or otherwise."""
    if table.reason != "decision":
        return None
    kinds = (_Kind.CANCEL, _Kind.FINISH)
    return Decision.objects.filter(table=table, kind__in=kinds).order_by("-pk").first()
