"""The puzzles that a reader has tried and found, the reader's streak, and how many people found each puzzle.

Accounts are stored in the database, one row for each tried puzzle. For other readers the session stores the same, and
logging in adds it to the account. For each puzzle, one row counts how many people tried and found it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, TypeAlias

from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.db.models import F

from accounts.models import Reader, User
from games.models import PuzzleCount, PuzzleStreak, PuzzleTry
from games.puzzles.catalog import PuzzleEntry, catalog_of

Name: TypeAlias = tuple[str, str]  # title and key of a puzzle

_TRIED, _STREAK = "puzzles_tried", "puzzles_streak"  # session keys


@dataclass(frozen=True)
class PuzzleProgress:
    """What a reader knows about a puzzle that they have tried."""

    is_found: bool = False
    shown_on: date | None = None  # the last day on which the answer was shown

    def after(self, *, found: bool, shown: date | None) -> "PuzzleProgress":
        """The progress after the reader finds the move, sees the answer on a day, or does neither."""
        days = (day for day in (self.shown_on, shown) if day is not None)
        return PuzzleProgress(self.is_found or found, max(days, default=None))

    def merged_with(self, other: "PuzzleProgress") -> "PuzzleProgress":
        """Combine the progress of one person who tried the puzzle both as a guest and with an account."""
        return self.after(found=other.is_found, shown=other.shown_on)


@dataclass(frozen=True)
class Streak:
    """Consecutive days on which the reader found the puzzle of the day."""

    day: date  # the latest day
    days: int = 1
    best: int = 1

    def on(self, day: date) -> int:
        """The length of the streak on this day. The day's own puzzle may still be unsolved."""
        return self.days if self.day >= day - timedelta(days=1) else 0

    def after(self, day: date) -> "Streak":
        """The streak after solving the puzzle of this day."""
        if day <= self.day:
            return self
        days = self.on(day) + 1
        return Streak(day, days, max(days, self.best))

    @property
    def start(self) -> date:
        """The first day of the streak."""
        return self.day - timedelta(days=self.days - 1)

    def merged_with(self, other: "Streak") -> "Streak":
        """Combine two streaks of one person: join them if they overlap or touch, otherwise keep the later one."""
        early, late = sorted((self, other), key=lambda streak: streak.day)
        is_one = late.start <= early.day + timedelta(days=1)
        start = min(early.start, late.start) if is_one else late.start
        days = (late.day - start).days + 1
        return Streak(late.day, days, max(early.best, late.best, days))


def progress_in(session: SessionBase) -> Mapping[Name, PuzzleProgress]:
    """All puzzles that were tried in this session."""
    stored: dict[str, dict[str, list[Any]]] = session.get(_TRIED, {})
    return {
        (slug, key): PuzzleProgress(bool(is_found), date.fromisoformat(shown) if shown else None)
        for slug, tried in stored.items()
        for key, (is_found, shown) in tried.items()
    }


def progress_store(session: SessionBase, name: Name, progress: PuzzleProgress) -> None:
    """Store the progress with a puzzle in the session."""
    slug, key = name
    stored: dict[str, dict[str, list[Any]]] = session.get(_TRIED, {})
    shown = progress.shown_on.isoformat() if progress.shown_on else ""
    session[_TRIED] = {**stored, slug: {**stored.get(slug, {}), key: [int(progress.is_found), shown]}}


def streak_in(session: SessionBase) -> Streak | None:
    """The streak of this session; None before the first day."""
    stored: list[Any] | None = session.get(_STREAK)
    return None if stored is None else Streak(date.fromisoformat(stored[0]), stored[1], stored[2])


def streak_store(session: SessionBase, streak: Streak) -> None:
    """Store the streak in the session."""
    session[_STREAK] = [streak.day.isoformat(), streak.days, streak.best]


def session_clear(session: SessionBase) -> None:
    """Remove puzzles and streak from the session, because the account has them now."""
    session.pop(_TRIED, None)
    session.pop(_STREAK, None)


History: TypeAlias = tuple[Mapping[Name, PuzzleProgress], Streak | None]  # all of one person or session


def progress_by_name(user: Reader, session: SessionBase) -> Mapping[Name, PuzzleProgress]:
    """What the reader has tried. Runs one query for a logged-in reader, otherwise none."""
    return _tried_by(user) if isinstance(user, User) else progress_in(session)


def _tried_by(user: User) -> Mapping[Name, PuzzleProgress]:
    rows = PuzzleTry.objects.filter(user=user)
    return {(row.title, row.key): _progress(row) for row in rows}


def progress_of(user: Reader, session: SessionBase, entry: PuzzleEntry) -> PuzzleProgress | None:
    """What the reader knows about a puzzle; None if the reader has never tried it."""
    if not isinstance(user, User):
        return progress_in(session).get(entry.result_key)
    slug, key = entry.result_key
    row = PuzzleTry.objects.filter(user=user, title=slug, key=key).first()
    return None if row is None else _progress(row)


def _progress(row: PuzzleTry) -> PuzzleProgress:
    return PuzzleProgress(row.is_found, row.shown_on)


def counts_of(slug: str) -> Mapping[str, tuple[int, int]]:
    """For each of a title's puzzles, by key: how many people tried it, and how many found the move at the first try."""
    rows = PuzzleCount.objects.filter(title=slug).values_list("key", "tried", "found")
    return {key: (tried, found) for key, tried, found in rows}


@transaction.atomic
def puzzle_answered(
    user: Reader, session: SessionBase, entry: PuzzleEntry, *, found: bool, shown: date | None = None
) -> None:
    """Record that the reader made a move, right or wrong, or saw the answer on this day.

    Only the first call for a puzzle counts towards how many people found it.
    """
    if isinstance(user, User):
        is_first = _add(user, entry.result_key, PuzzleProgress(found, shown))
    else:
        before = progress_in(session).get(entry.result_key)
        is_first = before is None
        progress_store(
            session, entry.result_key, (before or PuzzleProgress()).after(found=found, shown=shown)
        )
    if is_first:
        _count(entry, found=found)


def _add(user: User, name: Name, progress: PuzzleProgress) -> bool:
    """Add to what an account knows about a puzzle; returns whether it is the first try."""
    slug, key = name
    defaults = {"is_found": progress.is_found, "shown_on": progress.shown_on}
    rows = PuzzleTry.objects.select_for_update()
    row, is_first = rows.get_or_create(user=user, title=slug, key=key, defaults=defaults)
    after = _progress(row).merged_with(progress)
    if after != _progress(row):
        row.is_found, row.shown_on = after.is_found, after.shown_on
        row.save(update_fields=["is_found", "shown_on"])
    return is_first


def _count(entry: PuzzleEntry, *, found: bool) -> None:
    slug, key = entry.result_key
    PuzzleCount.objects.get_or_create(title=slug, key=key)
    PuzzleCount.objects.filter(title=slug, key=key).update(
        tried=F("tried") + 1, found=F("found") + int(found)
    )


def streak_of(user: Reader, session: SessionBase) -> Streak | None:
    """The reader's streak; None before the first day."""
    return _streak_of(user) if isinstance(user, User) else streak_in(session)


def _streak_of(user: User) -> Streak | None:
    row = PuzzleStreak.objects.filter(user=user).first()
    return None if row is None else Streak(row.day, row.days, row.best)


@transaction.atomic
def streak_day(user: Reader, session: SessionBase, day: date) -> None:
    """Record that the reader solved the puzzle of this day."""
    if isinstance(user, User):
        row, is_new = PuzzleStreak.objects.select_for_update().get_or_create(user=user, defaults={"day": day})
        if not is_new:
            _write(row, Streak(row.day, row.days, row.best).after(day))
    else:
        before = streak_in(session)
        streak_store(session, before.after(day) if before else Streak(day))


def _write(row: PuzzleStreak, streak: Streak) -> None:
    row.day, row.days, row.best = streak.day, streak.days, streak.best
    row.save(update_fields=["day", "days", "best"])


def puzzles_of(user: User) -> History:
    """All puzzles that an account has tried, and its streak."""
    return _tried_by(user), _streak_of(user)


def puzzles_in(session: SessionBase) -> History:
    """All puzzles tried in a session that still exist, and its streak."""
    tried = progress_in(session)
    names = {entry.result_key for slug in {slug for slug, _key in tried} for entry in catalog_of(slug)}
    return {name: progress for name, progress in tried.items() if name in names}, streak_in(session)


def puzzles_save(user: User, session: SessionBase) -> None:
    """Add what was tried before the log-in to the account. It was already counted when it was tried."""
    puzzles_add(user, *puzzles_in(session))
    session_clear(session)


@transaction.atomic
def puzzles_add(user: User, tried: Mapping[Name, PuzzleProgress], streak: Streak | None) -> None:
    """Add these puzzles and this streak to an account, in a fixed number of queries."""
    if tried:
        _add_all(user, tried)
    if streak is not None:
        defaults = {"day": streak.day, "days": streak.days, "best": streak.best}
        row, is_new = PuzzleStreak.objects.select_for_update().get_or_create(user=user, defaults=defaults)
        if not is_new:
            _write(row, Streak(row.day, row.days, row.best).merged_with(streak))


def _add_all(user: User, tried: Mapping[Name, PuzzleProgress]) -> None:
    """Add puzzles to an account. Rows are created and locked in a fixed order, to avoid deadlocks between log-ins."""
    new = [
        PuzzleTry(user=user, title=slug, key=key, is_found=progress.is_found, shown_on=progress.shown_on)
        for (slug, key), progress in sorted(tried.items(), key=lambda item: item[0])
    ]
    PuzzleTry.objects.bulk_create(new, ignore_conflicts=True)  # existing rows are updated below
    rows = PuzzleTry.objects.select_for_update().filter(user=user, key__in={key for _slug, key in tried})
    changed = []
    for row in rows.order_by("title", "key"):
        after = _progress(row).merged_with(tried.get((row.title, row.key), PuzzleProgress()))
        if after != _progress(row):
            row.is_found, row.shown_on = after.is_found, after.shown_on
            changed.append(row)
    PuzzleTry.objects.bulk_update(changed, ["is_found", "shown_on"])
