"""Form fields for numbers in URLs and posts: ids, plies, and keys of pages of long lists."""

import re
from typing import Any

from django import forms
from django.http import HttpRequest

__all__ = ["NUMBER", "NumberField", "before_in", "skip_in"]

NUMBER = re.compile(r"[0-9]{1,18}")  # 18 digits always fit into a column of the database


class NumberField(forms.RegexField):
    """A whole number as our own pages write it: ASCII digits and nothing else."""

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
    """The key of a page of a long list in `?before=`; None for the first page and for anything but a number."""
    form = _PageForm(request.GET)
    return form.cleaned_data["before"] if form.is_valid() else None


def skip_in(request: HttpRequest) -> int:
    """How many rows of a long list `?skip=` leaves out; none for anything but a number."""
    form = _SkipForm(request.GET)
    return (form.cleaned_data["skip"] or 0) if form.is_valid() else 0
