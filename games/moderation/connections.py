"""Whom a person is connected with: the same address, the same browser, tables in common."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, QuerySet

from accounts.models import User
from games.models import LogInTrace, Seat

__all__ = ["Connection", "Connections", "connections_of"]

TRACES = 200  # of other people that are looked at, the latest
PEOPLE = 50  # on one page
TABLES = 500  # of the person's tables, the latest, in which others are looked for
MATES = 10  # people with whom the person has sat most often


@dataclass(frozen=True)
class Connection:
    """Somebody else, and what connects the two accounts."""

    person: User
    address_at: datetime | None  # when this one last logged in from an address of the person's
    browser_at: datetime | None  # the same for a browser
    tables: int  # in common, of the person's latest


@dataclass(frozen=True)
class Connections:
    """Everything that the page shows."""

    places: tuple[Connection, ...]  # who logs in from the same places, the latest first
    mates: tuple[Connection, ...]  # who sits with the person most often


def connections_of(person: User) -> Connections:
    """The person's connections; a bounded number of queries over a bounded number of rows."""
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
    """By person, the latest first: when each kind of place was last shared with `person`."""
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
    """Other people at the person's latest tables, with the number of these tables."""
    latest = Seat.objects.filter(user=person).order_by("-table").values("table")[:TABLES]
    others = Seat.objects.filter(
        table__in=list(latest.values_list("table", flat=True)), user__kind=User.Kind.PERSON
    )
    return others.exclude(user=person).order_by().values("user").annotate(count=Count("pk"))


def _tables_with(person: User, people: Iterable[int]) -> dict[int, int]:
    return dict(_tables_counted(person).filter(user__in=list(people)).values_list("user", "count"))
