"""What operators are told when something breaks: a mail to ADMINS, and an event at SENTRY_DSN.

Neither says anything that a player may not know of another: no bodies, cookies, addresses, values of variables, nor the
words of errors, which may name a card. They say what kind of error it is, where in the code, and by which request; the
rest stands in the log of the server.
"""

import logging
import queue
import threading
import time
import traceback
from typing import Any

from django.core.mail import mail_admins
from structlog.contextvars import get_contextvars

from config.logs import scrubbed

__all__ = ["OperatorMails", "sentry_start"]

AGAIN_SECONDS = 3600  # until the same error is mailed again
PER_HOUR = 20  # mails of one process about errors
LATE_PER_HOUR = 20  # besides, about what is late: however much else breaks, that is told
FRAMES = 12  # innermost ones of a traceback


class OperatorMails(logging.Handler):
    """Mails errors of the log to ADMINS, each kind once an hour. Who logs never waits for the mail server.

    Records with a sentence for operators (`told`), as what is late has one, have a budget of their own.
    """

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self._waiting: queue.Queue[tuple[str, str]] = queue.Queue()
        self._told: dict[bool, dict[str, float]] = {
            False: {},
            True: {},
        }  # subjects; apart, those with a sentence
        self._thread: threading.Thread | None = None

    def emit(self, record: logging.LogRecord) -> None:
        """Queue a mail, unless it was told already, too much was, or too many wait for a mail server."""
        if record.name.startswith("django.core.mail") or getattr(record, "is_of_mails", False):
            return
        subject = _subject(record)
        if not self._is_due(subject, is_late=hasattr(record, "told")):
            return
        self._waiting.put_nowait((subject, _body(record)))
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._send, name="operator-mails", daemon=True)
            self._thread.start()

    def _is_due(self, subject: str, *, is_late: bool) -> bool:
        """Whether it is to be mailed; if so, it counts as told."""
        now, most = time.monotonic(), LATE_PER_HOUR if is_late else PER_HOUR
        told = {key: at for key, at in self._told[is_late].items() if now - at < AGAIN_SECONDS}
        self._told[is_late] = told
        is_full = len(told) >= most or self._waiting.qsize() >= PER_HOUR + LATE_PER_HOUR * is_late
        if subject in told or is_full:
            return False
        told[subject] = now
        return True

    def _send(self) -> None:
        while True:
            subject, body = self._waiting.get()
            try:
                mail_admins(subject, body)
            except Exception:  # any error of a mail server: the log has what was to be told
                logging.getLogger(__name__).exception("no mail to ADMINS", extra={"is_of_mails": True})
            finally:
                self._waiting.task_done()

    def wait(self) -> None:
        """Wait until all is sent."""
        self._waiting.join()


def _subject(record: logging.LogRecord) -> str:
    if hasattr(record, "told"):
        return record.getMessage()
    kind = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else "error"
    return f"{kind}, told by {record.name} ({record.module}:{record.lineno})"


def _body(record: logging.LogRecord) -> str:
    """The sentence that is meant for operators, or where in the code it happened; and what to look for in the log."""
    known = {**get_contextvars(), **getattr(record, "facts", {})}
    names = [f"{name}: {known[name]}" for name in ("request", "task", "route", "table") if known.get(name)]
    frames = traceback.extract_tb(record.exc_info[2])[-FRAMES:] if record.exc_info else []
    places = [f"  {frame.filename}:{frame.lineno} in {frame.name}" for frame in frames]
    return "\n".join(
        [getattr(record, "told", ""), *names, *places, "The log of the server says more."]
    ).lstrip()


def sentry_start(dsn: str) -> None:
    """Send errors of the log to Sentry, or to what speaks its protocol, from now on."""
    import sentry_sdk  # noqa: PLC0415  # only where it is wanted
    from sentry_sdk.integrations.logging import LoggingIntegration  # noqa: PLC0415

    sentry_sdk.init(
        dsn,
        default_integrations=False,  # which would look at requests and at queries
        integrations=[LoggingIntegration(level=None, event_level=logging.ERROR)],
        data_collection={
            "user_info": False,
            "cookies": {"mode": "off"},
            "http_headers": {"request": {"mode": "off"}},
            "http_bodies": [],
            "url_query_params": {"mode": "off"},
            "database_query_data": False,
            "queues": False,
            "stack_frame_variables": False,
            "frame_context_lines": 0,
        },
        max_breadcrumbs=0,
        send_client_reports=False,
        auto_session_tracking=False,
        before_send=_bare,
    )


def _bare(event: Any, _hint: Any) -> Any:
    """The event with what `_KEPT` names, and nothing else that a later release of the library may add."""
    bare = {name: event[name] for name in _KEPT if name in event}
    logged = event.get("logentry") or {}
    # The template, without what was put into it.
    bare["logentry"] = {"message": scrubbed(str(logged.get("message", "")))}
    bare["exception"] = {"values": [_kind(each) for each in (event.get("exception") or {}).get("values", [])]}
    names = ("request", "task", "table")
    bare["tags"] = {name: str(value) for name, value in get_contextvars().items() if name in names}
    return bare


_KEPT = ("event_id", "timestamp", "level", "logger", "platform", "release", "environment", "sdk")


def _kind(error: Any) -> dict[str, Any]:
    """Type and places of an error, without its words."""
    frames = (error.get("stacktrace") or {}).get("frames", [])
    names = ("filename", "module", "function", "lineno", "in_app")
    places = [{name: frame[name] for name in names if name in frame} for frame in frames]
    return {"type": error.get("type"), "module": error.get("module"), "stacktrace": {"frames": places}}
