"""Bot accounts: a person declares, once and before the account's first game, that a program plays with it."""

from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.errors import NotPossible
from games.models import Departure, Entry, Member, Search, Seat

_USES = (Seat, Departure, Member, Entry, Search)  # each has people whom others took for a person


@transaction.atomic
def program_declare(user: User) -> None:
    """Make the user's account a program's, for good, without emails about turns. Raises NotPossible."""
    account = User.objects.select_for_update().get(pk=user.pk)  # nobody gets a seat meanwhile
    if reason := why_not(account):
        raise NotPossible(reason)
    account.kind, account.mail_turns = User.Kind.PROGRAM, False
    account.save(update_fields=["kind", "mail_turns"])


def why_not(user: User) -> str | Promise:
    """Why the account can't become a program's; empty if it can."""
    if user.is_program:
        return _("This is a bot account already.")
    if not EmailAddress.objects.filter(user=user, verified=True).exists():  # such as a guest
        return _("Confirm your email address first.")
    if user.is_staff:
        return _("A moderator's account can't be a bot account.")
    if any(model._default_manager.filter(user=user).exists() for model in _USES):
        return _(
            "This account has had a seat, or is in a circle, a tournament or a search. "
            "Create another account for your program."
        )
    return ""
