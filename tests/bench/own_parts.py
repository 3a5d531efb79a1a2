"""The pairs of `tests/bench/own.py`: what of ours is held against which part of a framework."""

import asyncio
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

from asgiref.sync import async_to_sync, sync_to_async
from channels.layers import InMemoryChannelLayer, get_channel_layer
from django.conf import settings
from django.core.cache import caches
from django.core.handlers.asgi import ASGIHandler
from django.db.models import BooleanField, Exists, OuterRef
from django.template import engines
from django.test import Client, override_settings
from django.utils import formats, timezone
from django.utils.translation import pgettext
from jinja2.compiler import CodeGenerator

from config.asgi_handler import ThreadPoolASGIHandler
from config.embedded_channel_layer import EmbeddedChannelLayer
from games.engine.chance import Chance
from games.models import Proposal, Seat, Table
from games.models.compiled import CompiledQuery
from tests.asgi import scope_of
from tests.bench.own import Pair, at_once
from tests.conftest import person
from tests.play import play_on, running_table

PLIES = 14
PROPOSED = Exists(Proposal.objects.filter(table=OuterRef("pk"), status="open"))


def queries() -> Iterator[Pair]:
    """Compiled queries beside the ORM."""
    table = running_table(person("query-one"), person("query-two")).pk
    compiled: dict[str, CompiledQuery[Any]] = {
        "query: a table and whether there is a proposal": CompiledQuery(
            lambda pk: Table.objects.filter(pk=pk).annotate(has_proposal=PROPOSED),
            annotations={"has_proposal": BooleanField()},
        ),
        "query: two seats with their players": CompiledQuery(
            lambda pk: Seat.objects.filter(table_id=pk).order_by("number"), related=["user"]
        ),
    }
    for name, query in compiled.items():
        yield Pair(
            name, lambda query=query: query(table), lambda query=query: list(query.queryset(table)), 200
        )


def handler() -> Iterator[Pair]:
    """Our ASGI handler beside Django's."""
    table, client = _board("captivate")
    with override_settings(ALLOWED_HOSTS=["testserver"]):
        ours, theirs = ThreadPoolASGIHandler(), ASGIHandler()
        for name, scope, requests in (
            ("smallest answer", scope_of("/healthz"), 40),
            ("board", scope_of(table, headers=[_cookie(client), (b"hx-request", b"true")]), 4),
        ):
            for clients in (1, 8):
                calls = (at_once(each, scope, clients, requests) for each in (ours, theirs))
                yield Pair(f"request: {name}, {clients} at once", *calls, 1, clients * requests)


def pages() -> Iterator[Pair]:
    """Boards with cached macros and kept moments beside boards without."""
    plain = {
        "cached macros": _environment({"cached_macro": lambda macro: macro}, {}),
        "kept moments": _environment({}, {"moment": _moment, "clock": _clock}),
    }
    own = engines["jinja2"].env
    for title in ("captivate", "captn-eli"):
        address, client = _board(title)
        for name, environment in plain.items():
            look = _looks(client, address)
            yield Pair(f"board of {title}: {name}", look(own), look(environment), 1, rounds=80)
    for title in ("captivate", "nautilus"):
        address, client = _board(title)
        look = _looks(client, address)
        yield Pair(f"board of {title}: code of templates", look(own), look(_by_jinja2()), 1, rounds=80)


def files() -> Iterator[Pair]:
    """Our middleware for static files beside WhiteNoise's."""
    stock = [
        "whitenoise.middleware.WhiteNoiseMiddleware" if "static_files" in name else name
        for name in settings.MIDDLEWARE
    ]
    with override_settings(ALLOWED_HOSTS=["testserver"]), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of what ours is for
        ours = ThreadPoolASGIHandler()
        with override_settings(MIDDLEWARE=stock):
            theirs = ThreadPoolASGIHandler()
        scope = scope_of("/static/accounts/time_zone.js")
        yield Pair("static file", at_once(ours, scope, 1, 40), at_once(theirs, scope, 1, 40), 1, 40)


def waking() -> Iterator[Pair]:
    """The embedded channel layer beside that of Channels: until who waits has the message."""
    ours, theirs = (_Waiter(kind()) for kind in (EmbeddedChannelLayer, InMemoryChannelLayer))
    yield Pair("embedded: message to who waits, wall", ours.wake, theirs.wake, 1, clock=time.perf_counter)
    ours.close()
    theirs.close()


def cache() -> Iterator[Pair]:
    """A client that stays beside one for each call, over a pool for each cache, which Django makes for each request."""
    params = settings.CACHES["default"]
    options = {name: value for name, value in params["OPTIONS"].items() if name != "pool_class"}
    django_s = "django.core.cache.backends.redis.RedisCache"
    both = {"ours": params, "theirs": {**params, "BACKEND": django_s, "OPTIONS": options}}

    def count(alias: str) -> Callable[[], None]:
        def calls() -> None:
            made: Any = caches.create_connection(alias)
            if alias == "ours":
                made.count("bench", 60)
            else:
                made.add("bench", 0, 60)
                made.incr("bench")
            made.close()

        return calls

    with override_settings(CACHES={"default": params, **both}):
        yield Pair("cache: one count of one request", count("ours"), count("theirs"), 50)


def nudges() -> Iterator[Pair]:
    """Publishing from a plain function beside `group_send`: within a request, and within a task."""
    layer: Any = get_channel_layer()
    groups, message = ["table.7", "user.1", "user.2"], {"type": "table.changed", "table": 7, "ply": 42}
    ours, theirs = (lambda: layer.publish(groups, message)), (lambda: _send(layer, groups, message))
    loop = _running_loop()

    def in_request(call: Callable[[], None]) -> Callable[[], None]:
        async def many() -> None:
            for _ in range(50):
                await sync_to_async(call, thread_sensitive=False)()

        return lambda: asyncio.run_coroutine_threadsafe(many(), loop).result()

    yield Pair("nudge of three groups, in a request", in_request(ours), in_request(theirs), 1, 50)
    yield Pair("nudge of three groups, in a task", ours, theirs, 20)
    loop.call_soon_threadsafe(loop.stop)


def _board(title: str) -> tuple[str, Client]:
    """The address of a table that is some plies old, and a client of who sits there."""
    people = [person(f"{title}-{number}-{time.monotonic_ns()}") for number in range(2)]
    table, chooser = running_table(*people, title=title), Chance(bytes(32), 1_000_000)
    for _ply in range(PLIES):
        play_on(table, people, chooser)
    client = Client()
    client.force_login(people[0], backend="django.contrib.auth.backends.ModelBackend")
    return f"/tables/{table.pk}/", client


def _cookie(client: Client) -> tuple[bytes, bytes]:
    name = settings.SESSION_COOKIE_NAME
    return b"cookie", f"{name}={client.cookies[name].value}".encode()


def _environment(names: dict[str, Any], filters: dict[str, Any]) -> Any:
    made = engines["jinja2"].env.overlay()
    made.globals, made.filters = made.globals | names, made.filters | filters
    return made


def _by_jinja2() -> Any:
    """The environment of our pages with the Python that Jinja2 makes of templates."""
    made = engines["jinja2"].env.overlay()
    made.code_generator_class, made.bytecode_cache = CodeGenerator, None
    return made


def _moment(when: datetime) -> str:
    """The filter of this name in `config/jinja2.py` with nothing kept."""
    return formats.date_format(timezone.localtime(when), pgettext("date format", "l j M, H:i"))


def _clock(when: datetime) -> str:
    """So is this."""
    is_today = timezone.localtime(when).date() == timezone.localdate()
    letters = pgettext("time format", "H:i") if is_today else pgettext("date format", "j M")
    return formats.date_format(timezone.localtime(when), letters)


def _looks(client: Client, address: str) -> Callable[[Any], Callable[[], None]]:
    def by(environment: Any) -> Callable[[], None]:
        def look() -> None:
            engines["jinja2"].env = environment
            assert client.get(address, headers={"HX-Request": "true"}).status_code == 200

        return look

    return by


def _running_loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, daemon=True).start()
    return loop


class _Waiter:
    """Somebody who waits for a message on the loop of another thread."""

    def __init__(self, layer: Any) -> None:
        self._layer, self._loop = layer, _running_loop()
        self._ready, self._came = threading.Event(), threading.Event()
        self._tasks = [
            asyncio.run_coroutine_threadsafe(each, self._loop) for each in (self._listen(), _tick())
        ]
        self._ready.wait()

    async def _listen(self) -> None:
        channel = await self._layer.new_channel()
        await self._layer.group_add("table", channel)
        self._ready.set()
        while True:
            await self._layer.receive(channel)
            self._came.set()

    def wake(self) -> None:
        """Send a message, and return when it is there."""
        self._came.clear()
        async_to_sync(self._layer.group_send)("table", {"type": "table.changed"})
        self._came.wait()

    def close(self) -> None:
        """Let nobody wait any more."""
        for task in self._tasks:
            task.cancel()


async def _tick() -> None:
    """What else happens in the loop of a server: something, once a second."""
    while True:
        await asyncio.sleep(1)


def _send(layer: Any, groups: list[str], message: dict[str, Any]) -> None:
    for group in groups:
        async_to_sync(layer.group_send)(group, message)
