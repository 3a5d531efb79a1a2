"""`manage.py replay_check`: check that the log of each running table leads to its snapshot under today's rules."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.tables.replay_check import differences


class Command(BaseCommand):
    """Replay every running table and report each that differs. Nothing is changed."""

    help = "Replay the log of every running table on today's rules and report each that differs."

    def handle(self, **options: Any) -> None:
        """Print the differences; the exit code is 1 if any table differs."""
        count = 0
        for found in differences():
            count += 1
            self.stdout.write(
                f"table {found.table_id} ({found.title}, rules {found.rules_version}): {found.why}"
            )
        if count:
            raise CommandError(
                f"{count} running tables differ from their logs; their snapshots stay in force"
            )
        self.stdout.write("every running table agrees with its log")
