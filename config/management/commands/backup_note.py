"""`manage.py backup_note`: note that a backup was made, or with `--failed` that none could be; for units and cron."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from games.upkeep.heartbeats import last_time_fail, last_time_note


class Command(BaseCommand):
    """From the first note on, a night without another one is late, as /readyz and a mail to ADMINS say."""

    help = "Note that a backup was made; a night without one is told to operators from then on."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """How the backup ended."""
        parser.add_argument("--failed", action="store_true", help="no backup could be made")

    def handle(self, *args: Any, **options: Any) -> None:
        """Note it."""
        if options["failed"]:
            last_time_fail("backup", timezone.now())
        else:
            last_time_note("backup", timezone.now(), may_fail=True)
