"""Where messages wait for the next page: in a cookie that is named like the others, or in the session."""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class NamedCookieStorage(CookieStorage):
    """Django's storage in a cookie, whose name cannot be set."""

    cookie_name = settings.MESSAGES_COOKIE_NAME


class MessageStorage(FallbackStorage):
    """Django's default with that cookie."""

    storage_classes = (NamedCookieStorage, SessionStorage)
