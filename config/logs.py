"""What every line of the log says about where it comes from: request, table, person, task.

What is bound in a request or task stands on each of its lines, also on those of Django and of libraries. Never
bound: sessions, addresses, mail addresses, moves, cards.
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

from games.upkeep.figures import figure_time

__all__ = ["LoggedTask", "formatter", "request_middleware", "scrubbed", "with_request_id"]

log = logging.getLogger(__name__)

HEADER = b"x-request-id"
_WELL_FORMED = re.compile(rb"[0-9A-Za-z_-]{8,64}", re.ASCII)
_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_TOKEN = re.compile(  # as in links of invitations, feeds and of the way out of mails
    r"(?<=/join)/[^/\s]+|(?<=/mail/stop)/[^/\s]+|/(?=[^/\s]*\d)[\w:=-]{20,}(?![\w./-]*\.py)"
)
_TABLE = re.compile(r"/tables/(\d{1,18})/")

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Application = Callable[..., Any]  # of ASGI: scope, receive, send; each library has its own types for them


def with_request_id(application: Application) -> Application:
    """Name each request and socket: as the proxy does by X-Request-ID, or anew. The answer carries the name."""

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


_KINDS = {"move_play": "move", "table": "table"}  # of requests whose times are watched by themselves


def request_middleware(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Add the number of who is logged in, and write one line for each request.

    It tells the pattern of the address and not the address itself, which may be a secret: of an invitation, a feed.
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


class LoggedTask(Task):
    """A task whose lines carry its name and number, and the request that it was asked for by."""

    abstract = True

    def apply_async(self, *args: Any, headers: dict[str, Any] | None = None, **options: Any) -> Any:
        """Hand the name of the running request on to the worker."""
        asked_by = {name: value for name, value in get_contextvars().items() if name == "request"}
        return super().apply_async(*args, headers={**asked_by, **(headers or {})}, **options)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run under the names of the task and of the request."""
        names = {"task": self.name.rpartition(".")[2], "task_id": self.request.id}
        if asked_by := (self.request.headers or {}).get("request"):
            names["request"] = asked_by
        if self.request.is_eager:  # within what asked for it
            with bound_contextvars(**names):
                return super().__call__(*args, **kwargs)
        # Not taken away at the end: Celery tells of a failure after it, on the same thread.
        clear_contextvars()
        bind_contextvars(**names)
        return super().__call__(*args, **kwargs)


def formatter() -> structlog.stdlib.ProcessorFormatter:
    """One line of JSON for each event: time, level, logger, event, what is bound, and the traceback if there is one."""
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
    """Scrub what libraries write into their messages."""
    for name in ("event", "exception"):
        if name in line:
            line[name] = scrubbed(str(line[name]))
    return line


def scrubbed(text: str) -> str:
    """The text without addresses of people, and without words that open something."""
    return _TOKEN.sub("/[secret]", _MAIL.sub("[mail]", text))
