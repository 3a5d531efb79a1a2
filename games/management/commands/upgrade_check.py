"""`manage.py upgrade_check`: reports what this release does to running tables, before the database is migrated."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.days.deadlines import rules_hold_update
from games.tables.table_rules import UpgradeOutcome, tables_of, upgrade_outcomes

SOME = 100  # tables per batch
SHOWN = 20  # table ids printed per line, unless --all is given


class Command(BaseCommand):
    """Report what happens to running tables. With --apply, stop those that cannot be played and resume the others."""

    help = "Show what this release does to active tables. Run it before `migrate`, and with --apply after it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments that allow stops and apply them."""
        parser.add_argument(
            "--allow-stops", action="store_true", help="exit with 0 even if tables will be stopped"
        )
        parser.add_argument("--all", action="store_true", help=f"name all tables, not only {SHOWN} of a line")
        parser.add_argument(
            "--apply", action="store_true", help="stop or resume tables now; needs a migrated database"
        )

    def handle(self, *, allow_stops: bool, apply: bool, verbosity: int = 1, **options: Any) -> None:
        """Print the tables of each title and rules version; exit with 1 if any would be stopped."""
        found = list(upgrade_outcomes())
        for outcome in found:
            if outcome.what != "played" or verbosity:
                self.stdout.write(_line(outcome, every=options["all"]))
            if apply:
                self._apply(outcome)
        stopped = sum(outcome.count for outcome in found if outcome.what != "played")
        if stopped and not (allow_stops or apply):
            raise CommandError(
                f"{stopped} active tables would be stopped. To upgrade anyway, use --allow-stops, or set "
                "UPGRADE_CHECK=--allow-stops in a deployment"
            )
        if not found and verbosity:
            self.stdout.write("no active tables")

    def _apply(self, outcome: UpgradeOutcome) -> None:
        after, count = 0, 0
        while some := tables_of(outcome, after, SOME):
            for table_id in some:
                count += rules_hold_update(table_id)
            after = some[-1]
        if count:
            self.stdout.write(f"  {count} of them were stopped or resumed")


def _line(outcome: UpgradeOutcome, *, every: bool) -> str:
    named = tables_of(outcome, 0, outcome.count if every else SHOWN)
    more = f" and {outcome.count - len(named)} more, to {outcome.last}" if outcome.count > len(named) else ""
    word = "table" if outcome.count == 1 else f"{outcome.count} tables"
    return f"{outcome.what}: {outcome.title}, {word} {', '.join(map(str, named))}{more}: {outcome.why}"
