"""A person's file, without secrets, and connections to other accounts: same address, same browser, shared tables."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from allauth.usersessions.models import UserSession
from django.db.models import Count, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Decision, LogInTrace, Notice, PersonJob, Report, Seat
from games.moderation.selectors import reports_readable_by
from games.moderation.services.decisions import is_for_good
from games.moderation.services.people import roles_of

LATEST = 20  # rows of each list
ROLE_NAMES = {"moderator": _("moderator"), "administrator": _("administrator")}


@dataclass(frozen=True)
class PersonPage:
    """Everything on a person's page in the admin."""

    person: User
    roles: tuple[str | Promise, ...]
    is_muted_for_good: bool
    seats: tuple[Seat, ...]  # with their tables
    has_more_seats: bool
    notices: tuple[Notice, ...]
    sessions: tuple[UserSession, ...]  # log-ins that are still valid
    decisions: tuple[Decision, ...]
    reports_about: tuple[Report, ...]
    reports_by: tuple[Report, ...]
    jobs: tuple[PersonJob, ...]  # unfinished ones


def person_page(by: User, person: User) -> PersonPage:
    """Return a person's file for the moderator `by`, without the reports that `by` may not read."""
    seats = _seats(person)
    # Nobody sees that a moderator looked at their connections. That includes moderators.
    own = {"kind": Decision.Kind.CONNECT, "person": by}
    decisions = (
        Decision.objects.filter(person=person).exclude(**own).select_related("by", "undone_by", "table")
    )
    reports = (
        reports_readable_by(by).select_related("by", "person", "table", "line", "handler").order_by("-pk")
    )
    notices = Notice.objects.filter(user=person).select_related("table").defer("detail", *_SECRETS)
    return PersonPage(
        person=person,
        roles=tuple(ROLE_NAMES[role] for role in roles_of(person)),
        is_muted_for_good=is_for_good(person.muted_until),
        seats=seats[:LATEST],
        has_more_seats=len(seats) > LATEST,
        notices=tuple(notices.order_by("-pk")[:LATEST]),
        sessions=tuple(UserSession.objects.filter(user=person).order_by("-created_at")[:LATEST]),
        decisions=tuple(decisions.defer(*_SECRETS).order_by("-pk")[:LATEST]),
        reports_about=tuple(
            reports.filter(Q(person=person) | Q(line__user=person)).defer(*_SECRETS)[:LATEST]
        ),
        reports_by=tuple(reports.filter(by=person).defer(*_SECRETS)[:LATEST]),
        jobs=tuple(PersonJob.objects.filter(person=person, done_at=None)[:LATEST]),
    )


_SECRETS = ("table__state", "table__seed", "table__key")


def _seats(person: User) -> tuple[Seat, ...]:
    rows = Seat.objects.filter(user=person).select_related("table")
    return tuple(rows.defer(*_SECRETS, "orders", "answer", "thought").order_by("-table")[: LATEST + 1])


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
    mates = dict(_shared_table_counts(person).order_by("-count", "user")[:MATES].values_list("user", "count"))
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


def _shared_table_counts(person: User) -> QuerySet[Any, Any]:
    """Other people at the person's latest tables, with the number of shared tables."""
    latest = Seat.objects.filter(user=person).order_by("-table").values("table")[:TABLES]
    others = Seat.objects.filter(
        table__in=list(latest.values_list("table", flat=True)), user__kind__in=User.ACCOUNTS
    )
    return others.exclude(user=person).order_by().values("user").annotate(count=Count("pk"))


def _tables_with(person: User, people: Iterable[int]) -> dict[int, int]:
    return dict(_shared_table_counts(person).filter(user__in=list(people)).values_list("user", "count"))
