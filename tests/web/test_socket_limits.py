"""A user or an address can't have more open sockets than the settings allow."""

import pytest
from asgiref.sync import async_to_sync

from games.web import consumers
from tests.ledger.test_nudges import HOST, WAIT, socket

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def nothing_open():
    """Forget the sockets that other tests of this process left open."""
    consumers._held.clear()


def opened(sockets, *, then=()):
    """Return how many sockets were accepted in turn, then how many of `then`, after all were closed."""

    @async_to_sync
    async def run():
        counts = []
        for each in (sockets, then):
            held = [made for made in each if (await made.connect(WAIT))[0]]
            counts.append(len(held))
            for made in held:
                await made.disconnect()
        return counts

    return run()


def from_address(address, user=None):
    return socket("/ws/", user, [*HOST, (b"x-forwarded-for", address.encode())])


def test_sockets_are_limited_per_person(settings, alice, bob):
    settings.SOCKETS_PER_PERSON = 2
    mine = [socket("/ws/", alice) for _ in range(4)]
    assert opened([*mine, socket("/ws/", bob), socket("/ws/")], then=[socket("/ws/", alice)]) == [4, 1]
    assert not consumers._held


def test_sockets_are_limited_per_address_despite_forged_headers(settings):
    settings.SOCKETS_PER_ADDRESS, settings.TRUSTED_PROXIES = 2, 1
    lies = [from_address(f"198.51.100.{number}, 203.0.113.9") for number in range(4)]
    network = [from_address(f"2001:db8::{number}") for number in range(1, 5)]
    assert opened([*lies, *network, from_address("203.0.113.10")])[0] == 5


def test_a_refused_socket_is_counted_only_while_it_is_open(settings, alice):
    settings.SOCKETS_PER_PERSON = 1
    missing = [socket("/ws/tables/99/", alice)]
    assert opened(missing, then=[socket("/ws/", alice)]) == [1, 1]
    assert not consumers._held
