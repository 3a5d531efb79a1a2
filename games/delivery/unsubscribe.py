"""The way out of mails that stands in each of them."""

from django.core import signing

__all__ = ["person_of_token", "unsubscribe_token"]

_SALT = "games.unsubscribe"


def unsubscribe_token(user_id: int) -> str:
    """A word that lets whoever holds the mail end these mails, and do nothing else."""
    return signing.dumps(user_id, salt=_SALT)


def person_of_token(token: str) -> int | None:
    """The user that a token of `unsubscribe_token` stands for; None if it is none."""
    try:
        return int(signing.loads(token, salt=_SALT))
    except (signing.BadSignature, TypeError, ValueError):
        return None
