"""Fixtures for tests of a served site: its processes, and services that tests may break."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from accounts.models import User
from games.models import Notice, Table
from tests.play import running_table
from tests.served.processes import Site
from tests.served.services import OwnRedis, PostOffice


@pytest.fixture
def office(served: Site) -> Iterator[PostOffice]:
    """A mail server that all processes of the site use."""
    with PostOffice() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        served.environment["EMAIL_URL"] = server.url
        yield server
        server.shutdown()


@pytest.fixture
def redis(served: Site, tmp_path: Path) -> Iterator[OwnRedis]:
    """A Redis server that the test may break, used by all processes of the site."""
    server = served.use(OwnRedis(tmp_path))
    yield server
    server.kill()


@pytest.fixture
def served(transactional_db: None, tmp_path: Path) -> Iterator[Site]:
    """A folder and an environment for processes, all of which end with the test."""
    running = Site(tmp_path)
    yield running
    running.stop()


@pytest.fixture
def table(alice: User, bob: User) -> Table:
    """A table where it is Alice's turn; no notice is due yet."""
    made = running_table(alice, bob)
    Notice.objects.all().delete()
    return made
