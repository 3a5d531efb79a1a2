"""The unsubscribe link in each mail: for all mails, or only for those about chat."""

from django.core import signing

__all__ = ["TALK", "TURNS", "unsubscribe_token", "way_of_token"]

TURNS, TALK = "turns", "talk"
_SALT = "games.unsubscribe"


def unsubscribe_token(user_id: int, way: str = TURNS) -> str:
    """A signed token that lets the mail's recipient turn off these mails, and nothing else."""
    return signing.dumps([user_id, way], salt=_SALT)


def way_of_token(token: str) -> tuple[int, str] | None:
    """The user id and the kind of mails in a token from `unsubscribe_token`; None if it is invalid."""
    try:
        found = signing.loads(token, salt=_SALT)
    except signing.BadSignature:
        return None
    match found:
        case [int(user_id), ("turns" | "talk") as way]:
            return user_id, way
        case _other:
            return None
