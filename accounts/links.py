"""Absolute links, and signed tokens in the links of emails: to unsubscribe, and to ask for more time."""

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core import signing
from django.urls import reverse


def absolute(name: str, *args: Any) -> str:
    """The full URL of the view `name`."""
    return f"{settings.SITE_URL}{reverse(name, args=args)}"


def site_host() -> str:
    """The host of the site's address."""
    return urlsplit(settings.SITE_URL).hostname or "localhost"


TURNS, TALK, CIRCLES = "turns", "talk", "circles"
_UNSUBSCRIBE, _MORE_TIME = "games.unsubscribe", "games.more-time"  # salts


def unsubscribe_token(user_id: int, way: str = TURNS) -> str:
    """A signed token that lets the email's recipient turn off these emails, and nothing else."""
    return signing.dumps([user_id, way], salt=_UNSUBSCRIBE)


def way_of_token(token: str) -> tuple[int, str] | None:
    """The user id and the kind of emails in a token from `unsubscribe_token`; None if it is invalid."""
    match _load_token(token, _UNSUBSCRIBE):
        case [int(user_id), ("turns" | "talk" | "circles") as way]:
            return user_id, way
    return None


def more_time_token(user_id: int, table_id: int) -> str:
    """A signed token for a player's seat. It does not log anybody in: the player has to be logged in."""
    return signing.dumps([user_id, table_id], salt=_MORE_TIME)


def seat_of_token(token: str) -> tuple[int, int] | None:
    """The user id and table id in a token from `more_time_token`; None if it is invalid."""
    match _load_token(token, _MORE_TIME):
        case [int(user_id), int(table_id)]:
            return user_id, table_id
    return None


def _load_token(token: str, salt: str) -> Any:
    try:
        return signing.loads(token, salt=salt)
    except signing.BadSignature:
        return None
