"""Notes for beginners at the table: who sees them, and for how long.

Players see them in their first two games of a title, until they turn them off. A player's own choice, on or off,
stays valid for the title (`LessonProgress.notes`).
"""

from collections.abc import Iterable, Mapping, Sequence

from django.db import transaction
from django.db.models import OuterRef, Subquery

from accounts.models import User
from games.models import LessonProgress, Seat, Table

GAMES = 2  # of a title, in which a player is a beginner


def notes_begin(table: Table, seats: Sequence[Seat]) -> None:
    """Decide for these seats whether they show notes, without saving; one query."""
    people = {seat.user_id for seat in seats if seat.user is not None and not seat.user.is_bot}
    new = {user: _is_new(chosen, before) for user, chosen, before in _asked(table, people)}
    for seat in seats:
        seat.has_notes = seat.user_id is not None and new.get(seat.user_id, False)


def _is_new(chosen: bool | None, before: int | None) -> bool:
    return before is None if chosen is None else chosen


def _asked(table: Table, people: Iterable[int | None]) -> Iterable[tuple[int, bool | None, int | None]]:
    """The people, each with their own choice and their last seat but one in a game of the title."""
    chosen = LessonProgress.objects.filter(user=OuterRef("pk"), title=table.title)
    before = Seat.objects.filter(user=OuterRef("pk"), table__title=table.title, place__isnull=False)
    before = before.exclude(table=table).order_by("-table")
    rows = User.objects.filter(pk__in=[pk for pk in people if pk is not None]).annotate(
        chosen=Subquery(chosen.values("notes")[:1]), before=Subquery(before.values("pk")[GAMES - 1 : GAMES])
    )
    return rows.values_list("pk", "chosen", "before")


@transaction.atomic
def notes_set(user: User, title: str, *, is_on: bool) -> None:
    """Turn the notes of a title on or off, at the player's running tables and all later ones."""
    LessonProgress.objects.update_or_create(user=user, title=title, defaults={"notes": is_on})
    Seat.objects.filter(user=user, table__title=title, is_live=True).update(has_notes=is_on)


def notes_of(user: User) -> Mapping[str, bool]:
    """The user's own choices of notes, by title."""
    chosen = LessonProgress.objects.filter(user=user).values_list("title", "notes")
    return {title: is_on for title, is_on in chosen if is_on is not None}


@transaction.atomic
def notes_add(user: User, chosen: Mapping[str, bool]) -> None:
    """Copy a guest's choices of notes to an account, for titles where the account has no choice yet."""
    for title in chosen.keys() - notes_of(user).keys():
        notes_set(user, title, is_on=chosen[title])
