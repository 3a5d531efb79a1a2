"""What people do with circles: open one, join by its link, leave, and what only its owner may do."""

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from accounts.lookalikes import key_of
from accounts.models import User
from accounts.names import expect_free, name_taken
from games.errors import MalformedInput, NotAllowed, NotPossible
from games.ledger.blocks import has_blocked
from games.ledger.circles import circle_end, member_out
from games.models import Circle, Member
from games.models.circle import ABOUT_LENGTH, NAME_LENGTH, new_link
from games.pages.rate_limit import check_rate_limit
from games.talk.text import clean_text

OWNED, JOINED = 5, 20  # circles of one person, at most
MEMBERS = 100  # of one circle, at most


@transaction.atomic
def circle_open(owner: User, *, name: str, about: str = "", is_public: bool = False) -> Circle:
    """Open a circle with its owner as the first member.

    Raises ValidationError for a name that isn't free, MalformedInput, NotAllowed for guests, NotPossible or TooOften.
    """
    _expect_person(owner)
    check_rate_limit(owner, "circle-open")
    _lock_person(owner)
    _expect_fewer(owner)
    _expect_room(owner)
    circle = Circle(owner=owner, is_public=is_public)
    circle_text_set(circle, name=name, about=about)
    Member.objects.create(circle=circle, user=owner)
    return circle


def circle_text_set(circle: Circle, *, name: str, about: str) -> None:
    """Save the circle with this name and description. Raises ValidationError or MalformedInput.

    The name must not look like the name of a person, or of another public circle if this one is public. Private
    circles may share a name: an error would tell that one exists.
    """
    name, about = " ".join(name.split()), clean_text(about, ABOUT_LENGTH, may_be_empty=True)
    if not 2 <= len(name) <= NAME_LENGTH:
        raise ValidationError(_("Names must have 2 to 40 characters."), code="name_length")
    expect_free(name)
    circle.name, circle.about, circle.key = name, about, key_of(name)
    others = Circle.objects.filter(is_public=True, closed_at=None, key=circle.key).exclude(pk=circle.pk)
    if circle.is_public and others.exists():
        raise name_taken()
    try:
        with transaction.atomic():
            circle.save()
    except IntegrityError as error:  # another circle has just taken the name
        raise name_taken() from error


@transaction.atomic
def circle_change(by: User, circle_id: int, *, name: str, about: str, is_private: bool = False) -> None:
    """Change the circle's name and description; `is_private` hides a public one for good.

    Raises ValidationError, MalformedInput, NotAllowed or TooOften.
    """
    circle = _own(by, circle_id)
    if name != circle.name:
        check_rate_limit(by, "name")
    circle.is_public = circle.is_public and not is_private
    circle_text_set(circle, name=name, about=about)


@transaction.atomic
def circle_join(user: User, link: str) -> Circle:
    """Join the circle with this link. Raises Circle.DoesNotExist, NotAllowed, NotPossible or TooOften."""
    circle = Circle.objects.select_for_update(no_key=True).get(link=link, closed_at=None)
    _expect_person(user)
    if circle.members.filter(user=user).exists():
        return circle
    _lock_person(user)
    if has_blocked(circle.owner_id, user):
        raise NotPossible(FULL)  # the same error as for a full circle, so that it does not reveal the block
    if circle.members.count() >= MEMBERS:
        raise NotPossible(FULL)
    _expect_room(user)
    check_rate_limit(f"circle {circle.pk}", "circle-join")
    Member.objects.create(circle=circle, user=user)
    return circle


FULL = _("You can't join this circle. Ask its owner for a new link.")


@transaction.atomic
def member_leave(user: User, circle_id: int) -> None:
    """Leave a circle. Raises NotPossible for its owner."""
    circle = lock_circle(circle_id)
    if circle.owner_id == user.pk:
        raise NotPossible(_("You own this circle. Hand it over or close it first."))
    member_out(circle, user)


@transaction.atomic
def member_remove(by: User, circle_id: int, *, person: int) -> None:
    """Remove a member, and renew the link so that they can't come back. Raises NotAllowed or NotPossible."""
    circle = _own(by, circle_id)
    found = _member(circle, person)
    if found.user_id == by.pk:
        raise NotPossible(_("You own this circle. Hand it over or close it first."))
    member_out(circle, found.user)
    _renew(circle)


@transaction.atomic
def owner_set(by: User, circle_id: int, *, person: int) -> None:
    """Hand the circle over to another member, and renew its link. Raises NotAllowed or NotPossible."""
    circle = _own(by, circle_id)
    heir = _member(circle, person).user
    _lock_person(heir)
    if not heir.is_active or has_blocked(heir.pk, by):
        raise NotPossible(_("This member can't own the circle."))
    _expect_fewer(heir)
    circle.owner = heir
    circle.save(update_fields=["owner"])
    _renew(circle)


@transaction.atomic
def link_renew(by: User, circle_id: int) -> None:
    """Replace the invitation link, so that the old one works no more. Raises NotAllowed."""
    _renew(_own(by, circle_id))


@transaction.atomic
def circle_close(by: User, circle_id: int) -> None:
    """Close the circle for good. Raises NotAllowed."""
    circle_end(_own(by, circle_id))


def quiet_set(user: User, circle_id: int, *, is_quiet: bool) -> None:
    """Choose whether the user gets notices of the circle's tables."""
    Member.objects.filter(circle=circle_id, user=user).update(is_quiet=is_quiet)


def lock_circle(circle_id: int) -> Circle:
    """Lock the circle until the transaction ends. Raises Circle.DoesNotExist."""
    return Circle.objects.select_for_update(no_key=True).get(pk=circle_id)


def _own(by: User, circle_id: int) -> Circle:
    circle = lock_circle(circle_id)
    if circle.owner_id != by.pk or circle.closed_at is not None:
        raise NotAllowed(_("Only the owner of this circle can do that."))
    return circle


def _member(circle: Circle, person: int) -> Member:
    found = circle.members.select_related("user").filter(user=person).first()
    if found is None:
        raise MalformedInput
    return found


def _renew(circle: Circle) -> None:
    circle.link = new_link()
    circle.save(update_fields=["link"])


def _lock_person(person: User) -> None:
    User.objects.select_for_update(no_key=True).get(
        pk=person.pk
    )  # so that two requests count one after another


def _expect_person(user: User) -> None:
    if user.is_program:
        raise NotAllowed(_("Bots can't join circles."))
    if user.kind != User.Kind.PERSON:
        raise NotAllowed(_("Sign up to play in circles."))


def _expect_fewer(owner: User) -> None:
    if Circle.objects.filter(owner=owner, closed_at=None).count() >= OWNED:
        raise NotPossible(_("Nobody can own more than five circles. Close or hand over one first."))


def _expect_room(user: User) -> None:
    if Member.objects.filter(user=user).count() >= JOINED:
        raise NotPossible(_("You're in 20 circles. Leave one before you join another."))
