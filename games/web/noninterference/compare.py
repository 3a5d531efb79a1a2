"""All answers that a reader gets in two worlds, compared: status, headers, bytes and the count of queries."""

import difflib
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.models import Permission
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client, override_settings

from accounts.models import User
from games.models import Preferences, Table
from games.web.noninterference.addresses import addresses_of, links_in
from games.web.noninterference.other_world import Dealt, deal_anew

__all__ = ["Compared", "Difference", "Reader", "compare_table", "readers_of"]

OPENED = 200
EXCERPT = 12  # lines of a difference that are shown

# What is drawn anew for each answer: tokens of forms, the nonce of the policy, cookies.
_RANDOM = re.compile(r'(name="csrfmiddlewaretoken" value=|"X-CSRFToken":\s*|nonce[=-])["\']?[\w+/=-]+')
_COOKIES = "Set-Cookie"
_MOMENT = "Expires"  # of what is never cached: the second of the answer


@dataclass(frozen=True)
class Reader:
    """Somebody who opens the pages: with an account or without, on a seat or on none."""

    name: str  # in the report
    user: User | None
    seat: int | None


@dataclass(frozen=True)
class Answer:
    """What a server has told by one answer."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: str
    queries: int


@dataclass(frozen=True)
class Difference:
    """One address that tells a reader of what is hidden; or one that changes by itself, if it is not `steady`."""

    reader: str
    address: str
    what: tuple[str, ...]  # of: status, headers, bytes, queries
    excerpt: str
    steady: bool = True

    def __str__(self) -> str:
        word = "differs" if self.steady else "changes by itself, not comparable"
        return f"{self.reader}: {self.address}: {', '.join(self.what)} {word}\n{self.excerpt}"


@dataclass(frozen=True)
class Compared:
    """One table, compared for one reader."""

    reader: str
    dealt: Dealt
    answers: int  # addresses compared
    opened: int  # of them, how many show a page: the others refuse or lead elsewhere
    unfilled: tuple[str, ...]  # routes that were not
    differences: tuple[Difference, ...]


class _Undo(Exception):
    """Leaves a transaction, so that nothing of it stays."""


@contextmanager
def _undone() -> Iterator[None]:
    try:
        with transaction.atomic():
            yield
            raise _Undo
    except _Undo:
        pass


def readers_of(table: Table) -> Iterator[Reader]:
    """The owner of each seat, an outsider, a moderator without a second factor, and who is not logged in.

    Outsider and moderator are made here: call it inside of a transaction that is rolled back.
    """
    for seat in table.seats.exclude(user=None).select_related("user").order_by("number"):
        if not seat.has_bot:
            yield Reader(f"seat {seat.number}", seat.user, seat.number)
    yield Reader("outsider", User.objects.create_user("eyes-outsider", "outsider@example.invalid"), None)
    yield Reader("moderator", _moderator(), None)
    yield Reader("anonymous", None, None)


def _moderator() -> User:
    user = User.objects.create_user("eyes-moderator", "moderator@example.invalid", is_staff=True)
    rights = Permission.objects.filter(content_type__app_label__in=["accounts", "games"])
    user.user_permissions.set(rights.exclude(codename="see_full_state"))
    return user


def compare_table(table: Table, number: int = 0, *, whole: bool = True) -> list[Compared]:
    """Compare a running table for every reader; if not `whole`, only at addresses that depend on a table.

    Nothing of it stays in the database.
    """
    found: list[Compared] = []
    memory = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "eyes"}}
    with override_settings(CACHES=memory, ALLOWED_HOSTS=["*"]), _undone():
        for reader in list(readers_of(table)):
            if reader.user is not None:
                token = {"feed_token": Preferences.new_feed_token()}
                Preferences.objects.update_or_create(user=reader.user, defaults=token)
            found.append(_compare(table, reader, number, whole))
    return found


def _compare(table: Table, reader: Reader, number: int, whole: bool) -> Compared:
    addresses, unfilled = addresses_of(table, reader.user, whole=whole)
    with _undone():
        true = _answers(reader, addresses, follow=True)
    with _undone():
        dealt = deal_anew(table, reader.seat, number)
        other = _answers(reader, list(true))
    suspects = [address for address in true if true[address] != other[address]]
    with _undone():  # all of them: an answer may hold a word about what was opened before it
        again = _answers(reader, list(true)) if suspects else {}
    pairs = [(each, true[each], other[each], again[each]) for each in suspects]
    differences = [_difference(reader, *pair) for pair in pairs if pair[2] != pair[3]]
    opened = sum(answer.status == OPENED for answer in true.values())
    return Compared(reader.name, dealt, len(true), opened, tuple(unfilled), tuple(differences))


def _difference(reader: Reader, address: str, true: Answer, other: Answer, again: Answer) -> Difference:
    """How the true world's answer and the other's differ.

    The first answer of a process may take more queries, and minutes pass: whatever the true world tells only once is
    no difference; what it tells anew each time cannot be compared.
    """
    parts = {"status": "status", "headers": "headers", "bytes": "body", "queries": "queries"}
    what = [word for word, part in parts.items() if getattr(again, part) != getattr(other, part)]
    steady = all(getattr(true, parts[word]) == getattr(again, parts[word]) for word in what)
    return Difference(reader.name, address, tuple(what), _excerpt(again, other), steady)


def _excerpt(true: Answer, other: Answer) -> str:
    lines = list(difflib.unified_diff(_lines(true), _lines(other), "true", "dealt anew", n=0, lineterm=""))
    return "\n".join(f"    {line[:200]}" for line in lines[2 : EXCERPT + 2])


def _lines(answer: Answer) -> list[str]:
    heads = [f"{name}: {value}" for name, value in answer.headers]
    counted = f"queries: {answer.queries}"
    return [f"status: {answer.status}", counted, *heads, *answer.body.replace("><", ">\n<").splitlines()]


def _answers(reader: Reader, addresses: list[str], *, follow: bool = False) -> dict[str, Answer]:
    """Answers by address; with `follow` also those of the views that pages of the table link to."""
    client = _client(reader)
    found: dict[str, Answer] = {}
    waiting = list(addresses)
    for address in waiting:
        found[address] = _answer(client, address)
        if follow and address.startswith("/tables/") and "?" not in address:
            links = links_in(address, found[address].body)
            waiting += [link for link in links if link not in waiting]
    return found


def _client(reader: Reader) -> Client:
    client = Client(raise_request_exception=False, SERVER_NAME=urlsplit(settings.SITE_URL).hostname)
    if reader.user is None:
        return client
    client.force_login(reader.user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def _answer(client: Client, address: str) -> Answer:
    cache.clear()  # or rate limits would be reached
    count = 0

    def counted(execute: Callable[..., Any], *arguments: Any) -> Any:
        nonlocal count
        count += 1
        return execute(*arguments)

    with transaction.atomic(), connection.execute_wrapper(counted):
        answer = client.get(address, secure=not settings.DEBUG)
        body = answer.getvalue()
    kept = [(name, value) for name, value in answer.items() if name not in (_COOKIES, _MOMENT)]
    headers = sorted((name, _RANDOM.sub(r"\1*", value)) for name, value in kept)
    cookies = sorted((_COOKIES, name) for name in answer.cookies)
    text = _RANDOM.sub(r"\1*", body.decode(errors="backslashreplace"))
    return Answer(answer.status_code, (*headers, *cookies), text, count)
