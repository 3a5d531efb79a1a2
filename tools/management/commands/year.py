"""`manage.py year`: simulates a club's year, and checks the site's promises about time and emails."""

from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser


class Command(BaseCommand):
    """Simulate a year on a separate database, and report on deadlines, mails and people."""

    help = "Play a simulated year of a club on a database of its own; exits with 1 if a promise was broken."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the arguments for the club's size and its year."""
        parser.add_argument("--people", type=int, default=40)
        parser.add_argument("--games", type=int, default=600)
        parser.add_argument("--weeks", type=int, default=52)
        parser.add_argument("--seed", type=int, default=1, help="the same people, plans and crashes again")
        parser.add_argument(
            "--start",
            default="2027-01-04",
            help="the first day, as 2027-03-01: spring and autumn have other traps",
        )

    def handle(self, **options: Any) -> None:
        """Simulate the year and print the report."""
        if settings.REDIS_URL:
            raise CommandError("Run it without REDIS_URL, or the pages of the real site would be nudged")
        try:
            from tools.year.run import Plan, year  # noqa: PLC0415  # needs what only developers install
        except ModuleNotFoundError as error:
            raise CommandError(
                f"It needs {error.name}: install requirements/dev.txt, as `make check` does"
            ) from error
        plan = Plan(
            people=options["people"], games=options["games"], weeks=options["weeks"], seed=options["seed"],
            start=_day(options["start"]),
        )  # fmt: skip
        report = year(plan, tell=self.stderr.write if options["verbosity"] > 1 else lambda line: None)
        for line in report.lines:
            self.stdout.write(line)
        if report.wrong:
            raise CommandError(f"{len(report.wrong)} promises were broken")


def _day(text: str) -> datetime:
    try:
        return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError as error:
        raise CommandError(f"Expected a day as 2027-01-04, but got {text}") from error
