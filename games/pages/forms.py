"""Numbers in addresses and forms: of rows, of plies, of pages of a long list."""

import re
from typing import Any

from django import forms
from django.http import HttpRequest

__all__ = ["NUMBER", "NumberField", "before_in"]

NUMBER = re.compile(r"[0-9]{1,18}")  # no more digits than a column of the database holds


class NumberField(forms.RegexField):
    """A whole number as our own pages write it: ASCII digits and nothing else."""

    def __init__(self, **options: Any) -> None:
        super().__init__(rf"\A{NUMBER.pattern}\Z", **options)

    def clean(self, value: Any) -> int | None:
        """The number; None where there is none and none is required."""
        word: str = super().clean(value)
        return int(word) if word else None


class _PageForm(forms.Form):
    before = NumberField(required=False)


def before_in(request: HttpRequest) -> int | None:
    """Where the page of a long list begins: `?before=`; None for the first one, and for what is no number."""
    form = _PageForm(request.GET)
    return form.cleaned_data["before"] if form.is_valid() else None
