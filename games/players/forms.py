"""Forms: a game to find people for, and who may see the parts of one's page."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models import PlayerPage
from games.players.selectors import PARTS
from games.presenters import PRESENTERS
from games.tables.forms import PaceForm
from games.titles import TITLES


class SearchForm(forms.Form):
    """A game to find people for."""

    title = forms.ChoiceField(label=_("Game"), widget=forms.RadioSelect)
    seats = forms.TypedChoiceField(
        label=pgettext_lazy("how many", "Players"), coerce=int, widget=forms.RadioSelect
    )
    pace = forms.ChoiceField(label=_("Pace"), widget=forms.RadioSelect)
    is_rated = forms.BooleanField(label=_("Rated game"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        counts = sorted({count for game in TITLES.values() for count in game.seats})
        choices: dict[str, Any] = {
            "title": [(slug, each.name) for slug, each in PRESENTERS.items()],
            "seats": [(count, str(count)) for count in counts],
            "pace": PaceForm.usual_choices(),
        }
        for name, chosen in choices.items():
            field: Any = self.fields[name]
            field.choices, field.initial = chosen, chosen[0][0]

    def clean(self) -> dict[str, Any]:
        """Reject a number of players that the game isn't for."""
        data: dict[str, Any] = super().clean() or {}
        if not self.errors and data["seats"] not in (seats := TITLES[data["title"]].seats):
            few, many = seats[0], seats[-1]
            self.add_error(
                "seats", _("This game is for %(few)d to %(many)d players.") % {"few": few, "many": many}
            )
        return data


class PlayerPageForm(forms.ModelForm):  # type: ignore[type-arg]  # Django has no arguments there
    """Who may see each part."""

    class Meta:
        model = PlayerPage
        fields = PARTS
        widgets = dict.fromkeys(PARTS, forms.RadioSelect)
