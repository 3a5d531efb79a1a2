"""Make calls at the same time, each in its own thread with its own connection."""

import threading
from collections.abc import Callable, Sequence
from typing import Any

from django.db import connection


def at_once(calls: Sequence[Callable[[], Any]]) -> list[Any]:
    """Return the result of each call, or the exception that it raised."""
    start = threading.Barrier(len(calls))
    given: list[Any] = [None] * len(calls)

    def run(number: int) -> None:
        try:
            connection.ensure_connection()
            start.wait(60)
            given[number] = calls[number]()
        except Exception as error:
            given[number] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return given
