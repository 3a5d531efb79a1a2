"""Forms for reports to the moderators."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models import Seat
from games.models.moderation import TEXT_LENGTH


class SubjectForm(forms.Form):
    """The subject of a report: a chat message, or a table and perhaps one of its players."""

    table = forms.IntegerField(min_value=1, max_value=2**62, required=False)
    line = forms.IntegerField(min_value=1, max_value=2**62, required=False)
    person = forms.IntegerField(min_value=1, max_value=2**62, required=False)

    def clean(self) -> dict[str, Any]:
        """Require either a message or a table, not both."""
        data: dict[str, Any] = super().clean() or {}
        if not self.errors and bool(data["line"]) == bool(data["table"]):
            raise forms.ValidationError(_("What do you want to report?"), code="nothing")
        return data


class ReportForm(forms.Form):
    """What is wrong. For a table, also asks whether the report is about the table or a player's name."""

    person = forms.TypedChoiceField(
        label=_("What is it about?"), coerce=int, empty_value=None, required=False, widget=forms.RadioSelect
    )
    text = forms.CharField(
        label=_("What is wrong?"), max_length=TEXT_LENGTH, widget=forms.Textarea(attrs={"rows": 5})
    )

    def __init__(self, seats: Iterable[Seat], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = [(seat.user_id, _("The name “%(name)s”") % {"name": seat.user}) for seat in seats]
        field: Any = self.fields["person"]
        field.choices = [("", _("The table: the way it is played, or its chat")), *names]
        if not names:
            del self.fields["person"]
