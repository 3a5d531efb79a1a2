"""What the site remembers about a player at tables: how far they have seen the log, and their notes for beginners."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import OuterRef, Subquery
from django.utils import timezone

from accounts.models import Reader, User
from games.models import Departure, LessonProgress, Seat, Table
from games.pages.read_only import writing_if_possible

APART = timedelta(minutes=30)  # between two views of a visit, at most
FRESH = timedelta(minutes=5)  # the time of a view is not saved again within this time


def visit_record(user: Reader, table: Table, mine: Seat | None) -> None:
    """Record that the reader, a current or former player of the table, has seen it up to its latest ply."""
    found = _place_of(user, table, mine)
    last, now = table.ply - 1, timezone.now()
    if found is None or (found.seen_ply == last and _is_fresh(found, now)):
        return
    before = found.seen_ply if _is_over(found, now) else found.visit_ply
    _write(found, user, seen_ply=last, seen_at=now, visit_ply=before)


def visit_continue(user: Reader, table: Table, mine: Seat | None) -> int | None:
    """The last ply that the reader saw before this visit or made since; None without a seat. Extends the visit."""
    found, now = _place_of(user, table, mine), timezone.now()
    if found is None:
        return None
    is_over = _is_over(found, now)
    if not is_over and not _is_fresh(found, now):
        _write(found, user, seen_at=now)
    seen = found.seen_ply if is_over else found.visit_ply
    return seen if mine is None else max(seen, mine.acted_ply)


def visits_erase(account: User) -> None:
    """Delete the times at which the person viewed tables."""
    for model in (Seat, Departure):
        rows = model._default_manager.filter(user=account, seen_at__isnull=False)
        rows.update(seen_ply=-1, seen_at=None, visit_ply=-1)


def _place_of(user: Reader, table: Table, mine: Seat | None) -> Seat | Departure | None:
    if mine is not None or not user.is_authenticated:
        return mine
    return Departure.objects.filter(table=table, user=user).first()


def _is_over(found: Seat | Departure, now: datetime) -> bool:
    """Whether the visit of the latest view is over."""
    return found.seen_at is None or now - found.seen_at >= APART


def _is_fresh(found: Seat | Departure, now: datetime) -> bool:
    """Whether the latest view was saved recently."""
    return found.seen_at is not None and now - found.seen_at < FRESH


def _write(found: Seat | Departure, user: Reader, **columns: int | datetime) -> None:
    """Write without the table's lock: no move writes these columns. A seat that somebody else has now isn't changed."""
    row = type(found)._default_manager.filter(pk=found.pk, user=user.pk)
    with writing_if_possible():
        row.update(**columns)


BEGINNER_GAMES = 2  # a player's first games of a title, in which notes are shown


def notes_begin(table: Table, seats: Sequence[Seat]) -> None:
    """Decide for these seats whether they show notes, without saving; one query."""
    people = {seat.user_id for seat in seats if seat.user is not None and not seat.user.is_bot}
    new = {
        user: before is None if chosen is None else chosen
        for user, chosen, before in _notes_choices(table, people)
    }
    for seat in seats:
        seat.has_notes = seat.user_id is not None and new.get(seat.user_id, False)


def _notes_choices(
    table: Table, people: Iterable[int | None]
) -> Iterable[tuple[int, bool | None, int | None]]:
    """The people, each with their own choice, and with their second-latest seat in a game of the title."""
    chosen = LessonProgress.objects.filter(user=OuterRef("pk"), title=table.title)
    before = Seat.objects.filter(user=OuterRef("pk"), table__title=table.title, place__isnull=False)
    before = before.exclude(table=table).order_by("-table")
    rows = User.objects.filter(pk__in=[pk for pk in people if pk is not None]).annotate(
        chosen=Subquery(chosen.values("notes")[:1]),
        before=Subquery(before.values("pk")[BEGINNER_GAMES - 1 : BEGINNER_GAMES]),
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
