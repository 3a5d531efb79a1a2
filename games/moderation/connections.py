"""A person's connections to other accounts: same address, same browser, shared tables."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, QuerySet

from accounts.models import User
from games.models import LogInTrace, Seat

TRACES = 200  # of other people, latest first, that we look at
PEOPLE = 50  # on the page at most
TABLES = 500  # of the person, latest first, that we search for other players
MATES = 10  # people who share the most tables with the person


@dataclass(frozen=True)
class Connection:
    """Another account, and what connects it with the person's."""

    person: User
    address_at: datetime | None  # when this account last logged in from one of the person's addresses
    browser_at: datetime | None  # the same for one of the person's browsers
    tables: int  # number of the person's latest tables that both play at


@dataclass(frozen=True)
class Connections:
    """Everything on the page of connections."""

    places: tuple[Connection, ...]  # people who log in from the same places, latest first
    mates: tuple[Connection, ...]  # people who share the most tables with the person


def connections_of(person: User) -> Connections:
    """The person's connections. Runs a bounded number of queries over a bounded number of rows."""
    seen = _traces(person)
    places = list(seen)[:PEOPLE]
    common = _tables_with(person, places)
    mates = dict(_tables_counted(person).order_by("-count", "user")[:MATES].values_list("user", "count"))
    people = User.objects.in_bulk([*places, *mates])
    return Connections(
        tuple(_connection(people[pk], seen[pk], common.get(pk, 0)) for pk in places),
        tuple(_connection(people[pk], seen.get(pk, {}), count) for pk, count in mates.items()),
    )


def _connection(person: User, seen: dict[str, datetime], tables: int) -> Connection:
    kinds = LogInTrace.Kind
    return Connection(person, seen.get(kinds.ADDRESS), seen.get(kinds.BROWSER), tables)


def _traces(person: User) -> dict[int, dict[str, datetime]]:
    """For each other user id, latest first: when each kind of place was last shared with `person`."""
    own = LogInTrace.objects.filter(user=person).values_list("kind", "digest")
    shared = LogInTrace.objects.filter(
        digest__in=[digest for _kind, digest in own], kind__in=LogInTrace.Kind.values
    )
    found: dict[int, dict[str, datetime]] = {}
    rows = shared.exclude(user=person).order_by("-last_at").values_list("user", "kind", "last_at")
    for user, kind, last_at in rows[:TRACES]:
        found.setdefault(user, {}).setdefault(kind, last_at)
    return found


def _tables_counted(person: User) -> QuerySet[Any, Any]:
    """Other people at the person's latest tables, with the number of shared tables."""
    latest = Seat.objects.filter(user=person).order_by("-table").values("table")[:TABLES]
    others = Seat.objects.filter(
        table__in=list(latest.values_list("table", flat=True)), user__kind=User.Kind.PERSON
    )
    return others.exclude(user=person).order_by().values("user").annotate(count=Count("pk"))


def _tables_with(person: User, people: Iterable[int]) -> dict[int, int]:
    return dict(_tables_counted(person).filter(user__in=list(people)).values_list("user", "count"))
