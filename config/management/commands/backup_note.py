"""`manage.py backup_note`: records a backup, or with `--failed` a failed one; for systemd units and cron."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from games.upkeep.heartbeats import last_time_fail, last_time_note


class Command(BaseCommand):
    """Record a backup. After the first one, /readyz and an email to ADMINS report a day without any."""

    help = "Record that a backup was made. From then on, operators get an alarm after a night without one."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the argument for a failed backup."""
        parser.add_argument("--failed", action="store_true", help="could not make a backup")

    def handle(self, *args: Any, **options: Any) -> None:
        """Record the backup or its failure."""
        if options["failed"]:
            last_time_fail("backup", timezone.now())
        else:
            last_time_note("backup", timezone.now(), may_fail=True)
