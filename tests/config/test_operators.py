"""Error reports to operators: enough to find the error in the log, without hidden cards."""

import gzip
import json
import logging
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import brotli
import pytest
import sentry_sdk
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from structlog.contextvars import bound_contextvars, clear_contextvars

from config.operators import LATE_PER_HOUR, PER_HOUR, OperatorMails, sentry_start

log = logging.getLogger("tests.breaks")
SECRETS = ("Kraken", "bob@example.org", "session-of-bob", "/join/", "dungeon")


def break_it(hand="Kraken"):
    """Fail as our code might: with a card in a variable and in the message, during a user's request."""
    clear_contextvars()  # from tasks that another test ran on this thread
    try:
        raise ValueError(f"{hand} is not in the hand of bob@example.org")
    except ValueError:
        facts = {"route": "tables/<int:table_id>/move/", "cookie": "session-of-bob", "path": "/join/abc/"}
        with bound_contextvars(request="a1b2c3d4", user=7, cookie="session-of-bob"):
            log.exception("no %s for bob@example.org", hand, extra={"facts": facts, "password": "dungeon"})


@pytest.fixture
def mails(settings):
    """Return the handler, attached to the log that the tests write to."""
    settings.ADMINS = [("", "captain@example.org")]
    handler = OperatorMails()
    log.addHandler(handler)
    yield handler
    log.removeHandler(handler)


def test_an_error_is_emailed_without_its_values(mails):
    break_it()
    mails.wait()
    (found,) = mail.outbox
    text = str(found.message())
    assert found.to == ["captain@example.org"]
    assert "ValueError, logged by tests.breaks" in found.subject
    assert (
        "request: a1b2c3d4" in text and "in break_it" in text and "route: tables/<int:table_id>/move/" in text
    )
    assert [word for word in SECRETS if word in text] == []


def test_the_same_error_is_emailed_once_and_the_total_is_limited(mails):
    for _ in range(3):
        break_it()
    for number in range(PER_HOUR + 5):
        log.error("late: %s", f"mast {number}", extra={"told": f"mast {number}: last at noon."})
    mails.wait()
    assert len(mail.outbox) == 1 + LATE_PER_HOUR
    assert mail.outbox[1].subject.endswith("late: mast 0") and "mast 0: last at noon." in mail.outbox[1].body


def test_late_work_is_reported_however_much_else_fails(mails):
    for number in range(PER_HOUR + 5):
        logging.getLogger(f"tests.breaks.{number}").error("broken")
    log.error("late: %s", "worker", extra={"told": "worker: never seen."})
    mails.wait()
    assert len(mail.outbox) == PER_HOUR + 1
    assert mail.outbox[-1].subject.endswith("late: worker") and "worker: never seen." in mail.outbox[-1].body


class Slow(EmailBackend):
    """A mail server that accepts nothing until the test allows it."""

    goes_on = threading.Event()

    def send_messages(self, messages):
        self.goes_on.wait(10)
        return super().send_messages(messages)


def test_logging_never_fails_because_of_a_full_queue(mails, settings, time_machine):
    """Logging an error while emails are delayed for hours raises nothing, and the next report has the late ones."""
    settings.EMAIL_BACKEND = f"{__name__}.Slow"
    for hour in range(3):
        mails._told = {False: {}, True: {}}  # an hour later
        for number in range(PER_HOUR):
            logging.getLogger(f"tests.breaks.{hour}.{number}").error("broken")
    log.error("late: %s", "beat", extra={"told": "beat: never seen."})
    Slow.goes_on.set()
    mails.wait()
    assert PER_HOUR < len(mail.outbox) <= PER_HOUR + 2 and mail.outbox[-1].subject.endswith("late: beat")


def test_an_unreachable_mail_server_is_not_emailed_as_an_error(mails, settings):
    settings.EMAIL_BACKEND = "nowhere.Backend"
    logging.getLogger("config.operators").addHandler(mails)
    try:
        break_it()
        mails.wait()
    finally:
        logging.getLogger("config.operators").removeHandler(mails)
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    log.error("another one")
    mails.wait()
    assert len(mail.outbox) == 1


class Sentry(ThreadingHTTPServer):
    """The server at the DSN."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), _Keep)
        self.events = []


_UNPACK = {"gzip": gzip.decompress, "br": brotli.decompress}


class _Keep(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.events.append(_UNPACK.get(self.headers.get("Content-Encoding", ""), bytes)(body))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *args):
        pass


@pytest.fixture
def sentry():
    """Return a server that receives error events until the test ends."""
    server = Sentry()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    sentry_start(f"http://key@127.0.0.1:{server.server_port}/1")
    yield server
    sentry_sdk.get_client().close()
    sentry_sdk.get_global_scope().set_client(None)
    server.shutdown()
    server.server_close()


def test_sentry_gets_the_place_of_an_error_and_no_values(sentry):
    break_it()
    sentry_sdk.flush(10)
    (raw,) = [each for each in sentry.events if b"tests.breaks" in each]
    event = json.loads(raw.splitlines()[-1])
    (error,) = event["exception"]["values"]
    assert error["type"] == "ValueError"
    assert error["stacktrace"]["frames"][-1]["function"] == "break_it"
    assert event["tags"] == {"request": "a1b2c3d4"}
    assert [word for word in (*SECRETS, '"user"') if word in raw.decode()] == []


def test_sentry_gets_a_failing_page_without_its_request(sentry, client, settings):
    client.raise_request_exception = False
    settings.ROOT_URLCONF = "tests.config.test_operators"
    answer = client.post("/x/?dungeon=1", {"move": "Kraken"}, headers={"cookie": "sessionid=session-of-bob"})
    assert answer.status_code == 500
    sentry_sdk.flush(10)
    told = b"".join(sentry.events).decode()
    assert "Breakage" in told
    assert [word for word in SECRETS if word in told] == []


class Breakage(Exception):
    """The error that the page below raises."""


def _page(request):
    move = request.POST["move"]
    raise Breakage(move)


def handler500(request):
    """Replace our error page, which needs a database."""
    from django.http import HttpResponse

    return HttpResponse(status=500)


from django.urls import path  # noqa: E402

urlpatterns = [path("x/", _page)]
