"""Sums over the finished games of each title: added at the end of a game, subtracted if the game resumes.

Changes from private games are held back until `TOGETHER` of them, no two sharing a player, can be applied at once.
So nobody can derive a single game from the sums before and after, not even a player of most of those games.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any, TypeAlias

from django.db.models import F

from games.engine.presenter import Amounts
from games.models import CountedGame, Departure, Seat, Table, TitleCount

TOGETHER = 5  # private games without common players
LATEST = 50  # waiting games that are checked and added when one game ends
_Row: TypeAlias = Sequence[Any]  # group, key, times, total
_PRIVATE = TitleCount.Audience.PRIVATE


def game_add(table: Table, audience: str, amounts: Amounts) -> None:
    """Add the amounts of a game that just ended, in the transaction of its end. A repeated call adds nothing."""
    rows = [[group, key, times, total] for (group, key), (times, total) in sorted(amounts.items())]
    is_private = audience == _PRIVATE
    told = {"waiting": rows} if is_private else {"amounts": rows}
    _lock_if_private(table, audience)
    found, is_new = CountedGame.objects.get_or_create(table=table, defaults={"audience": audience, **told})
    if is_new and not is_private:
        _add(table.title, audience, rows, 1)
    elif not is_new and found.waiting == []:  # the game resumed, was to be subtracted, and has ended again
        found.waiting = None if rows == found.amounts else rows
        found.save(update_fields=["waiting"])
    if found.audience == _PRIVATE:
        _apply_waiting(table.title)


def game_subtract(table: Table) -> None:
    """Subtract a game's amounts, in the transaction that resumes it; do nothing if it was not counted."""
    _lock_if_private(table)
    found = CountedGame.objects.filter(table=table).first()
    if found is None:
        return
    if found.audience != _PRIVATE:
        found.delete()
        _add(table.title, found.audience, found.amounts, -1)
    elif not found.amounts:
        found.delete()  # it is in no sum yet
    else:
        found.waiting = []
        found.save(update_fields=["waiting"])
        _apply_waiting(table.title)


def _lock_if_private(table: Table, audience: str = "") -> None:
    """Lock the sums before reading the row of a private game, which the end of another game could change."""
    if audience == _PRIVATE or CountedGame.objects.filter(table=table, audience=_PRIVATE).exists():
        _lock(table.title, _PRIVATE)


def _apply_waiting(title: str) -> None:
    """Apply the waiting private games to the locked sums of their title, if there are enough of them."""
    waiting = CountedGame.objects.filter(audience=_PRIVATE, waiting__isnull=False, table__title=title)
    found = list(waiting.order_by("-pk")[:LATEST])
    if len(found) < TOGETHER or _count_disjoint([each.pk for each in found]) < TOGETHER:
        return
    _add(title, _PRIVATE, _changes(found), 1)
    CountedGame.objects.filter(pk__in=[each.pk for each in found if not each.waiting]).delete()
    CountedGame.objects.filter(pk__in=[each.pk for each in found]).update(amounts=F("waiting"), waiting=None)


def _count_disjoint(tables: Sequence[int]) -> int:
    """How many of these tables we could find that share no player; not always the maximum."""
    people = defaultdict[int, set[int]](set)
    for model in (Seat, Departure):
        rows = model._default_manager.filter(table__in=tables, user__isnull=False)
        for table, user in rows.values_list("table", "user"):
            people[table].add(user)
    count, met = 0, set[int]()
    for players in sorted(people.values(), key=len):
        if met.isdisjoint(players):
            count, met = count + 1, met | players
    return count


def _changes(found: Iterable[CountedGame]) -> list[_Row]:
    """The total change of the sums by the waiting games."""
    sums = defaultdict[tuple[str, str], list[int]](lambda: [0, 0])
    for sign, rows in chain.from_iterable(((-1, each.amounts), (1, each.waiting or [])) for each in found):
        for group, key, times, total in rows:
            sums[group, key][0] += sign * times
            sums[group, key][1] += sign * total
    return [[*name, *amount] for name, amount in sums.items() if any(amount)]


def _lock(title: str, audience: str) -> None:
    """Lock one row in place of all sums, so that two games that end at once change them one after the other."""
    sums = TitleCount.objects.filter(title=title, audience=audience)
    TitleCount.objects.get_or_create(title=title, audience=audience, group="", key="")
    sums.select_for_update().get(group="", key="")


def _add(title: str, audience: str, rows: Iterable[_Row], sign: int) -> None:
    sums = TitleCount.objects.filter(title=title, audience=audience)
    _lock(title, audience)
    found = {(each.group, each.key): each for each in sums}
    met = set[tuple[str, str]]()
    new = []
    for group, key, times, total in rows:
        row = found.get((group, key))
        if row is None:
            row = TitleCount(title=title, audience=audience, group=group, key=key)
            new.append(row)
        met.add((group, key))
        row.times += sign * times
        row.total += sign * total
    TitleCount.objects.bulk_create(new)
    changed = [row for name, row in found.items() if name in met]
    TitleCount.objects.bulk_update(changed, ["times", "total"], batch_size=100)
