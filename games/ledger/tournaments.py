"""What other packages write about tournaments: games that are over, which the sweep counts, and closed accounts."""

from django.utils import timezone

from accounts.models import User
from games.models import Circle, Entry, Pairing, Table, Tournament


def pairing_over(table: Table) -> None:
    """Have the game counted, if it belongs to a tournament."""
    Pairing.objects.filter(table=table, over_at=None).update(over_at=timezone.now())


def pairing_reopen(table: Table) -> None:
    """Let the game count at its next end, unless the next round has been paired."""
    found = Pairing.objects.filter(table=table).select_related("tournament").first()
    if found is not None and found.tournament.round == found.round and found.tournament.finished_at is None:
        Pairing.objects.filter(pk=found.pk).update(over_at=None, result=Pairing.Result.OPEN)


def entries_withdraw(person: User, circle: Circle | None = None) -> None:
    """Take a person whose account is closed out of all tournaments, or one who leaves a circle out of its own."""
    entries = Entry.objects.filter(user=person, withdrawn_at=None)
    if circle is not None:
        entries = entries.filter(tournament__circle=circle)
    entries.filter(tournament__status=Tournament.Status.OPEN).delete()
    running = Tournament.objects.filter(entries__in=entries, status=Tournament.Status.RUNNING)
    Tournament.objects.filter(pk__in=list(running.values_list("pk", flat=True))).update(due_at=timezone.now())
    entries.update(withdrawn_at=timezone.now())


def circle_tournaments_cancel(circle: Circle) -> None:
    """Cancel a closed circle's tournaments that aren't over; their games go on."""
    found = Tournament.objects.filter(circle=circle, finished_at=None)
    found.update(status=Tournament.Status.CANCELLED, finished_at=timezone.now(), due_at=None)
