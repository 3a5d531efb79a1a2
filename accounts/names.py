"""Checks whether a name is free."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.lookalikes import has_invisible, is_of_bot_or_guest, is_reserved, keys_of
from accounts.models import TakenName, User


def expect_free(name: str, person: User | None = None) -> None:
    """Raise ValidationError if the name is reserved, or too similar to another person's.

    User names and display names count alike. Somebody else may still take the name before it is saved: see
    `expect_still_free`.
    """
    if has_invisible(name):
        raise ValidationError(_("Names can't contain invisible characters."), code="name_invisible")
    if is_reserved(name) or is_of_bot_or_guest(name):
        raise ValidationError(_("This name is reserved. Choose another one."), code="name_reserved")
    if _is_taken(name, person):
        raise name_taken()


def expect_still_free(name: str, person: User) -> None:
    """Raise ValidationError if somebody else has taken the name, or a similar one, since `expect_free`.

    Call it after saving the name, in the same transaction. The database gives each key to one person, and makes a
    second transaction with the same key wait for the first.
    """
    if _is_taken(name, person):
        raise name_taken()


def name_taken() -> ValidationError:
    """The error for a name that is not free."""
    return ValidationError(
        _("This name, or one that looks like it, is taken. Choose another one."), code="name_taken"
    )


def _is_taken(name: str, person: User | None) -> bool:
    taken = TakenName.objects.filter(key__in=keys_of(name))
    return (taken if person is None else taken.exclude(user=person)).exists()
