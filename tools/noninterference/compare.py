"""Compares everything that a reader gets in two worlds: status, headers, bytes and number of queries."""

import difflib
from dataclasses import dataclass, field

from django.test import override_settings

from games.models import Table
from tools.noninterference.addresses import addresses_of, links_in
from tools.noninterference.answers import Answer, get_answer
from tools.noninterference.messages import messages_to
from tools.noninterference.plies import Post, after_others, after_posts, posts_by
from tools.noninterference.readers import Reader, client_of, readers_of, undone
from tools.noninterference.redeal import Redealt, past_states_save, redeal_table

OPENED, BROKEN = 200, 500
TRIES = 3  # repeated if something is not reproducible, such as the minute of a deadline
EXCERPT = 12  # lines of a difference in the report

# Settings for the test: a separate cache, any host, error pages without details. Pictures are not cached, because a
# picture from one world must not appear in the other.
SITE_APART = {
    "CACHES": {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "LOCATION": "noninterference",
        },
        "pictures": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"},
    },
    "ALLOWED_HOSTS": ["*"],
    "DEBUG": False,
}


@dataclass(frozen=True)
class Difference:
    """A URL or message that reveals hidden information or, if not `steady`, that is not reproducible."""

    reader: str
    address: str
    what: tuple[str, ...]  # any of: status, headers, bytes, queries
    excerpt: str
    steady: bool = True

    def __str__(self) -> str:
        word = "differs" if self.steady else "not reproducible, so not comparable"
        return f"{self.reader}: {self.address}: {', '.join(self.what)} {word}\n{self.excerpt}"


@dataclass(frozen=True)
class Compared:
    """The comparison of one table for one reader."""

    reader: str
    dealt: Redealt
    answers: int  # number of responses and messages compared
    opened: int  # how many of them show a page; the others refuse, redirect, or aren't pages
    told: tuple[str, ...]  # what was compared besides pages: POSTs, messages, socket frames
    # How many came after the rules had shown different things, so that only status and header names were compared.
    shown: int
    unfilled: tuple[str, ...]  # routes that could not be filled
    differences: tuple[Difference, ...]


@dataclass
class _Requests:
    """What a reader does in each world."""

    addresses: list[str]
    posts: list[Post] = field(default_factory=list)


def compare_table(
    table: Table, number: int = 0, *, whole: bool = True, only: tuple[str, ...] = ()
) -> list[Compared]:
    """Compare a running table for every reader, or only for those named in `only`.

    Without `whole`, compare only URLs that depend on a table. Nothing is stored or sent.
    """
    with override_settings(**SITE_APART), undone():
        past_states_save(table)
        readers = [reader for reader in readers_of(table) if not only or reader.name in only]
        return [_compare_steadily(table, reader, number, whole) for reader in readers]


def _compare_steadily(table: Table, reader: Reader, number: int, whole: bool) -> Compared:
    """Compare, and repeat if something was not reproducible. It is not comparable if it never is."""
    for _ in range(TRIES):
        compared = _compare(table, reader, number, whole)
        if all(difference.steady for difference in compared.differences):
            break
    return compared


def _compare(table: Table, reader: Reader, number: int, whole: bool) -> Compared:
    addresses, unfilled = addresses_of(table, reader.user, whole=whole)
    requests = _Requests(addresses, posts_by(reader, table) if table.is_running else [])
    with undone():
        true = _answers_in_world(reader, table, requests, follow=True)
    with undone():
        dealt = redeal_table(table, reader.seat, number)
        other = _answers_in_world(reader, table, requests)
    suspects = [name for name in true if _is_suspect(true[name], other[name])]
    with undone():  # repeat all, because a response may depend on earlier ones
        again = _answers_in_world(reader, table, requests) if suspects else {}
    found = [(name, true[name], other[name], again[name]) for name in suspects]
    differences = [_difference(reader, *each) for each in found if _is_suspect(each[3], each[2])]
    return Compared(
        reader=reader.name, dealt=dealt, answers=len(true),
        opened=sum(answer.status == OPENED for name, answer in true.items() if name.startswith("/")),
        told=tuple(name for name in true if not name.startswith("/")),
        shown=sum(true[name].shown != other[name].shown for name in true),
        unfilled=tuple(unfilled), differences=tuple(differences),
    )  # fmt: skip


def _is_suspect(true: Answer, other: Answer) -> bool:
    """Whether a reader can tell the worlds apart by these answers, or a server error prevents the comparison."""
    return max(true.status, other.status) >= BROKEN or not true.tells_as(other)


def _answers_in_world(
    reader: Reader, table: Table, requests: _Requests, *, follow: bool = False
) -> dict[str, Answer]:
    """Everything that the reader gets in the world that is in the database, by URL or kind of message.

    With `follow`, links on the table's pages are added to the URLs.
    """
    found = _pages(reader, requests, follow)
    if table.is_running:
        found |= messages_to(reader, table)
        found |= after_posts(reader, table, requests.posts)
        found |= after_others(reader, table)
    return found


def _pages(reader: Reader, requests: _Requests, follow: bool) -> dict[str, Answer]:
    client = client_of(reader)
    found: dict[str, Answer] = {}
    for address in requests.addresses:  # grows during the loop
        found[address] = get_answer(client, address)
        if follow and address.startswith("/tables/") and "?" not in address:
            links = links_in(address, found[address].body)
            requests.addresses += [link for link in links if link not in requests.addresses]
    return found


def _difference(reader: Reader, address: str, true: Answer, other: Answer, again: Answer) -> Difference:
    """The difference between the real world's answer and the other world's.

    The first response of a process may need more queries, and time passes, so we compare with a second answer from the
    real world. If the real world's answers differ from each other, they cannot be compared.
    """
    parts = {"status": "status", "headers": "headers", "bytes": "body", "queries": "queries"}
    what = [word for word, part in parts.items() if getattr(again, part) != getattr(other, part)]
    steady = all(getattr(true, parts[word]) == getattr(again, parts[word]) for word in what)
    if not what:
        return Difference(
            reader.name, address, (f"status {other.status}",), "    broken in both worlds", steady
        )
    return Difference(reader.name, address, tuple(what), _excerpt(again, other), steady)


def _excerpt(true: Answer, other: Answer) -> str:
    lines = list(difflib.unified_diff(_lines(true), _lines(other), "true", "redealt", n=0, lineterm=""))
    return "\n".join(f"    {line[:200]}" for line in lines[2 : EXCERPT + 2])


def _lines(answer: Answer) -> list[str]:
    heads = [f"{name}: {value}" for name, value in answer.headers]
    counted = f"queries: {answer.queries}"
    return [f"status: {answer.status}", counted, *heads, *answer.body.replace("><", ">\n<").splitlines()]
