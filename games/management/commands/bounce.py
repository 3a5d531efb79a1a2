"""`manage.py bounce`: read a returned mail from standard input, for an alias of a mail server."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from games.notices.delivery.bounce import bounce_take


class Command(BaseCommand):
    """Note that a mail was returned. With BOUNCE_EMAIL set to the alias, mails are returned to it."""

    help = "Read a returned mail from standard input, and try what it told again later."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print whether it was ours. Never fails, or the mail server would return the returned mail."""
        was_ours = bounce_take(sys.stdin.buffer.read())
        self.stdout.write("noted\n" if was_ours else "not about a mail of ours\n")
