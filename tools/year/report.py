"""What happened in the year, as readable lines."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from django.db import connection
from django.db.models import Count

from games.models import MoveRecord, Notice, Seat, Table
from tools.year.machine import Mail
from tools.year.members import ZONES
from tools.year.promises import Wrong, mails_at_night, mails_twice, times_out_too_early
from tools.year.visits import Club
from tools.year.watch import Watch

if TYPE_CHECKING:
    from tools.year.run import Plan

SHOWN = 10  # broken promises of each kind to list
PROMISES = (
    "nobody is rung at night", "no time-out within the margin", "no mail comes twice", "no table is stuck",
    "no work fails", "every log leads to its state",
)  # fmt: skip


@dataclass(frozen=True)
class Report:
    """What happened, and which promises were broken."""

    lines: tuple[str, ...]
    wrong: tuple[Wrong, ...]


def report_of(plan: "Plan", club: Club, watch: Watch, posts: list[Mail]) -> Report:
    """The report on a finished year; `posts` are the pushes and webhooks that arrived."""
    mails = club.machine.mails()
    people = {each.user.email: watch.habits(each.user) for each in club.members}
    twice, copies = mails_twice([*mails, *posts], watch.crashes)
    early, spent = times_out_too_early(watch.time_outs)
    wrong = (*mails_at_night([*mails, *posts], people), *early, *twice, *watch.wrong)
    zones = min(plan.people, len(ZONES))
    club_of = f"{plan.people} people in {zones} zones, seed {plan.seed}, on {connection.vendor}"
    lines = (
        f"{plan.weeks} weeks from {plan.start:%Y-%m-%d} of {club_of}",
        *_games(), *_people(club, watch, spent), *_mails(mails, copies), *_posts(posts), *_machine(watch),
        *_promise_lines(wrong),
    )  # fmt: skip
    return Report(lines, wrong)


def _games() -> Iterator[str]:
    states = dict(Table.objects.order_by().values_list("status").annotate(Count("pk")))
    yield _line("games", {**{str(key): number for key, number in states.items()}})
    found = MoveRecord.objects.filter(kind=MoveRecord.Kind.MOVE).order_by().values_list("cause")
    causes = dict(found.annotate(Count("pk")))
    # The logs of games that ended long ago are packed, so the club counts their moves.
    yield _line(
        "moves in logs that are not packed", {str(key) or "by hand": number for key, number in causes.items()}
    )


def _people(club: Club, watch: Watch, spent: int) -> Iterator[str]:
    yield _line("people", dict(sorted(club.did.items())))
    left = Seat.objects.filter(has_left=True).count()
    reasons = Counter(reason for each in watch.time_outs for reason in {*each.steps} - {"clock"})
    yield _line(
        "time-outs",
        {"all": len(watch.time_outs), "of people": len({each.who.name for each in watch.time_outs}),
         "seats lost": left, "with the budget of rest used up": spent},
    )  # fmt: skip
    yield _line("  whose deadlines were moved by", dict(sorted(reasons.items())))


def _mails(mails: list[Mail], copies: int) -> Iterator[str]:
    days = Counter((mail.to, mail.at.date()) for mail in mails)
    most = max(days.values(), default=0)
    yield _line(
        "mails", {"all": len(mails), "most to one person in a day": most, "copies after a crash": copies}
    )
    found = Notice.objects.order_by().values_list("kind", "status").annotate(Count("pk"))
    kinds: dict[str, list[str]] = {}
    for kind, status, number in sorted(found):
        kinds.setdefault(kind, []).append(f"{number} {status}")
    yield _line("  notices that are kept", {kind: " ".join(numbers) for kind, numbers in kinds.items()})


def _posts(posts: list[Mail]) -> Iterator[str]:
    came = Counter(each.subject for each in posts)
    people = {kind: len({each.to for each in posts if each.subject == kind}) for kind in came}
    yield _line(
        "other channels", {kind: f"{count} to {people[kind]} people" for kind, count in sorted(came.items())}
    )


def _machine(watch: Watch) -> Iterator[str]:
    yield _line("crashes", {"all": watch.outages, "killed in the middle of work": len(watch.crashes)})
    yield _line("database", {"MB": round(_size() / 1e6, 1), **_rows()})


def _size() -> int:
    """Size of the database on disk in bytes."""
    if connection.vendor == "sqlite":
        return Path(str(connection.settings_dict["NAME"])).stat().st_size
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return int(cursor.fetchone()[0])


def _rows() -> dict[str, int]:
    return {
        "plies": MoveRecord.objects.count(), "packed logs": Table.objects.filter(is_packed=True).count(),
        "notices": Notice.objects.count(),
    }  # fmt: skip


def _promise_lines(wrong: tuple[Wrong, ...]) -> Iterator[str]:
    broken = Counter(each.promise for each in wrong)
    for promise in PROMISES:
        times = broken[promise]
        yield f"BROKEN {times} times: {promise}" if times else f"kept: {promise}"
        yield from [f"  {each}" for each in wrong if each.promise == promise][:SHOWN]


def _line(name: str, facts: Mapping[str, object]) -> str:
    return f"{name}: {', '.join(f'{key} {value}' for key, value in facts.items()) or 'none'}"
