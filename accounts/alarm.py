"""The mail to people whose password strangers are trying to guess."""

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User

__all__ = ["guesses_tell"]


def guesses_tell(person_id: int) -> None:
    """Mail the person, if the account exists and can log in. Raises any error of the mail backend."""
    user = User.objects.filter(pk=person_id, is_active=True).exclude(email="").first()
    if user is None:
        return
    context = {
        "user": user, "guesses": settings.RATES["wrong-password"][0],
        "password_url": f"{settings.SITE_URL}{reverse('account_change_password')}",
        "second_url": f"{settings.SITE_URL}{reverse('mfa_index')}",
    }  # fmt: skip
    EmailMessage(
        subject=settings.ACCOUNT_EMAIL_SUBJECT_PREFIX + _("Wrong passwords for your account"),
        body=render_to_string("accounts/guesses.txt", context), to=[user.email],
        headers={"Auto-Submitted": "auto-generated"},
    ).send()  # fmt: skip
