"""Forms for signing up, the profile, the calendar, and deleting the account."""

from datetime import time
from typing import Any

from django import forms
from django.conf import settings
from django.http import HttpRequest
from django.utils.dates import WEEKDAYS
from django.utils.text import capfirst
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import expect_free
from accounts.validators import NAME_LENGTHS, time_zones, validate_display_name

DAYS_OFF = 3  # per week, at most
SLEEP = 12 * 60  # minutes per day, at most


def _zone_choices() -> list[tuple[str, str]]:
    return [(name, name.replace("_", " ")) for name in time_zones()]


class TimeZoneSelect(forms.Select):
    """A select field for time zones. A small script preselects the browser's zone."""

    class Media:
        js = ("accounts/time_zone.js",)


class SignupExtras(forms.Form):
    """Fields that the site adds to allauth's sign-up form: the display name and the time zone."""

    display_name = forms.CharField(
        label=_("Display name"),
        required=False,
        min_length=NAME_LENGTHS[0],
        max_length=NAME_LENGTHS[-1],
        validators=[validate_display_name],
        help_text=_("The name that other players see. If you leave it empty, they see your user name."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=_zone_choices,
        initial="UTC",
        required=False,
        widget=TimeZoneSelect(attrs={"data-guess-zone": True, "translate": "no"}),
    )

    def clean_display_name(self) -> str:
        """Reject a name that is reserved or looks like another person's."""
        name: str = self.cleaned_data["display_name"].strip()
        if name:
            expect_free(name)
        return name

    def signup(self, request: HttpRequest, user: User) -> None:
        """Store the answers. allauth calls this once, right after creating the user."""
        user.display_name = self.cleaned_data["display_name"] or user.display_name
        user.time_zone = self.cleaned_data["time_zone"] or user.time_zone
        user.language = get_language()
        user.save(update_fields=["display_name", "time_zone", "language"])


class CalendarForm(forms.ModelForm):
    """The hours and days of the week in which no deadline may fall."""

    days_off = forms.TypedMultipleChoiceField(
        label=_("Days off"),
        coerce=int,
        choices=[(day, capfirst(name)) for day, name in WEEKDAYS.items()],
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    class Meta:
        model = User
        fields = ("sleep_from", "sleep_to", "days_off")
        widgets = {
            "sleep_from": forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
            "sleep_to": forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        }

    def clean_days_off(self) -> list[int]:
        """Allow at most three days, because the other players have to wait."""
        chosen: list[int] = sorted(self.cleaned_data["days_off"])
        if len(chosen) > DAYS_OFF:
            raise forms.ValidationError(_("Choose up to three days."), code="days_off_many")
        return chosen

    def clean(self) -> dict[str, Any]:
        """Require both ends of the night or neither, at most twelve hours apart."""
        cleaned: dict[str, Any] = super().clean() or {}
        begin, end = cleaned.get("sleep_from"), cleaned.get("sleep_to")
        if (begin is None) != (end is None) and not self.errors:
            self.add_error("sleep_to", _("Enter both times or neither."))
        if begin is not None and end is not None and _minutes(begin, end) > SLEEP:
            self.add_error("sleep_to", _("Choose at most twelve hours."))
        return cleaned


def _minutes(begin: time, end: time) -> int:
    """Minutes from `begin` to `end`, possibly across midnight. Equal times mean a whole day."""
    return ((end.hour - begin.hour) * 60 + end.minute - begin.minute - 1) % (24 * 60) + 1


class VacationForm(forms.Form):
    """The vacation to announce."""

    first = forms.DateField(label=_("First day"), widget=forms.DateInput(attrs={"type": "date"}))
    last = forms.DateField(label=_("Last day"), widget=forms.DateInput(attrs={"type": "date"}))


class MoreTimeForm(forms.Form):
    """How to get more time for a move."""

    VACATION, PROPOSE = "vacation", "propose"

    way = forms.ChoiceField(
        label=_("How"), widget=forms.RadioSelect, initial=VACATION,
        choices=[
            (VACATION, _("Take vacation days")), (PROPOSE, _("Propose more time for everybody at the table")),
        ],
    )  # fmt: skip
    days = forms.TypedChoiceField(
        label=_("Days"), coerce=int, choices=[(str(days), str(days)) for days in range(1, 8)]
    )


class EraseForm(forms.Form):
    """A confirmation, because nobody can undo the erasure."""

    sure = forms.BooleanField(
        label=_("I understand that I'll leave all my games and that I can't undo this.")
    )


class ProfileForm(forms.ModelForm):
    """The display name, the language and the time zone."""

    language = forms.ChoiceField(
        label=_("Language"),
        choices=lambda: settings.LANGUAGES,
        required=False,
        widget=forms.Select(attrs={"translate": "no"}),
        help_text=_("Pages, emails and notifications are in this language. Chat isn't translated."),
    )
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=_zone_choices,
        widget=forms.Select(attrs={"translate": "no"}),
        help_text=_("We show all dates and deadlines in this time zone."),
    )

    class Meta:
        model = User
        fields = ("display_name", "language", "time_zone")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["language"] = self.instance.language or get_language()

    def clean_language(self) -> str:
        """Keep the language if none is given."""
        code: str = self.cleaned_data["language"] or self.instance.language
        return code

    def clean_display_name(self) -> str:
        """Reject a new name that is reserved or looks like another person's. An empty name means the user name."""
        name: str = self.cleaned_data["display_name"].strip()
        if name and "display_name" in self.changed_data:
            expect_free(name, self.instance)
        return name
