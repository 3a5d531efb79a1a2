"""What moderators have done at a table, as its players and its moderators may read it."""

from games.models import Decision, Look, Table

__all__ = ["looks_at", "ruling_on"]

_Kind = Decision.Kind


def ruling_on(table: Table) -> str:
    """Why a moderator holds the table, has called it off or has ended it; empty if none has."""
    if not table.is_held and table.reason != "decision":
        return ""
    kinds = (_Kind.HOLD,) if table.is_held else (_Kind.CANCEL, _Kind.FINISH)
    found = Decision.objects.filter(table=table, kind__in=kinds).order_by("-pk")
    return found.values_list("reason", flat=True).first() or ""


def looks_at(table: Table) -> tuple[Look, ...]:
    """Who has looked at what was hidden, for everybody to read once the game is over."""
    if table.is_running or not table.state:
        return ()
    return tuple(Look.objects.filter(table=table).order_by("pk"))
