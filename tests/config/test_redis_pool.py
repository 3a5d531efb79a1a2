"""The cache of a served site: what Django's own answers, without a connection for each request."""

import threading

import pytest
from django.conf import settings
from django.core.cache.backends.redis import RedisCache
from redis import ConnectionPool

from config.redis_cache import CountingRedisCache
from config.redis_pool import SharedConnectionPool

URL = "redis://127.0.0.1:1/0"  # nobody is asked by these
OPTIONS = {"socket_timeout": 2, "socket_connect_timeout": 2}


def test_everybody_gets_one_pool_for_the_same_address_and_options():
    pools = []

    def ask(url=URL, **options):
        pools.append(SharedConnectionPool.from_url(url, **(options or OPTIONS)))

    ask()
    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    ask(**dict(reversed(OPTIONS.items())))
    assert pools[0] is pools[1] is pools[2]
    ask(URL.replace("/0", "/1"))
    ask(socket_timeout=3)
    assert len({id(pool) for pool in pools}) == 3


def test_its_connections_are_those_that_were_asked_for():
    ours, theirs = (
        kind.from_url("rediss://:key@127.0.0.1:1/3", **OPTIONS)
        for kind in (SharedConnectionPool, ConnectionPool)
    )
    assert ours.connection_class is theirs.connection_class
    assert plain(ours.connection_kwargs) == plain(theirs.connection_kwargs)
    assert OPTIONS.items() <= ours.connection_kwargs.items()


def plain(values):
    return {name: value for name, value in values.items() if isinstance(value, str | int | float | None)}


def used(cache):
    """What a cache answers to all that a site does with it."""
    return [
        cache.set("a", {"deep": [1, 2]}, 60),
        cache.get("a"),
        cache.add("a", 1, 60),
        cache.add("n", 0, 60),
        [cache.incr("n"), cache.incr("n", 4), cache.decr("n")],
        cache.get_many(["a", "n", "nothing"]),
        cache.touch("n", 30),
        cache.has_key("n"),
        cache.delete("n"),
        cache.delete("n"),
        cache.get_or_set("n", "new", 60),
        cache.set_many({"x": 1, "y": None}, 60),
        cache.get("y", "not there"),
        cache.set("z", 1, 0),
        cache.get("z"),
        cache.clear(),
        cache.get("a"),
    ]


@pytest.mark.served
def test_cache_answers_what_django_answers_and_stays_connected():
    params = settings.CACHES["default"]
    options = {name: value for name, value in params["OPTIONS"].items() if name != "pool_class"}
    ours = CountingRedisCache(params["LOCATION"], {**params, "KEY_PREFIX": "ours"})
    theirs = RedisCache(params["LOCATION"], {**params, "OPTIONS": options, "KEY_PREFIX": "theirs"})
    assert used(ours) == used(theirs)
    assert len({connection_of(CountingRedisCache(params["LOCATION"], params)) for _request in range(5)}) == 1


def connection_of(cache):
    """What Redis calls the connection that a cache asks by: others at the same Redis have connections, too."""
    cache.get("a")
    return cache._cache.get_client("a").client_id()


@pytest.mark.served
def test_everybody_counts_together_and_a_count_ends():
    params = settings.CACHES["default"]
    here, there = (CountingRedisCache(params["LOCATION"], params) for _each in range(2))
    here.delete("n")
    assert [here.count("n", 600), there.count("n", 600), here.count("other", 600), here.count("n", 60)] == [
        1,
        2,
        1,
        3,
    ]
    assert 0 < here._cache.get_client().ttl(here.make_key("n")) <= 60
    assert 60 < here._cache.get_client().ttl(here.make_key("other")) <= 600
    here.delete_many(["n", "other"])
