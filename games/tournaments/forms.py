"""The form for a new tournament."""

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.lookalikes import has_invisible
from games.clock.clocks import DAY, Fixed, dump_clock
from games.models import Tournament
from games.presenters import PRESENTERS
from games.titles import TITLES
from games.tournaments.services import MOST


def _titles() -> list[tuple[str, Any]]:
    return [(slug, PRESENTERS[slug].name) for slug, game in TITLES.items() if 2 in game.seats]


def _number(label: Any, least: int, most: int, initial: int | None, **options: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=least, max_value=most, initial=initial, **options)


class TournamentForm(forms.Form):
    """The terms of a new tournament."""

    name = forms.CharField(label=_("Name"), max_length=60)
    title = forms.ChoiceField(label=_("Game"), choices=_titles, help_text=_("All games are for two players."))
    kind = forms.ChoiceField(
        label=_("System"),
        choices=Tournament.Kind.choices,
        widget=forms.RadioSelect,
        initial=Tournament.Kind.SWISS,
    )
    least = _number(_("Minimum players"), 2, MOST, 4)
    most = _number(_("Maximum players"), 2, MOST, 16)
    starts_at = forms.DateTimeField(
        label=_("Starts at"), required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=_("In your time zone. Leave it empty to start when the tournament is full."),
    )  # fmt: skip
    days = forms.TypedChoiceField(
        label=_("Pace"), coerce=int, initial=2, choices=[(1, _("A day per move")), (2, _("2 days per move")),
                                                         (3, _("3 days per move"))],
    )  # fmt: skip
    round_days = _number(
        _("Days for a round"), 1, 90, 14,
        help_text=_("In games that aren't finished then, the player whose turn it is loses."),
    )  # fmt: skip
    rounds = _number(
        pgettext_lazy("of a tournament", "Rounds"), 1, 20, None, required=False,
        help_text=_("For the Swiss system; empty for as many as it takes to find one winner."),
    )  # fmt: skip
    pool_size = _number(_("Players in a pool, at most"), 3, 16, 8, help_text=_("For round robin."))
    is_rated = forms.BooleanField(label=_("Rated games"), required=False)

    def clean_name(self) -> str:
        """The name on one line. Rejects invisible characters, which could turn the text around it."""
        name = " ".join(self.cleaned_data["name"].split())
        if has_invisible(name):
            raise forms.ValidationError(_("Names can't contain invisible characters."))
        return name

    def clean_starts_at(self) -> Any:
        """Reject a start in the past."""
        at = self.cleaned_data["starts_at"]
        if at is not None and at <= timezone.now():
            raise forms.ValidationError(_("Choose a time in the future."))
        return at

    def clean(self) -> dict[str, Any]:
        """Reject limits that contradict each other."""
        data: dict[str, Any] = super().clean() or {}
        if not self.errors and data["least"] > data["most"]:
            self.add_error("most", _("The maximum must be at least the minimum."))
        return data

    def columns(self) -> dict[str, Any]:
        """The arguments of `tournament_open` besides the user."""
        data = dict(self.cleaned_data)
        clock = dump_clock(Fixed(data.pop("days") * DAY))
        options = {option.name: option.default for option in TITLES[data["title"]].options}
        return {**data, "rounds": data["rounds"] or 0, "options": options, "clock": clock}
