"""What the server sends to somebody: a page, the response to a POST, or a message."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from typing import Any
from zipfile import ZipFile

from django.conf import settings
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client

# Parts that are random in each response: CSRF tokens, CSP nonces, signed links in emails, which include the time. And
# hashes of secrets, which are designed not to reveal them.
_RANDOM = re.compile(
    r'(name="csrfmiddlewaretoken" value=|"X-CSRFToken":\s*|nonce[=-]|/mail/stop/|/more-time/|/turn/[\w.-]+:'
    r'|"(?:commitment|digest|head|seal|link)":\s*|class="receipt">|/chance/#|Receipt: \d+-)["\']?[\w+/=:-]+'
)
# Ids of new rows: PostgreSQL's sequences keep counting after a rollback.
_NUMBERS = re.compile(r'((?:id="line-|data-(?:newest|from|to)="|"(?:newest|line)":\s*))\d+')
_LOAD = re.compile(r"[\d.]+(?= on \d+ core)")  # the machine's load, on the moderators' overview
_COOKIES = "Set-Cookie"
_MOMENTS = ("Expires", "RateLimit-Reset")  # contain the time


@dataclass(frozen=True)
class Answer:
    """What the server sent for one URL, or in one message."""

    status: int  # 0 for a message
    headers: tuple[tuple[str, str], ...]
    body: str
    queries: int
    shown: str = ""  # what the rules just revealed to the reader; the bodies may differ only if this does

    @property
    def outline(self) -> tuple[int, tuple[str, ...]]:
        """The parts that must be equal even if the rules show different things."""
        return self.status, tuple(name for name, _value in self.headers)

    def tells_as(self, other: "Answer") -> bool:
        """Whether both answers look the same to a reader, apart from what the rules show."""
        return self == other if self.shown == other.shown else self.outline == other.outline


@dataclass
class QueryCount:
    """The number of queries so far."""

    queries: int = 0


@contextmanager
def count_queries() -> Iterator[QueryCount]:
    """Count database queries."""
    count = QueryCount()

    def count_one(execute: Callable[..., Any], *arguments: Any) -> Any:
        count.queries += 1
        return execute(*arguments)

    with connection.execute_wrapper(count_one):
        yield count


def get_answer(client: Client, address: str) -> Answer:
    """Return the response to a GET."""
    return _answer(lambda secure: client.get(address, secure=secure))


def post_answer(client: Client, address: str, data: Mapping[str, Any]) -> Answer:
    """Return the response to a POST, as sent by a page with htmx."""
    headers = {"HX-Request": "true"}
    return _answer(lambda secure: client.post(address, data, secure=secure, headers=headers))


def program_answer(client: Client, address: str, data: Any, ply: int) -> Answer:
    """Return the response to a POST of a program, with the ply that it saw."""
    heads = {"If-Match": f'"{ply}"'}
    return _answer(
        lambda secure: client.post(address, data, "application/json", secure=secure, headers=heads)
    )


def message_answer(headers: Mapping[str, Any], body: str, queries: int, shown: str = "") -> Answer:
    """A message as an answer."""
    heads = sorted((name, _RANDOM.sub(r"\1*", str(value))) for name, value in headers.items())
    return Answer(0, tuple(heads), _steady(body), queries, shown)


def _steady(body: str) -> str:
    """The text without its random parts."""
    return _NUMBERS.sub(r"\1*", _RANDOM.sub(r"\1*", body))


def _text_of(answer: Any) -> str:
    """The body; for a ZIP the files in it, because compression depends on every byte."""
    body: bytes = answer.getvalue()
    if answer.headers.get("Content-Type") != "application/zip":
        return body.decode(errors="backslashreplace")
    del answer.headers["Content-Length"]
    with ZipFile(BytesIO(body)) as file:
        return "\n".join(f"{each}\n{file.read(each).decode()}" for each in file.namelist())


def _answer(ask: Callable[[bool], Any]) -> Answer:
    cache.clear()  # otherwise rate limits would be reached
    with transaction.atomic(), count_queries() as count:
        answer = ask(not settings.DEBUG)
        body = _text_of(answer)
    kept = [(name, value) for name, value in answer.items() if name not in (_COOKIES, *_MOMENTS)]
    headers = sorted((name, _RANDOM.sub(r"\1*", value)) for name, value in kept)
    cookies = sorted((_COOKIES, name) for name in answer.cookies)
    text = _LOAD.sub("*", _steady(body))
    return Answer(answer.status_code, (*headers, *cookies), text, count.queries)
