"""The API as a class."""

import json
import time
import uuid
from collections.abc import Iterator, Mapping
from http.client import HTTPException
from typing import Any, cast
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from captain.errors import CaptainError, Problem, Unreachable
from captain.shapes import Account, Event, Facts, Invitation, LogEntry, Row, Table

_TRIES = 4  # of one request, while the site is busy or unreachable
_LONGEST = 30  # seconds to wait before the next try
_TIMEOUT = 60.0  # seconds; streams send a sign of life every 25


class _NoRedirects(HTTPRedirectHandler):
    """Redirects are errors, because they would send the token to another address."""

    def redirect_request(self, *_args: Any, **_more: Any) -> None:
        return None


class Client:
    """A site for one account. All methods raise Problem if the site refuses, and Unreachable without an answer."""

    def __init__(self, site: str, token: str) -> None:
        """`site` is the address of its first page, such as https://play.example.org. Raises CaptainError."""
        if urlsplit(site).scheme not in ("http", "https") or not urlsplit(site).hostname:
            raise CaptainError(f"Expected an address such as https://play.example.org, but got {site}.")
        if not token or not token.isascii() or not token.isprintable():
            raise CaptainError("This isn't a token. Tokens begin with captain_.")
        self.site, self._token = site.rstrip("/"), token
        self._opener = build_opener(_NoRedirects)

    def ask(
        self, method: str, path: str, body: object = None, *, ply: int | None = None, **query: object
    ) -> Any:
        """Send a request below /api/v1, again if the site is busy; returns the answer's JSON.

        Writes have an idempotency key, so that a repeat does nothing twice.
        """
        heads = {"Idempotency-Key": uuid.uuid4().hex} if method != "GET" else {}
        if ply is not None:
            heads["If-Match"] = f'"{ply}"'
        request = self._request(method, path, body, heads, query)
        for left in reversed(range(_TRIES)):
            try:
                with self._open(request) as answer:
                    return json.load(answer)
            except Problem as problem:
                wait = _seconds(problem)
                if not left or wait is None or wait > _LONGEST:
                    raise
                time.sleep(wait)
            except Unreachable:
                if not left:
                    raise
                time.sleep(0.5)
            except (ValueError, OSError, HTTPException) as error:
                raise Unreachable(f"{self.site} sent no usable answer: {error}") from error
        raise AssertionError("unreachable")

    def _request(
        self, method: str, path: str, body: object, heads: Mapping[str, str], query: Mapping[str, object]
    ) -> Request:
        given = {name: value for name, value in query.items() if value is not None}
        address = f"{self.site}/api/v1{path}" + (f"?{urlencode(given)}" if given else "")
        data = None if body is None else json.dumps(body).encode()
        usual = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}
        return Request(address, data, {**usual, **heads}, method=method)  # noqa: S310  # checked in __init__

    def _open(self, request: Request) -> Any:
        try:
            return self._opener.open(request, timeout=_TIMEOUT)
        except HTTPError as error:
            with error:
                raise self._problem(error) from error
        except (OSError, HTTPException) as error:
            raise Unreachable(f"{self.site} doesn't answer: {getattr(error, 'reason', error)}") from error

    def _problem(self, error: HTTPError) -> CaptainError:
        if 300 <= error.code < 400:
            return CaptainError(f"{self.site} has moved to {error.headers.get('Location')}: log in there.")
        try:
            problem = Problem.read(error.code, json.load(error))
        except ValueError:
            problem = Problem.read(error.code, None)
        problem.retry_after = error.headers.get("Retry-After", "")
        return problem

    def account(self) -> Account:
        """Your account, and what the token allows."""
        return cast(Account, self.ask("GET", "/account"))

    def tables(self, *, finished: bool = False) -> Iterator[Row]:
        """Your tables: the running and open ones, or the finished ones."""
        after: str | None = None
        while True:
            page = self.ask("GET", "/tables", finished=str(finished).lower(), after=after)
            yield from page["tables"]
            after = page["next"]
            if after is None:
                return

    def invitations(self) -> list[Invitation]:
        """Your open invitations, newest first."""
        return cast(list[Invitation], self.ask("GET", "/invitations")["invitations"])

    def table(self, table_id: int) -> Table:
        """A table, as you may see it."""
        return cast(Table, self.ask("GET", f"/tables/{table_id}"))

    def play(self, table: Table, *moves: Facts) -> Table:
        """Make a move at the table's ply; returns the table after it. Several moves of one decision are made together.

        If the table has changed in a way that matters to you, nothing is done: Problem `changed-meanwhile`.
        """
        path = f"/tables/{table['id']}/moves"
        return cast(Table, self.ask("POST", path, {"moves": list(moves)}, ply=table["ply"]))

    def take_back(self, table: Table) -> Table:
        """Take back your latest move."""
        return cast(Table, self.ask("POST", f"/tables/{table['id']}/take-back", ply=table["ply"]))

    def resign(self, table: Table) -> Table:
        """Leave a running game for good."""
        return cast(Table, self.ask("POST", f"/tables/{table['id']}/resign", ply=table["ply"]))

    def say(self, table_id: int, text: str) -> None:
        """Write in a table's chat."""
        self.ask("POST", f"/tables/{table_id}/chat", {"text": text})

    def log(self, table_id: int, since: int = -2) -> Iterator[LogEntry]:
        """The log after a ply, oldest entry first; the set-up is ply -1."""
        while True:
            page = self.ask("GET", f"/tables/{table_id}/log", since=since)
            yield from page["entries"]
            since = page["last"]
            if page["is_all"]:
                return

    def export(self, table_id: int) -> Facts:
        """The game as one document: docs/export.md."""
        return cast(Facts, self.ask("GET", f"/tables/{table_id}/export"))

    def place(self) -> str:
        """The place in the stream of events now: take it before you look at a table, and you miss nothing after."""
        return str(self.ask("GET", "/events/poll")["last"])

    def watch(self, table_id: int | None = None, last: str = "") -> Iterator[Event]:
        """Events without end: those after a place, or first the tables that wait for you.

        After a break it continues where it was. `table_id` adds a table at which you don't play. Stops only for a
        Problem that waiting can't cure.
        """
        while True:
            try:
                for place, event in self._stream(table_id, last):
                    last = place
                    if event is not None:
                        yield event
            except Problem as problem:
                wait = _seconds(problem)
                if wait is None:
                    raise
                time.sleep(min(wait, _LONGEST))
            except (Unreachable, OSError, HTTPException):
                pass
            time.sleep(1)

    def _stream(self, table_id: int | None, last: str) -> Iterator[tuple[str, Event | None]]:
        """The places in the stream, with the events there."""
        heads = {"Last-Event-ID": last} if last else {}
        with self._open(self._request("GET", "/events", None, heads, {"table": table_id})) as stream:
            for line in stream:
                name, _colon, value = line.decode().rstrip("\r\n").partition(": ")
                if name == "id":
                    last = value
                    yield last, None
                elif name == "data":
                    yield last, cast(Event, json.loads(value))


def _seconds(problem: Problem) -> float | None:
    """After how many seconds the same request may succeed; None if it won't."""
    if problem.code == "in-progress":
        return 1
    if problem.status not in (429, 502, 503, 504):
        return None
    return int(problem.retry_after) if problem.retry_after.isdigit() else 2
