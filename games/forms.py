"""What people fill in: the table that they open, whom they invite, the page that they post from."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.engine import play
from games.engine.codec import load_options
from games.engine.errors import EngineError
from games.engine.presenter import OptionWords
from games.models import Table
from games.pace_form import PaceForm
from games.presenters import PRESENTERS
from games.titles import TITLES

__all__ = ["InviteForm", "TableForm"]

_FEW = 8  # choices that are all shown at once
_APART = _("These choices do not go together. The note under each option tells what it asks for.")


class TableForm(PaceForm):
    """A table of one title; its options come from the title."""

    admission = forms.ChoiceField(
        label=_("Who may join"), choices=Table.Admission.choices, widget=forms.RadioSelect,
        initial=Table.Admission.OPEN,
    )  # fmt: skip
    seating = forms.ChoiceField(
        label=_("Seating"), choices=Table.Seating.choices, widget=forms.RadioSelect,
        initial=Table.Seating.RANDOM, help_text=_("Who begins, and who sits next to whom."),
    )  # fmt: skip

    def __init__(self, title: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.title = title
        game, presenter = TITLES[title], PRESENTERS[title]
        self.fields["seats"] = _seats_field(game.seats)
        for option in game.options:
            self.fields[f"option_{option.name}"] = _option_field(presenter.options[option.name], option)
        self.order_fields([*(f"option_{option.name}" for option in game.options), "seats"])

    def clean(self) -> dict[str, Any]:
        """Refuse choices each of which is offered, but which do not go together."""
        data = super().clean() or {}
        if not self.errors:
            game = TITLES[self.title]
            try:
                play.setup(
                    game, data["seats"], load_options(game, self.options()), b"only to see whether it can be"
                )
            except EngineError as error:
                raise forms.ValidationError(_APART) from error
        return data

    def options(self) -> dict[str, Any]:
        """The chosen options by name, as the engine takes them."""
        return {
            option.name: self.cleaned_data[f"option_{option.name}"] for option in TITLES[self.title].options
        }


def _seats_field(counts: range) -> forms.Field:
    return forms.TypedChoiceField(
        label=_("Seats"), coerce=int, initial=counts[0], choices=[(count, str(count)) for count in counts],
        widget=forms.Select if len(counts) > 1 else forms.HiddenInput,
    )  # fmt: skip


def _option_field(words: OptionWords, option: Any) -> forms.Field:
    labels = words.choices()
    values = {str(value): value for value in labels}
    return forms.TypedChoiceField(
        label=words.label, help_text=words.help, coerce=values.__getitem__, initial=option.default,
        choices=list(labels.items()), widget=forms.RadioSelect if len(labels) <= _FEW else forms.Select,
    )  # fmt: skip


class InviteForm(forms.Form):
    """A player to invite by name."""

    name = forms.CharField(label=_("User name"), max_length=150)
