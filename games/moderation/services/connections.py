"""Log-in traces, and access to the connections they reveal, to find several accounts of one person.

A trace only shows whether two accounts logged in from the same address or in the same browser. It stores a digest that
only this site can compute. Traces are written at a log-in, never at other requests.
"""

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.models import User
from games.models import Decision, LogInTrace
from games.moderation.services.decisions import decision_write
from games.moderation.services.judging import expect_to_judge, lock_person

__all__ = ["MOST", "connections_look", "trace_write"]

MOST = 10  # latest traces of each kind that we store for one person

_Kind = LogInTrace.Kind


@transaction.atomic
def connections_look(by: User, person: User, *, reason: str) -> Decision:
    """Record that `by` looks at a person's connections. Raises a TableError.

    The person gets no notice, because people with several accounts would only learn to hide them.
    """
    expect_to_judge(by, person)
    return decision_write(by, Decision.Kind.CONNECT, reason, person=person, seen_at=timezone.now())


@transaction.atomic
def trace_write(user: User, *, address: str, browser: str) -> None:
    """Record where a person logged in: the address as used for rate limits, and the id in the browser's cookie."""
    lock_person(user.pk)  # so that two simultaneous log-ins don't write the same row
    now = timezone.now()
    for kind, value in ((_Kind.ADDRESS, address), (_Kind.BROWSER, browser)):
        if value:
            _note(user, kind, salted_hmac(f"log-in {kind}", value, algorithm="sha256").hexdigest()[:32], now)


def _note(user: User, kind: str, digest: str, now: datetime) -> None:
    LogInTrace.objects.update_or_create(user=user, kind=kind, digest=digest, defaults={"last_at": now})
    rows = LogInTrace.objects.filter(user=user, kind=kind).order_by("-last_at", "-pk")
    kept = list(rows.values_list("pk", flat=True)[: MOST + 1])
    if len(kept) > MOST:
        rows.exclude(pk__in=kept[:MOST]).delete()
