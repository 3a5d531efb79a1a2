"""The code that lets the first administrator log in before mail works. `createsuperuser` prints it.

It replaces the code that the first log-in sends by mail. It is computed from the account (password, address, creation
time), so nothing is stored. It works once, within a day, until the first log-in.
"""

from datetime import timedelta

from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import User

__all__ = ["GOOD_FOR", "awaits_first_code", "first_code", "is_first_code"]

GOOD_FOR = timedelta(days=1)  # since the creation of the account
_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"  # no ambiguous letters, and no vowels, to avoid words
_LENGTH = 16  # letters, 69 bits


def awaits_first_code(user: User | None) -> bool:
    """Whether the account belongs to a new superuser who has never logged in."""
    if user is None or not (user.is_superuser and user.is_active and user.email):
        return False
    return user.last_login is None and user.date_joined > timezone.now() - GOOD_FOR


def first_code(user: User) -> str:
    """The code of a superuser, as printed: "BCDF-GHJK-LMNP-QRST"."""
    about = f"{user.pk} {user.password} {user.email} {user.date_joined.isoformat()}"
    digest = salted_hmac("accounts.first_code", about, algorithm="sha256").digest()
    letters = "".join(_LETTERS[byte % len(_LETTERS)] for byte in digest[:_LENGTH])
    return "-".join(letters[start : start + 4] for start in range(0, _LENGTH, 4))


def is_first_code(user: User | None, given: str) -> bool:
    """Whether this is the account's code and still valid, ignoring case and spacing."""
    if user is None or not awaits_first_code(user):
        return False
    return constant_time_compare(_plain(given), _plain(first_code(user)))


def _plain(code: str) -> str:
    return "".join(each for each in code.upper() if each.isalnum())
