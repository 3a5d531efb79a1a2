"""A person's file: what moderators need to know, without secrets. All lists are newest first."""

from dataclasses import dataclass

from allauth.usersessions.models import UserSession
from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Decision, Notice, PersonJob, Report, Seat
from games.moderation.selectors import reports_before
from games.moderation.services.decisions import is_for_good
from games.moderation.services.people import roles_of

LATEST = 20  # rows of each list
ROLE_NAMES = {"moderator": _("moderator"), "administrator": _("administrator")}


@dataclass(frozen=True)
class PersonFile:
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


def person_file(by: User, person: User) -> PersonFile:
    """Return a person's file for the moderator `by`, without the reports that `by` may not read."""
    seats = _seats(person)
    # Nobody sees that a moderator looked at their connections. That includes moderators.
    own = {"kind": Decision.Kind.CONNECT, "person": by}
    decisions = (
        Decision.objects.filter(person=person).exclude(**own).select_related("by", "undone_by", "table")
    )
    reports = reports_before(by).select_related("by", "person", "table", "line", "handler").order_by("-pk")
    notices = Notice.objects.filter(user=person).select_related("table").defer("detail", *_SECRETS)
    return PersonFile(
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
    return tuple(rows.defer(*_SECRETS, "orders", "answer").order_by("-table")[: LATEST + 1])
