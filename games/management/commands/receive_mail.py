"""`manage.py receive_mail`: reads an email from standard input, for a mail server's alias."""

import logging
import os
import sys
from typing import Any

from django.core.management.base import BaseCommand

from games.notices.inbox import mail_take

log = logging.getLogger(__name__)


class Command(BaseCommand):
    """Take a bounce or a reply. Emails arrive at the alias if BOUNCE_EMAIL or INBOX_ADDRESS names it."""

    help = "Read a bounced email, or a reply for a table's chat, from standard input."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print whether the email was ours. The exit status of a failure makes the mail server try again."""
        try:
            was_ours = mail_take(sys.stdin.buffer.read())
        except Exception:
            log.exception("the email was not taken")
            sys.exit(os.EX_TEMPFAIL)
        self.stdout.write("taken\n" if was_ours else "neither a bounce nor a reply\n")
