"""Replaces allauth's term "security key" by "passkey", the term on the rest of the site."""

import re

from django import template
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.filter(is_safe=True)
def passkeys(page: SafeString) -> SafeString:
    """Return a part of a page with the term replaced, keeping its capitalization."""
    return mark_safe(re.sub(r"\b(?:(S)|s)ecurity [Kk]ey(s?)\b", _passkey, page))  # noqa: S308  # only words change


def _passkey(found: re.Match[str]) -> str:
    capital, plural = found.groups(default="")
    return f"{'Passkey' if capital else 'passkey'}{plural}"
