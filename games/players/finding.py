"""Finding people to play with: who searches for the same game is seated at a new table.

People with near ratings are seated first. The longer somebody waits, the further the ratings may be apart.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from statistics import median

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.errors import MalformedInput, NotAllowed, NotPossible
from games.models import Block, Rating, Search, Table
from games.models.ratings import MU, SCALE
from games.tables.forms import PaceForm
from games.tables.lobby import seat_give, table_create
from games.tables.unit_of_work import lock_table
from games.titles import TITLES

SEARCHES = 5  # by one person at a time
AMONG = 100  # oldest searches for the same game that are compared
AGAIN = timedelta(minutes=5)  # between two tries
ENDS = timedelta(days=14)  # then a search ends without a table
NEAR, PER_HOUR = 150, 100  # points of rating between two people: at once, and more for each hour of waiting
SAMPLE = 21  # latest searches from which the usual wait is computed


def searches_of(user: User) -> list[Search]:
    """The user's unfinished searches, oldest first."""
    return list(Search.objects.filter(user=user, next_at__isnull=False, title__in=TITLES).order_by("pk"))


def usual_wait(title: str) -> timedelta | None:
    """How long the middle one of the latest searches for a title took; None if there were none."""
    rows = Search.objects.filter(title=title, waited__isnull=False).order_by("-pk")
    waits = [seconds for seconds in rows.values_list("waited", flat=True)[:SAMPLE] if seconds is not None]
    return timedelta(seconds=median(waits)) if waits else None


@transaction.atomic
def search_make(user: User, *, title: str, seats: int, pace: str, is_rated: bool = False) -> Table | None:
    """Search for people to play with; returns the table if enough of them are searching. Raises a TableError."""
    if title not in TITLES or seats not in TITLES[title].seats or pace not in dict(PaceForm.usual_choices()):
        raise MalformedInput
    if user.is_program:
        raise NotAllowed(_("Bots can't search for players."))
    if user.kind != User.Kind.PERSON:
        raise NotAllowed(_("Sign up to find people to play with."))
    User.objects.select_for_update(no_key=True).get(pk=user.pk)  # one search of a person at a time
    waiting = searches_of(user)
    wanted = {"title": title, "seats": seats, "pace": pace, "is_rated": is_rated}
    if any(all(getattr(each, name) == value for name, value in wanted.items()) for each in waiting):
        raise NotPossible(_("You're already searching for this game."))
    if len(waiting) >= SEARCHES:
        raise NotPossible(_("You can search for five games at a time. Stop one first."))
    return search_try(Search.objects.create(user=user, **wanted).pk)


def search_stop(user: User, search_id: int) -> None:
    """End one of the user's own searches; do nothing if it is over or belongs to somebody else."""
    Search.objects.filter(user=user, pk=search_id, next_at__isnull=False).delete()


def searches_due(now: datetime, *, limit: int = 20) -> list[int]:
    """Searches to try again, the longest due first."""
    due = Search.objects.filter(next_at__lte=now).order_by("next_at")
    return list(due.values_list("pk", flat=True)[:limit])


@transaction.atomic
def search_try(search_id: int) -> Table | None:
    """Seat the person if enough others fit; returns the table. Otherwise try again later, or end an old search.

    Two searches may be made at the same moment without seeing each other: the sweep tries both again.
    """
    now, unlocked = (
        timezone.now(),
        Search.objects.select_for_update(skip_locked=not settings.SQLITE, of=("self",)),
    )
    waiting = unlocked.filter(next_at__isnull=False, user__is_active=True).select_related("user")
    own = waiting.filter(pk=search_id).first()
    if own is None:
        return None
    same = {name: getattr(own, name) for name in ("title", "seats", "pace", "is_rated")}
    others = waiting.filter(**same, made_at__gt=now - ENDS).exclude(user=own.user_id).order_by("pk")[:AMONG]
    group = _group_of(own, list(others), now)
    if len(group) == own.seats:
        return _seat(group, now)
    if own.made_at <= now - ENDS:
        own.delete()
        return None
    is_new = now - own.made_at < timedelta(minutes=1)  # somebody may have searched at the same moment
    own.next_at = now + (timedelta(seconds=10) if is_new else AGAIN)
    own.save(update_fields=["next_at"])
    return None


def _group_of(own: Search, others: Sequence[Search], now: datetime) -> list[Search]:
    """The search and those that fit it and each other, nearest ratings first; fewer than needed if too few do."""
    people = [each.user_id for each in (own, *others)]
    ratings, blocks = _ratings(own.title, people), _blocks(people)

    def gap(one: Search, other: Search) -> float:
        return abs(ratings.get(one.user_id, MU) - ratings.get(other.user_id, MU)) * SCALE

    def fit(one: Search, other: Search) -> bool:
        hours = max(now - one.made_at, now - other.made_at) / timedelta(hours=1)
        is_blocked = {(one.user_id, other.user_id), (other.user_id, one.user_id)} & blocks
        return not is_blocked and gap(one, other) <= NEAR + PER_HOUR * hours

    group = [own]
    for other in sorted(others, key=lambda each: (gap(own, each), each.pk)):
        if len(group) < own.seats and all(fit(one, other) for one in group):
            group.append(other)
    return group


def _ratings(title: str, people: Iterable[int]) -> dict[int, float]:
    rows = Rating.objects.filter(user__in=list(people), title=title, games__gt=0)
    return dict(rows.values_list("user", "mu"))


def _blocks(people: Sequence[int]) -> set[tuple[int, int]]:
    return set(Block.objects.filter(by__in=people, person__in=people).values_list("by", "person"))


def _seat(group: Sequence[Search], now: datetime) -> Table:
    """Open a table for these people, which starts at once, and end their searches for it.

    Of a person's former searches for the title, only the latest is kept, for the usual wait.
    """
    first, *rest = sorted(group, key=lambda each: each.pk)
    pace = PaceForm.usual(first.pace)
    table = table_create(
        first.user, title=first.title, options={}, seats=first.seats, pace=pace, is_rated=first.is_rated
    )
    table, seats = lock_table(table.pk)
    for each in rest:
        seat_give(table, seats, each.user)
    people = [each.user_id for each in group]
    Search.objects.filter(user__in=people, title=first.title, waited__isnull=False).delete()
    for each in group:
        each.table, each.next_at, each.waited = table, None, round((now - each.made_at).total_seconds())
        each.save(update_fields=["table", "next_at", "waited"])
    return table
