"""The link in reminders where a player can ask for more time. Opening it changes nothing: its page asks first."""

from django.core import signing

__all__ = ["more_time_token", "seat_of_token"]

_SALT = "games.more-time"


def more_time_token(user_id: int, table_id: int) -> str:
    """A signed token for a player's seat. It does not log anybody in: the player has to be logged in."""
    return signing.dumps([user_id, table_id], salt=_SALT)


def seat_of_token(token: str) -> tuple[int, int] | None:
    """The user id and table id in a token from `more_time_token`; None if it is invalid."""
    try:
        found = signing.loads(token, salt=_SALT)
    except signing.BadSignature:
        return None
    match found:
        case [int(user_id), int(table_id)]:
            return user_id, table_id
        case _other:
            return None
