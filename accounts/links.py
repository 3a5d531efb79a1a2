"""Absolute links, for mails and others that leave the site."""

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse


def absolute(name: str, *args: Any) -> str:
    """The full URL of the view `name`."""
    return f"{settings.SITE_URL}{reverse(name, args=args)}"


def site_host() -> str:
    """The host of the site's address."""
    return urlsplit(settings.SITE_URL).hostname or "localhost"
