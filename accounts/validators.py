"""Validators for display names and time zones."""

from functools import cache
from zoneinfo import available_timezones

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.lookalikes import has_invisible, is_of_bot_or_guest

NAME_LENGTHS = range(2, 41)  # characters of a display name
# Prefixes of zones named after places; other names in the IANA database are old aliases.
_REGIONS = (
    "Africa/",
    "America/",
    "Antarctica/",
    "Arctic/",
    "Asia/",
    "Atlantic/",
    "Australia/",
    "Europe/",
    "Indian/",
    "Pacific/",
)


def validate_display_name(name: str) -> None:
    """Raise ValidationError for a wrong length, invisible characters, or a name like a bot's or guest's."""
    if len(name.strip()) not in NAME_LENGTHS:
        raise ValidationError(_("Names must have 2 to 40 characters."), code="name_length")
    if has_invisible(name):
        raise ValidationError(_("Names can't contain invisible characters."), code="name_invisible")
    if is_of_bot_or_guest(name):
        raise ValidationError(
            _("Only bots and guests can have that name. Choose another one."), code="name_taken"
        )


@cache
def time_zones() -> tuple[str, ...]:
    """The names of all time zones such as "Europe/Lisbon", sorted, UTC first."""
    return ("UTC", *sorted(name for name in available_timezones() if name.startswith(_REGIONS)))


def validate_time_zone(name: str) -> None:
    """Raise ValidationError unless `name` is a time zone of the IANA database."""
    if name not in time_zones():
        raise ValidationError(
            _("“%(name)s” is not a time zone."), code="time_zone_unknown", params={"name": name}
        )
