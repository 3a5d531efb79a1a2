"""Forms for chat messages, private notes, read marks and blocks. The services check the texts."""

from datetime import datetime
from typing import Any

from django import forms
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy as _

from games.models.talk import LINE_LENGTH, NOTE_LENGTH
from games.pages.forms import NumberField

_SLACK = 4  # times as long as the stored text, because line breaks arrive as two characters


class LineForm(forms.Form):
    """A chat message."""

    text = forms.CharField(max_length=_SLACK * LINE_LENGTH, strip=False, required=False)


class NoteForm(forms.Form):
    """A private note, and the version that the form was made from."""

    text = forms.CharField(max_length=_SLACK * NOTE_LENGTH, strip=False, required=False)
    seen = forms.CharField(max_length=40, required=False)

    def clean_seen(self) -> datetime | None:
        """The time when that version was saved; None for a new note."""
        word: str = self.cleaned_data["seen"]
        try:
            found = parse_datetime(word) if word else None
        except ValueError:
            found = None
        if word and (found is None or found.tzinfo is None):
            raise forms.ValidationError(_("Expected a moment."), code="moment")
        return found


class ReadForm(forms.Form):
    """The id of the newest message that was shown."""

    line = forms.IntegerField(min_value=1, max_value=2**62)


class UnblockForm(forms.Form):
    """One of the reader's blocks."""

    unblock = NumberField()


class BlockForm(forms.Form):
    """The person to block: by user name, or as the author of a message or an invitation."""

    name = forms.CharField(label=_("User name"), max_length=150, required=False)
    line = forms.IntegerField(min_value=1, max_value=2**62, required=False, widget=forms.HiddenInput)
    invitation = forms.IntegerField(min_value=1, max_value=2**62, required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """Require at least one way of naming the person."""
        data: dict[str, Any] = super().clean() or {}
        if not self.errors and not any(data.values()):
            raise forms.ValidationError(_("Enter the user name of the player to block."), code="nobody")
        return data
