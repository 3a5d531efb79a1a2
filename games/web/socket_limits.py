"""Limits on the open sockets of one person and of one address, per process."""

from collections import Counter
from collections.abc import Mapping

from django.conf import settings

__all__ = ["socket_release", "socket_take"]

_held: Counter[str] = Counter()  # open sockets of this process, by person and by address


def socket_take(person: int | None, address: str) -> list[str] | None:
    """Count one more socket; None if the person or address has too many. Pass the result to `socket_release`."""
    keys = _keys(person, address)
    if any(_held[key] >= most for key, most in keys.items()):
        return None
    _held.update(keys.keys())
    return list(keys)


def socket_release(taken: list[str]) -> None:
    """Count one socket less."""
    _held.subtract(taken)
    for key in taken:
        if _held[key] <= 0:
            del _held[key]


def _keys(person: int | None, address: str) -> Mapping[str, int]:
    limits = {f"address:{address}": settings.SOCKETS_PER_ADDRESS}
    return limits if person is None else {**limits, f"person:{person}": settings.SOCKETS_PER_PERSON}
