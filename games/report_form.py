"""What somebody reports to the moderators, and in which words."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models.moderation import TEXT_LENGTH

__all__ = ["ReportForm", "SubjectForm"]


class SubjectForm(forms.Form):
    """What a report is about: a table; a line of talk; or a person by name, who sits at the table."""

    table = forms.IntegerField(min_value=1, max_value=2**62, required=False)
    line = forms.IntegerField(min_value=1, max_value=2**62, required=False)
    person = forms.IntegerField(min_value=1, max_value=2**62, required=False)

    def clean(self) -> dict[str, Any]:
        """A line alone, or a table with or without a person at it."""
        data: dict[str, Any] = super().clean() or {}
        if not self.errors and bool(data["line"]) == bool(data["table"]):
            raise forms.ValidationError(_("What do you want to report?"), code="nothing")
        return data


class ReportForm(forms.Form):
    """What is wrong."""

    text = forms.CharField(
        label=_("What is wrong?"), max_length=TEXT_LENGTH, widget=forms.Textarea(attrs={"rows": 5})
    )
