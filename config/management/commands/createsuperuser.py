"""Django's command, which also prints how the first administrator can log in before mail works."""

from typing import Any

from django.contrib.auth.management.commands.createsuperuser import Command as DjangoCommand

from accounts.links import absolute
from accounts.login import GOOD_FOR, first_code
from accounts.models import User

_WORDS = """
At the first log-in, we email a code to {email}. If it doesn't arrive, use this code once within {hours} hours:

    {code}

1. Log in at {login} with the user name and password.
2. Enter the code. You can ignore a message that the email couldn't be sent.
3. Set up a second factor at {factor} and save the recovery codes.
4. Open the admin at {admin}
"""


class Command(DjangoCommand):
    """Create a superuser, and print a one-time code that replaces the email of the first log-in."""

    help = "Create the first administrator and print a one-time code for the first log-in."

    def handle(self, *args: Any, **options: Any) -> None:
        """Create the account as Django does, then print its code."""
        latest = User.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
        super().handle(*args, **options)
        made = User.objects.filter(pk__gt=latest, is_superuser=True).order_by("-pk").first()
        if made is None or options["verbosity"] < 1:
            return
        if not (made.email and made.has_usable_password()):
            self.stderr.write("The account needs an email address and a password, or nobody can log in.")
            return
        self.stdout.write(_instructions(made))


def _instructions(user: User) -> str:
    return _WORDS.format(
        email=user.email, hours=int(GOOD_FOR.total_seconds() // 3600), code=first_code(user),
        login=absolute("account_login"), factor=absolute("mfa_index"), admin=absolute("admin:index"),
    )  # fmt: skip
