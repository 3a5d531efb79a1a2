"""Counts of each person's games by year: added at the end of a game, subtracted if it resumes."""

from collections.abc import Iterable
from typing import Literal

from accounts.models import User
from games.models import Seat, Table, YearCount


def year_count(table: Table, seats: Iterable[Seat], sign: Literal[1, -1] = 1) -> None:
    """Count a game that just ended for its players with accounts, in the transaction of its end; -1: it resumes."""
    ranks = {seat.user_id: seat.rank for seat in seats if seat.user and seat.user.kind == User.Kind.PERSON}
    if table.finished_at is None or table.is_continued or not ranks:
        return
    place = {"year": table.finished_at.year, "title": table.title}
    YearCount.objects.bulk_create(
        [YearCount(user_id=person, **place) for person in sorted(filter(None, ranks))], ignore_conflicts=True
    )
    rows = list(YearCount.objects.filter(user__in=ranks, **place).order_by("user").select_for_update())
    for row in rows:
        if table.has_bots:
            row.with_bots += sign
        else:
            row.games += sign
            row.wins += sign * (ranks[row.user_id] == 1)
    YearCount.objects.bulk_update(rows, ["games", "wins", "with_bots"])


def years_move(account: User, heir: User) -> None:
    """Add an account's counts to those of the account it is merged into."""
    for old in YearCount.objects.filter(user=account):
        row, _is_new = YearCount.objects.get_or_create(user=heir, year=old.year, title=old.title)
        row.games, row.wins = row.games + old.games, row.wins + old.wins
        row.with_bots += old.with_bots
        row.save()
    YearCount.objects.filter(user=account).delete()
