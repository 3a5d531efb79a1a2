"""Overlapping requests: a response with an old session never replaces a newer session in the browser."""

import copy

import pytest
from django.conf import settings as site
from django.core.cache import cache
from django.test import Client

from games.tables import lobby
from tests.accounts.conftest import code_mailed_to
from tests.accounts.test_password import NEW
from tests.accounts.test_signup import sign_up
from tests.conftest import PASSWORD
from tests.staff import code_of, with_app
from tests.staff import log_in as client_of

pytestmark = pytest.mark.django_db

LESSON = "/learn/captivate/1/"
MOVE = {"ply": 0, "move": '{"type":"play","card":"light-9","cell":[1,0]}'}
COOKIES = (site.SESSION_COOKIE_NAME, site.CSRF_COOKIE_NAME)
_meanwhile = []


def overlap(get_response):
    """Middleware that loads the session, and then lets other requests finish before this one."""

    def middleware(request):
        assert request.user.is_authenticated is not None
        _meanwhile.pop()()
        return get_response(request)

    return middleware


def log_in(reader):
    return reader.post("/accounts/login/", {"login": "alice", "password": PASSWORD})


def by_log_in(reader, alice, table):
    return lambda: log_in(reader)


def by_sign_up(reader, alice, table):
    sign_up(reader)
    code = code_mailed_to("dora@example.org")
    return lambda: reader.post("/accounts/confirm-email/", {"code": code})


def by_joining_as_a_guest(reader, alice, table):
    return lambda: reader.post(f"/join/{table.token}/guest/")


def by_a_new_password(reader, alice, table):
    log_in(reader)
    reader.post("/accounts/reauthenticate/", {"password": PASSWORD})
    form = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW, "password": NEW}
    return lambda: reader.post("/accounts/password/change/", form)


def by_the_second_factor(reader, alice, table):
    with_app(alice)
    log_in(reader)
    return lambda: reader.post("/accounts/2fa/authenticate/", {"code": code_of(alice)})


def after_a_log_out(reader, alice, table):
    log_in(reader)
    return lambda: (reader.post("/accounts/logout/"), log_in(reader))


def after_a_log_out_elsewhere(reader, alice, table):
    log_in(reader)
    elsewhere = client_of(alice)
    elsewhere.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return lambda: (elsewhere.post("/accounts/sessions/"), log_in(reader))


def values(reader):
    return [reader.cookies[name].value for name in COOKIES]


@pytest.fixture
def reader():
    """Return a client that has tried a move of a lesson, and so has a session."""
    client = Client()
    client.get(LESSON)
    client.post(LESSON, MOVE)
    return client


@pytest.fixture
def table(bob):
    return lobby.table_create(bob, title="captivate", options={}, seats=2, admission="link")


def late_copy(reader):
    """Return another connection of the same browser, with its current cookies."""
    late = Client()
    late.cookies = copy.deepcopy(reader.cookies)
    return late


@pytest.mark.parametrize("is_read", [False, True], ids=["unread", "read"])
@pytest.mark.parametrize("ask", ["page", "move"])
@pytest.mark.parametrize(
    "replaced",
    [
        by_log_in, by_sign_up, by_joining_as_a_guest, by_a_new_password, by_the_second_factor, after_a_log_out,
        after_a_log_out_elsewhere,
    ],
)  # fmt: skip
def test_a_late_response_replaces_no_newer_session(reader, alice, table, replaced, ask, is_read, settings):
    replace = replaced(reader, alice, table)
    late, newer, [before, _token] = late_copy(reader), [], values(reader)

    def meanwhile():
        replace()
        newer.extend(values(reader))

    if is_read:
        _meanwhile.append(meanwhile)
        settings.MIDDLEWARE = [*settings.MIDDLEWARE, f"{__name__}.overlap"]
    else:
        meanwhile()
    answer = late.get(LESSON) if ask == "page" else late.post(LESSON, MOVE)
    reader.cookies.update(answer.cookies)
    assert values(reader) == newer and newer[0] not in ("", before)
    assert reader.get("/tables/").status_code == 200


def test_logging_out_removes_the_session_from_the_browser(alice):
    reader = client_of(alice)
    before = reader.cookies[site.SESSION_COOKIE_NAME].value
    reader.post("/accounts/logout/")
    assert reader.cookies[site.SESSION_COOKIE_NAME].value != before


def test_only_a_log_out_deletes_the_cookie(alice):
    """Another tab may be logging in."""
    reader = client_of(alice)
    reader.session.flush()
    answer = reader.get("/tables/")
    assert answer.status_code == 302 and site.SESSION_COOKIE_NAME not in answer.cookies


def test_posting_the_log_in_twice_logs_in(reader, alice):
    """A browser reads only the last response."""
    last = late_copy(reader)
    log_in(reader)
    log_in(last)
    assert last.get("/tables/").status_code == 200


def test_a_browser_with_an_old_cookie_gets_a_new_session(reader, alice):
    late = late_copy(reader)
    log_in(reader)
    cache.clear()  # as after some seconds
    late.post(LESSON, MOVE)
    assert late.session["lessons_done"]
