"""Read-only mode, as on a full disk: pages show a banner, and posts get a 503.

A process enters it with the first failed write, and leaves it after a minute or after the next successful move.
"""

import errno
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DatabaseError, InterfaceError, OperationalError
from kombu.exceptions import OperationalError as BrokerError
from redis import exceptions as redis

RETRY_SECONDS = 60  # after which a browser may try again

_FILES = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS}
_SQLITE = {
    sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_FSYNC,
    sqlite3.SQLITE_IOERR_TRUNCATE, sqlite3.SQLITE_IOERR_SHMSIZE,
}  # fmt: skip
_POSTGRESQL = {"53100", "58030", "25006"}  # disk full; I/O error; read-only transaction
_REDIS = (redis.ConnectionError, redis.TimeoutError, redis.OutOfMemoryError, redis.ReadOnlyError, BrokerError)

_until = 0.0  # end of read-only mode in this process, by time.monotonic()


def start_read_only_if_full(error: BaseException | None) -> bool:
    """Whether the error means that nothing can be written; if so, start read-only mode."""
    global _until
    is_full = _is_full(error)
    if is_full:
        _until = time.monotonic() + RETRY_SECONDS
    return is_full


def end_read_only() -> None:
    """End read-only mode after a successful write."""
    global _until
    _until = 0.0


def is_read_only() -> bool:
    """Whether a write failed within the last minute."""
    return time.monotonic() < _until


@contextmanager
def writing_if_possible() -> Iterator[None]:
    """Guard a write that a page can do without: it is skipped while nothing can be written."""
    try:
        yield
    except (DatabaseError, OSError) as error:
        if not start_read_only_if_full(error):
            raise


def is_outage(error: BaseException | None) -> bool:
    """Whether the error, or one that led to it, means that Redis or the database can't be used."""
    if error is None:
        return False
    is_lost = isinstance(error, InterfaceError | OperationalError) and _has_no_connection(error.__cause__)
    return (
        is_lost
        or isinstance(error, _REDIS)
        or _is_full(error)
        or is_outage(error.__cause__ or error.__context__)
    )


def _has_no_connection(error: BaseException | None) -> bool:
    """Whether PostgreSQL closed or refused the connection. Errors of SQLite have no such code."""
    code = getattr(error, "sqlstate", "")
    return code is None or code.startswith(("08", "57P"))


def _is_full(error: BaseException | None) -> bool:
    if error is None:
        return False
    code = getattr(error, "sqlite_errorcode", None)
    return (
        (isinstance(error, OSError) and error.errno in _FILES)
        or (code is not None and (code in _SQLITE or code & 0xFF == sqlite3.SQLITE_READONLY))
        or getattr(error, "sqlstate", None) in _POSTGRESQL
        or _is_full(error.__cause__)
    )
