"""Decisions on circles: a new name and description, and closing one."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.circles.services import circle_text_set, lock_circle
from games.errors import MalformedInput, NotAllowed, NotPossible
from games.ledger.circles import circle_end, is_member
from games.models import Circle, Decision
from games.moderation.services.decisions import decision_write, person_notify

_Kind = Decision.Kind


def expect_outside(by: User, circle: Circle) -> None:
    """Raise NotAllowed if `by` is a member of the circle, or owned it to the end."""
    if circle.owner_id == by.pk or is_member(by, circle.pk):
        raise NotAllowed(_("You're in this circle yourself. Ask another moderator."))


def _lock(by: User, circle_id: int) -> Circle:
    circle = lock_circle(circle_id)
    expect_outside(by, circle)
    if circle.closed_at is not None:
        raise NotPossible(_("This circle is closed."))
    return circle


@transaction.atomic
def circle_rename(by: User, circle: Circle, *, name: str, about: str, reason: str) -> Decision:
    """Give a circle another name and description, and tell its owner. Raises a TableError."""
    found = _lock(by, circle.pk)
    facts = {"old": found.name, "name": name.strip(), "about": found.about}
    try:
        circle_text_set(found, name=name, about=about)
    except ValidationError as error:
        raise MalformedInput(" ".join(error.messages)) from error
    return _decide(by, _Kind.CIRCLE_NAME, reason, found, facts)


@transaction.atomic
def circle_close(by: User, circle: Circle, *, reason: str) -> Decision:
    """Close a circle for good, and tell its owner. Raises a TableError."""
    found = _lock(by, circle.pk)
    circle_end(found)
    return _decide(by, _Kind.CIRCLE_CLOSE, reason, found, {"name": found.name})


def _decide(by: User, kind: str, reason: str, circle: Circle, facts: dict[str, str]) -> Decision:
    decision = decision_write(by, kind, reason, person=circle.owner, circle=circle, facts=facts)
    person_notify(decision, circle.owner)
    return decision
