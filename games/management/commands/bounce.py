"""`manage.py bounce`: reads a returned email from standard input, for a mail server's alias."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from games.notices.delivery.bounce import bounce_take


class Command(BaseCommand):
    """Record a returned email. Emails are returned to the alias if BOUNCE_EMAIL names it."""

    help = "Read a bounced email from standard input, and retry its notices later."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print whether the email was ours. Never fails, because the mail server would return the returned email."""
        was_ours = bounce_take(sys.stdin.buffer.read())
        self.stdout.write("noted\n" if was_ours else "not a bounce of one of our emails\n")
