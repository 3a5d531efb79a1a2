"""Fixtures for all tests: the cast, and the site in a browser.

The cast is the same everywhere: alice has seat 0, bob has seat 1, and charlie is an outsider.
"""

import gc
import os
import shutil
import threading
from collections.abc import Callable, Generator, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.conf import settings as site
from django.core.cache import cache
from django.db import connection
from django.test import Client
from hypothesis import HealthCheck, settings

from accounts.models import User
from tests.engine.profile import REPEAT
from tests.exits import watch_exits

# On a busy machine, examples are made slowly.
settings.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy")

PASSWORD = "quarter-deck-and-rope-ladder"
CHROMIUM = (
    os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell") or shutil.which("chromium") or ""
)
NO_CHROMIUM = "no browser: install the Debian package chromium-headless-shell, or set CHROMIUM to a path"
IN_CI = os.environ.get("CI") == "true"


MOST_WORKERS = 8  # each needs its own databases and browser; Redis leaves 15 for them


@pytest.hookimpl(wrapper=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> Generator[None, int, int]:
    """Run a whole suite on all cores, and selected tests in this process, where workers would take longer to start.

    On a machine with one core, everything runs in this process.
    """
    cores = yield
    is_whole = config.args_source is not pytest.Config.ArgsSource.ARGS and not config.option.keyword
    return min(cores, MOST_WORKERS) if is_whole and cores > 1 else 0


def pytest_configure(config: pytest.Config) -> None:
    if site.REDIS_URL and urlsplit(site.REDIS_URL).path[1:] not in [str(number) for number in range(1, 16)]:
        pytest.exit("The tests empty their Redis databases: give REDIS_URL the first, from /1 to /15.", 2)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Print how to repeat the random games of this run, unless every run plays the same ones."""
    if reporter := session.config.pluginmanager.get_plugin("terminalreporter"):
        pytest_terminal_summary(reporter)  # a run of hours may be interrupted


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print it again at the end."""
    if REPEAT:
        terminalreporter.write_line(f"The same games again: {REPEAT}")


def uses_database(item: pytest.Item) -> bool:
    fixtures = getattr(item, "fixturenames", ())
    return bool(item.get_closest_marker("django_db")) or not {"db", "transactional_db"}.isdisjoint(fixtures)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Sort browser tests last: they leave an event loop running in this thread, where other tests can't start one.

    Workers take tests one by one in this order (`--dist loadgroup`), so each worker runs its browser tests last.

    `.ci/run` has run everything on SQLite before it starts again on PostgreSQL, where tests without a database would
    find nothing new.

    In a whole run, tests of processes and browsers are retried up to twice, and the summary counts the retries:
    they share the machine with other work, and a process that gets no CPU time isn't a bug of the site.
    """
    if IN_CI and not site.SQLITE:
        config.hook.pytest_deselected(items=[item for item in items if not uses_database(item)])
        items[:] = filter(uses_database, items)
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)
    for item in items if IN_CI else ():
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.flaky(reruns=2))
        elif item.get_closest_marker("served"):  # retry only after a time-out, never after a wrong result
            item.add_marker(pytest.mark.flaky(reruns=2, only_rerun=["gave up waiting", "Timeout"]))


def pytest_collection_finish() -> None:
    """Exempt the objects that are loaded by now from garbage collection: they stay, and scanning them is slow."""
    gc.collect()
    gc.freeze()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip tests that can't run on this machine; where CI is true, fail them instead."""
    lack = pytest.fail if IN_CI else pytest.skip
    if item.get_closest_marker("browser") and not CHROMIUM:
        lack(NO_CHROMIUM)
    if item.get_closest_marker("served") and (site.SQLITE or site.EMBEDDED):
        lack("no services: set DATABASE_URL (PostgreSQL) and REDIS_URL")


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> None:
    """Add the roles, which normally a migration creates: the tests run no migrations.

    PostgreSQL empties the few rows of a test much faster by deleting them than by truncating all tables.
    """
    from tests.staff import roles_make

    if not site.SQLITE:
        connection.ops.sql_flush = lambda _style, tables, **_: [f'DELETE FROM "{each}"' for each in tables]  # noqa: S608
    with django_db_blocker.unblock():
        roles_make()


@pytest.fixture(autouse=True)
def _fresh_cache() -> Iterator[None]:
    """Reset rate limits between tests."""
    yield
    cache.clear()


@pytest.fixture(scope="session")
def announced_early() -> Iterator[list[str]]:
    """Return the list of everything that left the site inside a transaction, recorded during the whole run."""
    with pytest.MonkeyPatch.context() as patch:
        yield watch_exits(patch)


@pytest.fixture(autouse=True)
def _nothing_leaves_before_its_commit(announced_early: list[str]) -> Iterator[None]:
    """Fail a test that announced something which a rollback could still have undone."""
    announced_early.clear()
    yield
    assert not announced_early, "\n".join(announced_early)


def person(username: str, **fields: Any) -> User:
    """Return a new user with PASSWORD and a confirmed address, `<username>@example.org`."""
    user = User.objects.create_user(username, f"{username}@example.org", PASSWORD, **fields)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


@pytest.fixture
def alice(db: None) -> User:
    return person("alice", display_name="Alice Ardent")


@pytest.fixture
def bob(db: None) -> User:
    return person("bob", display_name="Bob Bosun")


@pytest.fixture
def charlie(db: None) -> User:
    return person("charlie", display_name="Charlie Chart")


@pytest.fixture
def client_for() -> Callable[[User | None], Client]:
    """Return a maker of clients: logged in as the user, or anonymous for None."""

    def make(user: User | None) -> Client:
        client = Client()
        if user is not None:
            log_in_at_once(client, user)
        return client

    return make


def log_in_at_once(client: Client, user: User) -> None:
    """Create what a log-in leaves behind, without its pages: a session, and the row that names its owner."""
    client.force_login(user)
    UserSession.objects.create(
        user=user, session_key=client.session.session_key, ip="127.0.0.1", user_agent="a test"
    )


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {
        **browser_type_launch_args,
        "executable_path": CHROMIUM,
        "args": ["--disable-gpu", "--no-first-run", "--disable-background-networking"],
        "chromium_sandbox": os.geteuid() != 0,
    }


@pytest.fixture(scope="session")
def _daphne(django_db_setup: None) -> Any:
    """Return the running server. It is never stopped, because a process can run a reactor only once."""
    from daphne.server import Server

    from config.asgi import application

    ready = threading.Event()
    server = Server(
        application,
        endpoints=["tcp:port=0:interface=127.0.0.1"],
        signal_handlers=False,
        verbosity=0,
        ready_callable=ready.set,
    )
    threading.Thread(target=server.run, name="daphne", daemon=True).start()
    assert ready.wait(60)
    return server


@pytest.fixture
def asgi_server(_daphne: Any, transactional_db: None, settings: Any) -> str:
    """Return the address of the running site; it is localhost, not an IP address, because passkeys need a host name."""
    settings.ALLOWED_HOSTS = ["localhost", "testserver"]
    return f"http://localhost:{_daphne.listening_addresses[0][1]}"


@pytest.fixture
def page_for(browser: Any, asgi_server: str) -> Iterator[Callable[..., Any]]:
    """Return a maker of browser pages: logged in as the user, or anonymous for None, at the site's address.

    Keyword arguments go to the browser context, such as `viewport` or `java_script_enabled`. Afterwards the test
    fails if any page had a script error or a violation of its policy.
    """
    contexts, wrong = [], []

    def make(user: User | None, **options: Any) -> Any:
        # A service worker would bypass the requests that tests intercept.
        context = browser.new_context(**{"base_url": asgi_server, "service_workers": "block", **options})
        context.set_default_timeout(30_000)  # milliseconds
        contexts.append(context)
        if user is not None:
            context.add_cookies([_session_cookie(user, asgi_server)])
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda line: wrong.append(line.text) if _is_wrong(line) else None)
        return page

    yield make
    for context in contexts:
        context.close()
    assert wrong == []


def _is_wrong(line: Any) -> bool:
    """Whether a line of the browser's console is an error, and not a refusal that the test caused.

    A request replaced by a newer one is no error; for failed requests htmx writes another line.
    """
    refused = "status of 4" in line.text and site.STATIC_URL not in line.location["url"]
    replaced = line.text.startswith(("htmx:afterRequest,", "htmx:sendAbort,"))
    cut = line.text.startswith("htmx:sendError,") or "net::ERR_" in line.text or "status of 502" in line.text
    return line.type == "error" and not refused and not replaced and not cut


def _session_cookie(user: User, address: str) -> dict[str, str]:
    client = Client()
    log_in_at_once(client, user)
    return {
        "name": site.SESSION_COOKIE_NAME,
        "value": client.cookies[site.SESSION_COOKIE_NAME].value,
        "url": address,
    }
