"""Reports errors to operators: by email to ADMINS, and as events to SENTRY_DSN.

Neither contains anything that must stay secret between players: no bodies, cookies, addresses, variable values or error
messages, which may name a card. They contain the type of the error, the place in the code, and the request id.
Everything else is in the server's log.
"""

import hashlib
import logging
import queue
import threading
import time
import traceback
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.core.mail import EmailMessage
from structlog.contextvars import get_contextvars

from accounts.mails import automatic_headers
from config.logs import scrubbed
from games.pages.read_only import is_outage

AGAIN_SECONDS = 3600  # until the same error is emailed again
PER_HOUR = 20  # error emails
LATE_PER_HOUR = 20  # for late work and outages, per process, so that other errors can't suppress it
FRAMES = 12  # innermost frames of a traceback


class OperatorMails(logging.Handler):
    """Emails logged errors to ADMINS, each kind once an hour. Logging never waits for the mail server.

    Records with a sentence for operators (`told`), which are about late work and outages, have their own limit. During
    an outage, errors that only show the outage are not emailed.
    """

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._waiting: queue.Queue[tuple[str, str, bool]] = queue.Queue()
        self._told: dict[bool, dict[str, float]] = {
            False: {},
            True: {},
        }  # when each subject was last emailed; True: with a sentence
        self._thread: threading.Thread | None = None

    def emit(self, record: logging.LogRecord) -> None:
        """Queue an email, unless it was sent recently or a limit is reached."""
        is_told = hasattr(record, "told")
        if record.name.startswith("django.core.mail") or getattr(record, "is_of_mails", False):
            return
        if not is_told and (record.levelno < logging.ERROR or _is_of_outage(record)):
            return
        subject, body = _subject(record), _body(record)
        if not self._is_due(body if is_told else subject, is_late=is_told):
            return
        self._waiting.put_nowait((subject, body, is_told))
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._send, name="operator-mails", daemon=True)
            self._thread.start()

    def _is_due(self, subject: str, *, is_late: bool) -> bool:
        """Whether to email the subject now. If so, record the time."""
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
            subject, body, is_told = self._waiting.get()
            try:
                if is_told or _is_within_shared_limit(subject):
                    _mail(subject, body)
            except Exception:  # mail servers can raise anything; the log has the original error
                logging.getLogger(__name__).exception("could not email ADMINS", extra={"is_of_mails": True})
            finally:
                self._waiting.task_done()

    def wait(self) -> None:
        """Wait until all queued emails are sent."""
        self._waiting.join()


def _is_within_shared_limit(subject: str) -> bool:
    """Whether the processes together have not reached a limit. Records with a sentence are logged only once anyway."""
    try:
        if not cache.add(f"operators:{hashlib.sha256(subject.encode()).hexdigest()}", 1, AGAIN_SECONDS):
            return False
        cache.add("operators", 0, AGAIN_SECONDS)
        return int(cache.incr("operators")) <= PER_HOUR
    except Exception:  # without a cache, each process has its own limit
        return True


def _is_of_outage(record: logging.LogRecord) -> bool:
    """Whether the record's error comes from Redis or a database that can't be used. Celery logs some as an argument."""
    logged = record.exc_info[1] if record.exc_info else None
    found = [logged, *(record.args if isinstance(record.args, tuple) else ())]
    return any(is_outage(each) for each in found if isinstance(each, BaseException))


def _mail(subject: str, body: str) -> None:
    EmailMessage(
        settings.EMAIL_SUBJECT_PREFIX + " ".join(subject.split()), body, settings.SERVER_EMAIL,
        [address for _name, address in settings.ADMINS], headers=automatic_headers(),
    ).send()  # fmt: skip


def _subject(record: logging.LogRecord) -> str:
    if hasattr(record, "told"):
        return record.getMessage()
    kind = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else "error"
    return f"{kind}, logged by {record.name} ({record.module}:{record.lineno})"


def _body(record: logging.LogRecord) -> str:
    """The sentence for operators, or the place in the code; and what to search for in the log."""
    known = {**get_contextvars(), **getattr(record, "facts", {})}
    names = [f"{name}: {known[name]}" for name in ("request", "task", "route", "table") if known.get(name)]
    frames = traceback.extract_tb(record.exc_info[2])[-FRAMES:] if record.exc_info else []
    places = [f"  {frame.filename}:{frame.lineno} in {frame.name}" for frame in frames]
    return "\n".join(
        [getattr(record, "told", ""), *names, *places, "See the server log for details."]
    ).lstrip()


def sentry_start(dsn: str) -> None:
    """Start sending logged errors to Sentry, or to a compatible service."""
    import sentry_sdk  # noqa: PLC0415  # only where it is wanted
    from sentry_sdk.integrations.logging import LoggingIntegration  # noqa: PLC0415

    sentry_sdk.init(
        dsn,
        default_integrations=False,  # they would look at requests and queries
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
        before_send=_strip_event,
    )


def _strip_event(event: Any, _hint: Any) -> Any:
    """The event with only the allowed fields, whatever a later version of the library adds."""
    bare = {name: event[name] for name in _KEPT if name in event}
    logged = event.get("logentry") or {}
    # The message template, without its arguments.
    bare["logentry"] = {"message": scrubbed(str(logged.get("message", "")))}
    bare["exception"] = {"values": [_kind(each) for each in (event.get("exception") or {}).get("values", [])]}
    names = ("request", "task", "table")
    bare["tags"] = {name: str(value) for name, value in get_contextvars().items() if name in names}
    return bare


_KEPT = ("event_id", "timestamp", "level", "logger", "platform", "release", "environment", "sdk")


def _kind(error: Any) -> dict[str, Any]:
    """The type and places of an error, without its message."""
    frames = (error.get("stacktrace") or {}).get("frames", [])
    names = ("filename", "module", "function", "lineno", "in_app")
    places = [{name: frame[name] for name in names if name in frame} for frame in frames]
    return {"type": error.get("type"), "module": error.get("module"), "stacktrace": {"frames": places}}
