"""`manage.py bounce`: take a returned mail from standard input, as a mail server's alias pipes it."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from games.notices.delivery.bounce import bounce_take


class Command(BaseCommand):
    """Note that a mail was returned. Set BOUNCE_EMAIL to the alias, and mails are returned to it."""

    help = "Read a returned mail from standard input, and try what it told again later."

    def handle(self, *args: Any, **options: Any) -> None:
        """Say what it was; never fail, or the mail server would return the return."""
        was_ours = bounce_take(sys.stdin.buffer.read())
        self.stdout.write("noted\n" if was_ours else "not about a mail of ours\n")
