"""`manage.py replay_check`: replays each running table's log under the current rules, and compares its snapshot."""

from argparse import ArgumentParser
from math import inf
from time import monotonic
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import Table
from games.tables.past import Difference, difference_of


class Command(BaseCommand):
    """Replay every running table and report those that differ. Changes nothing."""

    help = "Replay the log of every active table with the current code, and report differences."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments that a deployment needs."""
        parser.add_argument("--tell", action="store_true", help="exit with 0 even if tables differ")
        parser.add_argument(
            "--seconds", type=float, default=inf, help="stop after this time; the oldest tables come first"
        )

    def handle(self, *, tell: bool, seconds: float, verbosity: int = 1, **options: Any) -> None:
        """Print the differences; the exit code is 1 if any table differs, unless `tell` is set."""
        until, checked, count = monotonic() + seconds, 0, 0
        tables = Table.objects.filter(status=Table.Status.RUNNING).order_by("pk")
        for table in tables.iterator(chunk_size=100):
            if monotonic() > until:
                self.stdout.write(f"{tables.count() - checked} active tables were not replayed in time")
                break
            checked += 1
            if found := difference_of(table):
                count += 1
                self.stdout.write(_line(found))
        self._conclude(checked, count, tell=tell, verbosity=verbosity)

    def _conclude(self, checked: int, count: int, *, tell: bool, verbosity: int) -> None:
        said = f"{count} active tables differ from their logs; they continue from their snapshots"
        if count and not tell:
            raise CommandError(said)
        if count or verbosity:
            agree = f"all {checked} active tables agree with their logs"
            self.stdout.write(said if count else agree)


def _line(found: Difference) -> str:
    return f"table {found.table_id} ({found.title}, rules {found.rules_version}): {found.why}"
