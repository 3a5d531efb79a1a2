"""What a server has told somebody: by a page, by the answer to a post, or by a message that it sent."""

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

__all__ = ["Answer", "Counted", "counted", "get_answer", "post_answer", "told"]

# What is drawn anew for each answer: tokens of forms, the nonce of the policy, the words of links in mails, which have
# the second in which they were signed. And what is a hash of something secret, and made not to tell it.
_RANDOM = re.compile(
    r'(name="csrfmiddlewaretoken" value=|"X-CSRFToken":\s*|nonce[=-]|/mail/stop/|/more-time/'
    r'|"commitment":\s*|"seal":\s*|"link":\s*|class="receipt">|Commitment: |Receipt: \d+-)["\']?[\w+/=:-]+'
)
# Numbers of new rows: a sequence of PostgreSQL goes on although what was written is rolled back.
_NUMBERS = re.compile(r'((?:id="line-|data-(?:newest|from|to)="|"(?:newest|line)":\s*))\d+')
_LOAD = re.compile(r"[\d.]+(?= on \d+ core)")  # of the machine, on the overview of moderators
_COOKIES = "Set-Cookie"
_MOMENT = "Expires"  # of what is never cached: the second of the answer


@dataclass(frozen=True)
class Answer:
    """What the server told at one address, or by one message."""

    status: int  # 0 of a message
    headers: tuple[tuple[str, str], ...]
    body: str
    queries: int
    shown: str = (
        ""  # what the rules show the reader anew with it: in both worlds the same, or there is a reason
    )

    @property
    def outline(self) -> tuple[int, tuple[str, ...]]:
        """What must be the same even where the rules show other things in the other world."""
        return self.status, tuple(name for name, _value in self.headers)

    def tells_as(self, other: "Answer") -> bool:
        """Whether a reader cannot tell the two worlds by it, except by what the rules show."""
        return self == other if self.shown == other.shown else self.outline == other.outline


@dataclass
class Counted:
    """The number of queries so far."""

    queries: int = 0


@contextmanager
def counted() -> Iterator[Counted]:
    """Count queries to the database."""
    count = Counted()

    def count_one(execute: Callable[..., Any], *arguments: Any) -> Any:
        count.queries += 1
        return execute(*arguments)

    with connection.execute_wrapper(count_one):
        yield count


def get_answer(client: Client, address: str) -> Answer:
    """The answer to a GET."""
    return _answer(lambda secure: client.get(address, secure=secure))


def post_answer(client: Client, address: str, data: Mapping[str, Any]) -> Answer:
    """The answer to a POST, as a page with htmx makes it."""
    headers = {"HX-Request": "true"}
    return _answer(lambda secure: client.post(address, data, secure=secure, headers=headers))


def told(headers: Mapping[str, Any], body: str, queries: int, shown: str = "") -> Answer:
    """What a message tells."""
    heads = sorted((name, _RANDOM.sub(r"\1*", str(value))) for name, value in headers.items())
    return Answer(0, tuple(heads), _steady(body), queries, shown)


def _steady(body: str) -> str:
    """What is told, without what is drawn anew each time."""
    return _NUMBERS.sub(r"\1*", _RANDOM.sub(r"\1*", body))


def _text_of(answer: Any) -> str:
    """The body; of a ZIP the files in it, for what they are packed into hangs on every letter of them."""
    body: bytes = answer.getvalue()
    if answer.headers.get("Content-Type") != "application/zip":
        return body.decode(errors="backslashreplace")
    del answer.headers["Content-Length"]
    with ZipFile(BytesIO(body)) as file:
        return "\n".join(f"{each}\n{file.read(each).decode()}" for each in file.namelist())


def _answer(ask: Callable[[bool], Any]) -> Answer:
    cache.clear()  # or rate limits would be reached
    with transaction.atomic(), counted() as count:
        answer = ask(not settings.DEBUG)
        body = _text_of(answer)
    kept = [(name, value) for name, value in answer.items() if name not in (_COOKIES, _MOMENT)]
    headers = sorted((name, _RANDOM.sub(r"\1*", value)) for name, value in kept)
    cookies = sorted((_COOKIES, name) for name in answer.cookies)
    text = _LOAD.sub("*", _steady(body))
    return Answer(answer.status_code, (*headers, *cookies), text, count.queries)
