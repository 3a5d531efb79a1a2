"""Vacations: thirty days a year, announced on the first day at the latest. Past days are never refunded."""

from datetime import date, timedelta
from typing import TypeAlias

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.clock.rest import days_in

AHEAD = timedelta(days=365)  # latest end of a vacation, from today

Stretch: TypeAlias = tuple[date, date]  # first and last day


def vacations_of(user: User, today: date | None = None) -> list[Stretch]:
    """Current and future vacations, next one first."""
    today = _today(user) if today is None else today
    return sorted(stretch for stretch in user.calendar.vacations if stretch[1] >= today)


def days_left(user: User, year: int) -> int:
    """The number of vacation days that the user can still announce for this year."""
    return user.vacation_left(year)


@transaction.atomic
def vacation_add(person: User, first: date, last: date) -> User:
    """Add a vacation; returns the stored user. Raises ValidationError."""
    user = User.objects.select_for_update().get(pk=person.pk)
    vacations = user.calendar.vacations
    _expect_possible(user, first, last)
    if any(first <= end and begin <= last for begin, end in vacations):
        raise ValidationError(_("You've already announced a vacation at that time."))
    for year in range(first.year, last.year + 1):
        _expect_days(user, year, days_in([(first, last)], year))
    _store(user, [*vacations, (first, last)])
    return user


@transaction.atomic
def vacation_end(person: User, first: date) -> User:
    """Cancel the vacation that begins on `first`, or end it today if it has begun. Raises ValidationError."""
    user = User.objects.select_for_update().get(pk=person.pk)
    today, kept, found = _today(user), [], False
    for begin, end in user.calendar.vacations:
        is_meant = begin == first and end >= today
        found = found or is_meant
        if not is_meant:
            kept.append((begin, end))
        elif begin <= today:  # today counts as used, because it may have moved a deadline
            kept.append((begin, today))
    if not found:
        raise ValidationError(_("This vacation doesn't exist or has already ended."))
    _store(user, kept)
    return user


def span_from(first: date, days: int) -> Stretch:
    """The first and last day of `days` days from `first` on."""
    return first, first + timedelta(days=days - 1)


def _expect_possible(user: User, first: date, last: date) -> None:
    today = _today(user)
    if last < first:
        raise ValidationError(_("The last day must not be before the first."))
    if first < today:
        raise ValidationError(_("A vacation can't begin in the past."))
    if last > today + AHEAD:
        raise ValidationError(_("A vacation must end within a year from today."))


def _expect_days(user: User, year: int, wanted: int) -> None:
    left = days_left(user, year)
    if wanted > left:
        words = ngettext(
            "You have %(count)d vacation day left in %(year)d.",
            "You have %(count)d vacation days left in %(year)d.",
            left,
        )
        raise ValidationError(words % {"count": left, "year": year})


def _store(user: User, stretches: list[Stretch]) -> None:
    """Store the vacations that end this year or later."""
    oldest = _today(user).year
    user.vacations = [
        [first.isoformat(), last.isoformat()] for first, last in sorted(stretches) if last.year >= oldest
    ]
    user.save(update_fields=["vacations"])


def _today(user: User) -> date:
    return timezone.now().astimezone(user.zone).date()
