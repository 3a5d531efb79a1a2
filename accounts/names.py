"""Which names are free."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.lookalikes import has_unseen, is_of_bot_or_guest, is_reserved, keys_of
from accounts.models import TakenName, User

__all__ = ["expect_free"]


def expect_free(name: str, person: User | None = None) -> None:
    """Raise ValidationError if the name is reserved, or hardly to be told from one of somebody else's.

    The name of an account and the name that others see count alike. Of two people who choose confusable names at the
    same moment, the second gets it, too, and their tables tell them apart.
    """
    if has_unseen(name):
        raise ValidationError(_("A name cannot have invisible characters."), code="name_invisible")
    if is_reserved(name) or is_of_bot_or_guest(name):
        raise ValidationError(_("This name is kept for the site. Choose another one."), code="name_reserved")
    taken = TakenName.objects.filter(key__in=keys_of(name))
    if person is not None:
        taken = taken.exclude(user=person)
    if taken.exists():
        raise ValidationError(
            _("Somebody else has this name, or one that looks like it. Choose another one."),
            code="name_taken",
        )
