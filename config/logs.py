"""Adds context to every log line: request, table, person, task.

Whatever is bound in a request or task appears on all of its lines, including those of Django and libraries. Never bind
sessions, IP addresses, email addresses, moves or cards.
"""

import logging
import re
import time
import uuid
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import structlog
from celery import Task
from django.http import HttpRequest, HttpResponseBase
from structlog.contextvars import bind_contextvars, bound_contextvars, clear_contextvars, get_contextvars
from structlog.typing import EventDict

from games.upkeep.figures import figure_count, figure_time

log = logging.getLogger(__name__)

HEADER = b"x-request-id"
_WELL_FORMED = re.compile(rb"[0-9A-Za-z_-]{8,64}", re.ASCII)
_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_TOKEN = re.compile(  # as in the links of invitations, feeds and unsubscribe pages
    r"(?<=/join)/[^/\s]+|(?<=/mail/stop)/[^/\s]+|(?<=/turn)/[^/\s]+|/(?=[^/\s]*\d)[\w:=-]{20,}(?![\w./-]*\.py)"
)
_TABLE = re.compile(r"/tables/(\d{1,18})/")

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Application = Callable[..., Any]  # ASGI application; each library types scope, receive and send differently


def with_request_id(application: Application) -> Application:
    """Give each request and socket an id: the proxy's X-Request-ID, or a new one. The response contains it."""

    async def named(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await application(scope, receive, send)
            return
        name = _name_in(scope)

        async def answer(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), (HEADER, name.encode())]
            await send(message)

        with bound_contextvars(request=name, **_table_in(scope["path"])):
            await application(scope, receive, answer)

    return named


def _name_in(scope: Scope) -> str:
    given = [value for header, value in scope["headers"] if header == HEADER]
    if len(given) == 1 and _WELL_FORMED.fullmatch(given[0]):
        return str(given[0].decode())
    return uuid.uuid4().hex


def _table_in(path: str) -> dict[str, int]:
    found = _TABLE.search(path)
    return {"table": int(found[1])} if found else {}


_KINDS = {"move_play": "move", "table": "table"}  # views whose response times are recorded separately


def request_middleware(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Add the user's id, and log one line for each request.

    It logs the URL pattern and not the URL, which may contain a secret of an invitation or a feed.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        began = time.monotonic()
        if request.user.is_authenticated:
            bind_contextvars(user=request.user.pk)
        response = get_response(request)
        found, seconds = request.resolver_match, time.monotonic() - began
        figure_time("request", _KINDS.get(found.url_name or "", "other") if found else "other", seconds)
        facts = {
            "method": request.method, "route": found.route if found else None, "status": response.status_code,
            "milliseconds": round(seconds * 1000),
        }  # fmt: skip
        log.info("%(method)s %(route)s: %(status)s in %(milliseconds)s ms", facts, extra={"facts": facts})
        return response

    return middleware


class Refusals(logging.Handler):
    """Logs and counts the requests that Django refuses. Strangers cause them, so none is more than a warning."""

    def emit(self, record: logging.LogRecord) -> None:
        """Pass the record to the usual handlers, without its traceback."""
        figure_count("refused", record.name.rpartition(".")[2])
        record.levelno, record.levelname, record.exc_info = logging.WARNING, "WARNING", None
        logging.getLogger().handle(record)


class LoggedTask(Task):
    """A task whose log lines contain its name and id, and the request that started it."""

    abstract = True

    def apply_async(self, *args: Any, headers: dict[str, Any] | None = None, **options: Any) -> Any:
        """Pass the id of the current request to the worker."""
        asked_by = {name: value for name, value in get_contextvars().items() if name == "request"}
        return super().apply_async(*args, headers={**asked_by, **(headers or {})}, **options)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run with the context of the task and of the request."""
        names = {"task": self.name.rpartition(".")[2], "task_id": self.request.id}
        if asked_by := (self.request.headers or {}).get("request"):
            names["request"] = asked_by
        if self.request.is_eager:  # runs within the request that started it
            with bound_contextvars(**names):
                return super().__call__(*args, **kwargs)
        # Not removed at the end, because Celery logs a failure later, on the same thread.
        clear_contextvars()
        bind_contextvars(**names)
        return super().__call__(*args, **kwargs)


def formatter() -> structlog.stdlib.ProcessorFormatter:
    """One JSON line per event: time, level, logger, event, context, and the traceback if there is one."""
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[
            structlog.contextvars.merge_contextvars,
            structlog.stdlib.add_log_level,
            structlog.stdlib.add_logger_name,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
        ],
        processors=[
            _facts,
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            _scrub,
            structlog.processors.JSONRenderer(),
        ],
    )


def _facts(_logger: Any, _method: str, line: EventDict) -> EventDict:
    return {**line, **getattr(line["_record"], "facts", {})}


def _scrub(_logger: Any, _method: str, line: EventDict) -> EventDict:
    """Scrub messages and tracebacks, which may come from libraries."""
    for name in ("event", "exception"):
        if name in line:
            line[name] = scrubbed(str(line[name]))
    return line


def scrubbed(text: str) -> str:
    """Return the text without email addresses and without secret tokens."""
    return _TOKEN.sub("/[secret]", _MAIL.sub("[mail]", text))
