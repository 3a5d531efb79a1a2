import pytest
from django.core.mail import EmailMultiAlternatives, get_connection
from django.test import RequestFactory

from config.dev_errors import LocalReporter

BACKEND = "config.dev_mail.EmailBackend"


@pytest.fixture
def outbox(settings, tmp_path):
    """Keep emails as in development, and return a function that sends one and returns its key."""
    settings.DEBUG = True
    settings.EMAIL_BACKEND = BACKEND
    settings.EMAIL_FILE_PATH = str(tmp_path)

    def send(subject="Your turn", html=""):
        message = EmailMultiAlternatives(
            subject, "Go to http://localhost/t/7/ <now>", "captain@example.org", ["alice@example.org"]
        )
        if html:
            message.attach_alternative(html, "text/html")
        assert get_connection(BACKEND).send_messages([message]) == 1
        return max(tmp_path.glob("*.eml")).stem

    return send


def test_the_list_has_the_newest_mail_first(client, outbox):
    outbox("First mail")
    outbox("Second mail")
    page = client.get("/_mail/").content.decode()
    assert -1 < page.index("Second mail") < page.index("First mail")


def test_an_empty_outbox_says_so(client, outbox):
    assert "No mail yet" in client.get("/_mail/").content.decode()


def test_an_email_shows_its_text_with_links(client, outbox):
    page = client.get(f"/_mail/{outbox()}/").content.decode()
    assert '<a href="http://localhost/t/7/"' in page
    assert "&lt;now&gt;" in page
    assert "alice@example.org" in page
    assert "<iframe" not in page


def test_an_email_is_shown_in_a_powerless_frame(client, outbox):
    key = outbox(html='<p style="color: red">Your turn</p><script>alert(1)</script>')
    page = client.get(f"/_mail/{key}/")
    assert f'sandbox title="The mail as a page" src="/_mail/{key}/html/"' in page.content.decode()
    assert "frame-src 'self'" in page.headers["Content-Security-Policy"]

    frame = client.get(f"/_mail/{key}/html/")
    assert b"<script>" in frame.content
    assert "default-src 'none'" in frame.headers["Content-Security-Policy"]
    assert "script-src" not in frame.headers["Content-Security-Policy"]
    assert frame.headers["X-Frame-Options"] == "SAMEORIGIN"


def test_an_unknown_email_has_no_page(client, outbox):
    assert client.get(f"/_mail/{outbox()}/html/").status_code == 404


@pytest.mark.parametrize("key", ["1-abcdef", "secret_key", "passwd", "..%2fsecret_key"])
def test_the_outbox_reads_no_other_file(client, outbox, tmp_path, key):
    (tmp_path / "secret_key.eml").write_text("Subject: secret")
    assert client.get(f"/_mail/{key}/").status_code == 404
    assert client.get(f"/_mail/{key}/html/").status_code == 404


@pytest.mark.parametrize(
    ("debug", "backend"),
    [(False, BACKEND), (True, "django.core.mail.backends.smtp.EmailBackend")],
)
def test_a_public_site_has_no_outbox(client, outbox, settings, debug, backend):
    key = outbox(html="<p>Your turn</p>")
    settings.DEBUG, settings.EMAIL_BACKEND = debug, backend
    for address in ("/_mail/", f"/_mail/{key}/", f"/_mail/{key}/html/"):
        assert client.get(address).status_code == 404


def test_the_file_has_what_djangos_backend_writes(settings, tmp_path):
    """Django's backend puts all emails of a connection into one file, without a reliable separator."""
    settings.EMAIL_FILE_PATH = str(tmp_path / "ours")
    message = EmailMultiAlternatives(
        "Zoë, your turn", "Ünïcode — and a line\n.\nof one dot", "captain@example.org", ["alice@example.org"],
        cc=["bob@example.org"], headers={"Message-ID": "<7@example.org>", "Date": "Sun, 22 Nov 2026 05:30:05 -0000"},
    )  # fmt: skip
    assert get_connection(BACKEND).send_messages([message]) == 1
    theirs = get_connection("django.core.mail.backends.filebased.EmailBackend", file_path=tmp_path / "theirs")
    assert theirs.send_messages([message]) == 1
    (ours,), (log,) = (tmp_path / "ours").iterdir(), (tmp_path / "theirs").iterdir()
    assert log.read_bytes() == ours.read_bytes() + b"\n" + b"-" * 79 + b"\n"


def test_other_machines_cannot_read_emails(client, outbox):
    outbox("A code")
    assert client.get("/_mail/").status_code == 200
    assert client.get("/_mail/", REMOTE_ADDR="192.168.1.9").status_code == 404


def test_other_machines_do_not_see_the_code_of_an_error():
    pages = {}
    for address in ("127.0.0.1", "192.168.1.9"):
        request = RequestFactory().get("/", REMOTE_ADDR=address)
        try:
            raise ValueError("canary")
        except ValueError as error:
            reporter = LocalReporter(request, type(error), error, error.__traceback__)
        pages[address] = reporter.get_traceback_html() + reporter.get_traceback_text()
    assert "canary" in pages["127.0.0.1"] and "canary" not in pages["192.168.1.9"]


@pytest.mark.django_db
def test_a_malformed_request_gets_the_public_page_in_development_too(client, settings):
    settings.DEBUG, client.raise_request_exception = True, False
    answer = client.get("/accounts/login/", {f"a{number}": 1 for number in range(501)})
    assert answer.status_code == 400 and "Something went wrong" in answer.text
