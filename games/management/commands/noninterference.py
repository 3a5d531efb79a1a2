"""`manage.py noninterference`: deal everything hidden anew, and see whether anybody's pages change."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.models import Table
from games.tables.table_rules import is_playable
from games.web.noninterference.compare import Compared, compare_table


class Command(BaseCommand):
    """Compare what each reader gets in the true world and in another that the reader cannot tell from it."""

    help = "Deal everything hidden anew at running tables, for each reader, and report every answer that changes."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which tables."""
        parser.add_argument("tables", nargs="*", type=int, help="ids; all running tables if none is given")
        parser.add_argument(
            "--world", type=int, default=0, help="the number of the deal; another one each night"
        )

    def handle(self, **options: Any) -> None:
        """Print the report; the exit code is 1 if any answer differs or changes by itself."""
        tables = Table.objects.filter(status=Table.Status.RUNNING).order_by("pk")
        if options["tables"]:
            tables = tables.filter(pk__in=options["tables"])
        wrong = sum(self._report(table, options["world"]) for table in tables.iterator(chunk_size=10))
        if wrong:
            raise CommandError(f"{wrong} answers tell something of what is hidden, or cannot be compared")

    def _report(self, table: Table, world: int) -> int:
        if not is_playable(table):
            self.stdout.write(f"{table}: not compared, its rules are not played here")
            return 0
        found = compare_table(table, world)
        for each in found:
            self.stdout.write(f"{table}, ply {table.ply}, {_summary(each)}")
            for difference in each.differences:
                self.stdout.write(f"  {difference}")
        self.stdout.write(f"  not opened: {', '.join(found[-1].unfilled)}")
        return sum(len(each.differences) for each in found)


def _summary(compared: Compared) -> str:
    same = "" if compared.dealt.is_other else "; nothing hidden in its state"
    told = f"; {compared.dealt.told} secrets told by now" if compared.dealt.told else ""
    counted = f"{compared.answers} addresses, {compared.opened} opened, {len(compared.differences)} differ"
    return f"{compared.reader}: {counted}{same}{told}"
