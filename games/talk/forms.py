"""What people write at a table, and whom they block. What a text may consist of is the services' to say."""

from datetime import datetime
from typing import Any

from django import forms
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy as _

from games.models.talk import LINE_LENGTH, NOTE_LENGTH
from games.pages.forms import NumberField

__all__ = ["BlockForm", "LineForm", "NoteForm", "ReadForm", "UnblockForm"]

_SLACK = 4  # what a text may be longer as it is sent than as it is kept: line breaks are two characters there


class LineForm(forms.Form):
    """A line of talk."""

    text = forms.CharField(max_length=_SLACK * LINE_LENGTH, strip=False, required=False)


class NoteForm(forms.Form):
    """A private note, and the version of it that the form began with."""

    text = forms.CharField(max_length=_SLACK * NOTE_LENGTH, strip=False, required=False)
    seen = forms.CharField(max_length=40, required=False)

    def clean_seen(self) -> datetime | None:
        """When the note was changed that its writer had before them; None for the first one."""
        word: str = self.cleaned_data["seen"]
        try:
            found = parse_datetime(word) if word else None
        except ValueError:
            found = None
        if word and (found is None or found.tzinfo is None):
            raise forms.ValidationError(_("Expected a moment."), code="moment")
        return found


class ReadForm(forms.Form):
    """How far the talk was shown."""

    line = forms.IntegerField(min_value=1, max_value=2**62)


class UnblockForm(forms.Form):
    """One of the reader's blocks."""

    unblock = NumberField()


class BlockForm(forms.Form):
    """Whom to block: by user name, or as the writer of a line or of an invitation."""

    name = forms.CharField(label=_("User name"), max_length=150, required=False)
    line = forms.IntegerField(min_value=1, max_value=2**62, required=False, widget=forms.HiddenInput)
    invitation = forms.IntegerField(min_value=1, max_value=2**62, required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """One of the ways to say who is meant."""
        data: dict[str, Any] = super().clean() or {}
        if not self.errors and not any(data.values()):
            raise forms.ValidationError(_("Whom do you want to block?"), code="nobody")
        return data
