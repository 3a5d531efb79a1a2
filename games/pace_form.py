"""The part of the form for a new table that tells how fast it is to be played."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from games.clock.clocks import DAY, HOUR, MOST, Bank, Clock, Fixed, NoClock
from games.models import Table
from games.services.pace import Pace

__all__ = ["PaceForm"]

_PRESETS: dict[str, Clock] = {
    "day": Fixed(DAY),
    "two-days": Fixed(2 * DAY),
    "three-days": Fixed(3 * DAY),
    "week": Fixed(7 * DAY),
    "bank": Bank(3 * DAY, 12 * HOUR, 7 * DAY),
    "none": NoClock(),
}
_USUAL = "three-days"
_CHOICES = [
    ("day", _("1 day per move")),
    ("two-days", _("2 days per move")),
    ("three-days", _("3 days per move")),
    ("week", _("1 week per move")),
    ("bank", _("A bank of 3 days, 12 hours more per move, up to 7 days")),
    ("own-fixed", _("Hours per move as I say below")),
    ("own-bank", _("A bank as I say below")),
    ("none", _("No clock")),
]


def _hours(label: Any, initial: int) -> forms.IntegerField:
    return forms.IntegerField(
        label=label, required=False, initial=initial, min_value=1, max_value=MOST // HOUR
    )


class PaceForm(forms.Form):
    """Clock and time-outs. Fields in `OWN` count for a clock of one's own only."""

    OWN: ClassVar[tuple[str, ...]] = ("own_move", "own_start", "own_increment", "own_cap", "own_answer")

    clock = forms.ChoiceField(
        label=_("Time to think"), choices=_CHOICES, widget=forms.RadioSelect, initial=_USUAL, required=False,
        help_text=_("Answers out of turn have the same clock, and never less than 12 hours."),
    )  # fmt: skip
    own_move = _hours(_("Hours per move"), 36)
    own_start = _hours(_("Bank: hours at the start"), 72)
    own_increment = _hours(_("Bank: hours more after each move"), 12)
    own_cap = _hours(_("Bank: hours at most"), 168)
    own_answer = _hours(_("Hours for an answer out of turn, at least"), 12)
    on_timeout = forms.ChoiceField(
        label=_("When time runs out"), choices=Table.OnTimeout.choices, widget=forms.RadioSelect,
        initial=Table.OnTimeout.DEFAULT, required=False,
        help_text=_("A player for whom a move was played goes on as soon as they are back. After three times in a row "
                    "the seat is out of the game."),
    )  # fmt: skip
    offers_seats = forms.BooleanField(
        label=_("Offer such a seat to others for two days, before it is out of the game"),
        required=False,
    )

    def clean(self) -> dict[str, Any]:
        """Refuse a clock that is none."""
        data: dict[str, Any] = super().clean() or {}
        if not any(name in self.errors for name in ("clock", *self.OWN)):
            try:
                data["timing"] = self._clock(data)
            except ValueError:
                self.add_error(
                    "own_cap", _("The bank must be able to hold what it starts with and what it gets.")
                )
            except TypeError:
                self.add_error("clock", _("Give all the hours of your own clock."))
        return data

    def has_own_errors(self) -> bool:
        """Whether something is wrong with a clock of one's own, so that its fields are to be seen."""
        return any(name in self.errors for name in ("clock", *self.OWN)) if self.is_bound else False

    def _clock(self, data: dict[str, Any]) -> Clock:
        """The chosen clock; raises TypeError where hours are missing, ValueError where they do not fit together."""
        answer = data["own_answer"]
        match data["clock"] or _USUAL:
            case "own-fixed":
                return Fixed(data["own_move"] * HOUR, answer * HOUR)
            case "own-bank":
                start, more, cap = (data[name] * HOUR for name in ("own_start", "own_increment", "own_cap"))
                return Bank(start, more, cap, answer * HOUR)
            case preset:
                return _PRESETS[preset]

    def pace(self) -> Pace:
        """What was chosen; only of a valid form."""
        data = self.cleaned_data
        return Pace(data["timing"], data["on_timeout"] or Table.OnTimeout.DEFAULT, data["offers_seats"])
