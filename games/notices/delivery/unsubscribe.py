"""The way out of mails that stands in each of them: of all mails, or of those that tell of table talk alone."""

from django.core import signing

__all__ = ["TALK", "TURNS", "unsubscribe_token", "way_of_token"]

TURNS, TALK = "turns", "talk"
_SALT = "games.unsubscribe"


def unsubscribe_token(user_id: int, way: str = TURNS) -> str:
    """A word that lets whoever holds the mail end these mails, and do nothing else."""
    return signing.dumps([user_id, way], salt=_SALT)


def way_of_token(token: str) -> tuple[int, str] | None:
    """The user and the mails that a token of `unsubscribe_token` stands for; None if it is none."""
    try:
        found = signing.loads(token, salt=_SALT)
    except signing.BadSignature:
        return None
    match found:
        case [int(user_id), ("turns" | "talk") as way]:
            return user_id, way
        case int(user_id):  # of a mail from before there was table talk
            return user_id, TURNS
        case _other:
            return None
