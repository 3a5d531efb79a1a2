"""Form fields for numbers in URLs and posts: ids, plies and page keys."""

import re
from typing import Any

from django import forms
from django.http import HttpRequest

NUMBER = re.compile(r"[0-9]{1,18}")  # 18 digits always fit into a database column


class NumberField(forms.RegexField):
    """A whole number as our own pages write it: only ASCII digits."""

    def __init__(self, **options: Any) -> None:
        super().__init__(rf"\A{NUMBER.pattern}\Z", **options)

    def clean(self, value: Any) -> int | None:
        """The number; None if the field is empty and not required."""
        word: str = super().clean(value)
        return int(word) if word else None


class _PageForm(forms.Form):
    before = NumberField(required=False)


class _SkipForm(forms.Form):
    skip = NumberField(required=False)


def before_in(request: HttpRequest) -> int | None:
    """The page key in `?before=`; None for the first page and for invalid values."""
    form = _PageForm(request.GET)
    return form.cleaned_data["before"] if form.is_valid() else None


def skip_in(request: HttpRequest) -> int:
    """The number of rows to skip in `?skip=`; 0 for invalid values."""
    form = _SkipForm(request.GET)
    return (form.cleaned_data["skip"] or 0) if form.is_valid() else 0
