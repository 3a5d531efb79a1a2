"""The code with which the first administrator gets in before mail works. `createsuperuser` prints it.

It stands in for the code that the first log-in sends by mail, and is made of the account as it is before that log-in,
so that nothing is stored and it counts once: never logged in, this password, this address, created within a day.
"""

from datetime import timedelta

from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import User

__all__ = ["GOOD_FOR", "awaits_first_code", "first_code", "is_first_code"]

GOOD_FOR = timedelta(days=1)  # since the account was made
_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"  # none that is taken for another, and no words
_LENGTH = 16  # letters, 69 bits


def awaits_first_code(user: User | None) -> bool:
    """Whether the account is a superuser's who has never been in, and is new."""
    if user is None or not (user.is_superuser and user.is_active and user.email):
        return False
    return user.last_login is None and user.date_joined > timezone.now() - GOOD_FOR


def first_code(user: User) -> str:
    """The code of a superuser as it is printed: "BCDF-GHJK-LMNP-QRST"."""
    about = f"{user.pk} {user.password} {user.email} {user.date_joined.isoformat()}"
    digest = salted_hmac("accounts.first_code", about, algorithm="sha256").digest()
    letters = "".join(_LETTERS[byte % len(_LETTERS)] for byte in digest[:_LENGTH])
    return "-".join(letters[start : start + 4] for start in range(0, _LENGTH, 4))


def is_first_code(user: User | None, given: str) -> bool:
    """Whether this is the account's code, however it is spaced, and still counts."""
    if user is None or not awaits_first_code(user):
        return False
    return constant_time_compare(_plain(given), _plain(first_code(user)))


def _plain(code: str) -> str:
    return "".join(each for each in code.upper() if each.isalnum())
