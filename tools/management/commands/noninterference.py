"""`manage.py noninterference`: re-deals all hidden information and checks that nobody's pages change."""

import logging
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.models import Table
from games.tables.table_rules import is_playable
from tools.noninterference.compare import Compared, compare_table
from tools.noninterference.times import Timed, compare_times


class Command(BaseCommand):
    """For each reader, compare the responses in the real world and in another that looks the same to that reader."""

    help = "Redeal everything hidden at running tables, for each reader, and report each answer that changes."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the arguments for tables and extent."""
        parser.add_argument("tables", nargs="*", type=int, help="ids; all running tables if none is given")
        parser.add_argument(
            "--brief",
            action="store_true",
            help="only at addresses that depend on a table: a third of the time",
        )
        parser.add_argument(
            "--times", type=int, default=0, help="also time so many requests in each of two worlds, as 2000"
        )
        parser.add_argument(
            "--world", type=int, default=0, help="the number of the deal; another one each night"
        )

    def handle(self, **options: Any) -> None:
        """Print the report; the exit code is 1 if any response differs or is not reproducible."""
        logging.disable(logging.WARNING)  # one line per request would hide the report
        try:
            self._compare(options)
        finally:
            logging.disable(logging.NOTSET)

    def _compare(self, options: dict[str, Any]) -> None:
        tables = Table.objects.filter(status=Table.Status.RUNNING).order_by("pk")
        if options["tables"]:
            tables = tables.filter(pk__in=options["tables"])
        found = list(tables.iterator(chunk_size=10))
        wrong = sum(self._report(table, options["world"], whole=not options["brief"]) for table in found)
        if options["times"]:
            wrong += sum(self._time(table, options["times"], options["world"]) for table in found)
        if wrong:
            raise CommandError(f"{wrong} answers tell something of what is hidden, or cannot be compared")

    def _report(self, table: Table, world: int, *, whole: bool) -> int:
        if not is_playable(table):
            self.stdout.write(f"{table}: not compared, its rules are not played here")
            return 0
        found = compare_table(table, world, whole=whole)
        for each in found:
            self.stdout.write(f"{table}, ply {table.ply}, {_summary(each)}")
            for difference in each.differences:
                self.stdout.write(f"  {difference}")
        self.stdout.write(f"  not opened: {', '.join(found[-1].unfilled)}")
        return sum(len(each.differences) for each in found)

    def _time(self, table: Table, requests: int, world: int) -> int:
        if not is_playable(table):
            return 0
        timed = compare_times(table, requests, world)
        for each in timed:
            self.stdout.write(f"{table}, ply {table.ply}, {_times(each)}")
        return sum(each.tells for each in timed)


def _times(timed: Timed) -> str:
    one, other = (f"{seconds * 1000:.2f} ms" for seconds in timed.medians)
    word = "the times tell" if timed.tells else "no difference"
    counted = f"{timed.requests} requests each way, {one} and {other}"
    return f"{timed.reader}: {timed.what}: {counted}, p {timed.p:.4f}: {word}"


def _summary(compared: Compared) -> str:
    same = "" if compared.dealt.is_other else "; nothing hidden in its state"
    told = f"; {compared.dealt.told} secrets told by now" if compared.dealt.told else ""
    pages = f"{compared.answers - len(compared.told)} addresses, {compared.opened} opened"
    other = f"{len(compared.told)} answers to posts, messages and frames"
    shown = f"; after {compared.shown} the rules themselves show something else" if compared.shown else ""
    return f"{compared.reader}: {pages}, {other}, {len(compared.differences)} differ{same}{told}{shown}"
