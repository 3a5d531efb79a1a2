"""Web Push to a local endpoint: encrypted for the browser, signed by us, removed when the browser is gone."""

import base64
import json
import os

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from games.models import Notice, PushSubscription, Table
from games.notices.delivery.push import public_key
from tests.notices.conftest import told
from tests.play import fingerprint, first_move, post_move, running_table

pytestmark = pytest.mark.django_db
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def word(raw):
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


class Browser:
    """A browser with its keys, which can decrypt messages."""

    def __init__(self, url):
        self.key, self.auth, self.url = ec.generate_private_key(ec.SECP256R1()), os.urandom(16), url

    @property
    def answers(self):
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.url, "p256dh": word(point), "auth": word(self.auth)}

    def read(self, body):
        plain = http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        return json.loads(plain)


@pytest.fixture
def browser(endpoint, client_for, bob):
    """Return Bob's browser, registered through the page; Bob wants no email."""
    bob.mail_turns = False
    bob.save()
    made = Browser(endpoint.url("/push/1"))
    answer = client_for(bob).post("/notifications/browsers/", made.answers, headers={"user-agent": FIREFOX})
    assert answer.status_code == 302
    return made


def test_only_the_browser_can_read_a_message_and_verify_our_signature(
    browser, endpoint, bobs_turn, bob, clock
):
    table = bobs_turn()
    clock(minutes=1)
    ((_, path, headers, body),) = endpoint.posts
    assert path == "/push/1" and b"Captivate" not in body
    content = browser.read(body)
    assert [each["title"] for each in content.pop("actions")] == ["Open"]
    assert content == {
        "title": "It's your turn in Captivate", "body": "With Alice Ardent. Until Saturday 13 Mar, 12:00 UTC.",
        "url": f"http://localhost:8000/tables/{table.pk}/", "tag": Notice.objects.get(channel="push").claim.hex,
    }  # fmt: skip
    assert Vapid02.verify(headers["Authorization"]) and headers["Authorization"].endswith(f"k={public_key()}")
    claims = json.loads(base64.urlsafe_b64decode(headers["Authorization"].split(".")[1] + "=="))
    assert claims["aud"] == endpoint.url("") and claims["sub"].startswith("mailto:captain@")
    assert (headers["Content-Encoding"], headers["Urgency"]) == ("aes128gcm", "high")
    assert told(bob, channel="push") == [("turn", "sent", "")]


@pytest.fixture
def bobs_push(browser, endpoint, alice, bob, clock):
    """Return a function that starts a game in which Bob acts first, and returns the buttons of his notification."""

    def make(title="cannonades", **columns):
        running_table(bob, alice, title=title, **columns)
        clock(minutes=1)
        ((*_, body),) = endpoint.posts
        return [(each["title"], each["action"]) for each in browser.read(body)["actions"]]

    return make


def test_a_notification_about_few_moves_has_the_default_move_and_open(bobs_push, client_for):
    (default, play_url), (opened, open_url) = bobs_push()
    assert (default, opened) == ("Exchange the hand.", "Open")
    table = Table.objects.get()
    before = fingerprint(table)
    for url, shown in ((play_url, "Play this move"), (open_url, "Keep the hand")):
        assert shown in client_for(None).get(url.removeprefix("http://localhost:8000")).content.decode()
    assert fingerprint(table) == before


def test_a_notification_about_many_moves_has_only_open(bobs_push):
    assert [title for title, _url in bobs_push("captivate")] == ["Open"]


def test_a_notification_shows_no_move_if_emails_say_nothing(bobs_push, bob, choose):
    choose(bob, is_bare=True)
    assert [title for title, _url in bobs_push()] == ["Open"]


@pytest.mark.parametrize(
    ("memory", "buttons"), [("strict", ["Open"]), ("assisted", ["End your turn.", "Open"])]
)
def test_a_notification_shows_no_move_where_cards_are_remembered(
    browser, endpoint, client_for, alice, bob, clock, memory, buttons
):
    table = running_table(bob, alice, options={"memory": memory})
    for _ in range(5):
        post_move(client_for(bob), table, first_move(table, 0))
    clock(minutes=10)
    ((*_, body),) = endpoint.posts
    assert [each["title"] for each in browser.read(body)["actions"]] == buttons


@pytest.mark.parametrize("by", ["site", "player"])
def test_without_links_a_notification_has_no_buttons(bobs_push, bob, choose, settings, by):
    choose(bob, plays_from_mail=by != "player")
    settings.TURN_LINKS = by != "site"
    assert bobs_push() == []


def test_several_tables_make_one_notification(browser, endpoint, bobs_turn, clock):
    for _ in range(5):
        bobs_turn()
    clock(minutes=1)
    ((*_, body),) = endpoint.posts
    told_ = browser.read(body)
    assert (told_["title"], told_["body"].splitlines()[-1]) == (
        "5 tables are waiting for you",
        "... and more",
    )
    assert told_["url"] == "http://localhost:8000/tables/" and told_["actions"] == []


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_told_of_and_renewed_on_its_next_visit(
    browser, endpoint, bobs_turn, alice, bob, client_for, clock, status
):
    endpoint.status = status
    bobs_turn()
    clock(minutes=1)
    client, old = client_for(bob), PushSubscription.objects.get().endpoint
    assert "open this site in that browser" in client.get("/notifications/").content.decode()
    clock(minutes=2)
    assert told(bob, channel="push") == [("turn", "suppressed", "no browser has notifications on")]
    assert len(endpoint.posts) == 1
    fresh = Browser(endpoint.url("/push/fresh")).answers
    for person, former in ((bob, endpoint.url("/unknown")), (alice, old)):
        assert client_for(person).post("/notifications/browsers/", fresh | {"old": former}).status_code == 404
    for words in (1, 0):  # the second time, nothing is lost
        assert client.post("/notifications/browsers/", fresh | {"old": old}).status_code == 204
        row = PushSubscription.objects.get()
        assert (row.user, row.endpoint, row.ended_at) == (bob, fresh["endpoint"], None)
        assert client.get("/notifications/").content.decode().count("had stopped") == words


def test_one_of_two_browsers_is_enough(browser, endpoint, bobs_turn, bob, client_for, clock):
    other = Browser("http://127.0.0.1:9/push/2")  # no server there
    client_for(bob).post("/notifications/browsers/", other.answers)
    bobs_turn()
    clock(minutes=1)
    clock(minutes=5)
    assert told(bob, channel="push") == [("turn", "sent", "")]
    assert len(endpoint.posts) == 1


def test_a_failing_push_service_is_retried(browser, endpoint, bobs_turn, bob, clock):
    endpoint.status = 503
    bobs_turn()
    clock(minutes=1)
    assert told(bob, channel="push") == [("turn", "due", "no browser could be reached")]
    endpoint.status = 201
    clock(minutes=1)
    assert told(bob, channel="push") == [("turn", "sent", "")]
    assert len({headers["Topic"] for _, _, headers, _ in endpoint.posts}) == 1


def test_a_browser_shows_only_its_current_players_notifications(browser, client_for, alice, bob):
    assert PushSubscription.objects.get().label == "Firefox, Linux"
    client_for(alice).post("/notifications/browsers/", browser.answers)
    assert PushSubscription.objects.get().user == alice


def test_players_can_remove_only_their_own_browsers(browser, client_for, alice, bob):
    address = f"/notifications/browsers/{PushSubscription.objects.get().pk}/"
    assert client_for(alice).post(address).status_code == 404
    assert client_for(None).post(address).url.startswith("/accounts/login/")
    assert PushSubscription.objects.exists()
    assert client_for(bob).post(address).status_code == 302
    assert not PushSubscription.objects.exists()


def test_a_browser_too_many_replaces_the_oldest(endpoint, client_for, bob):
    for number in range(12):
        client_for(bob).post("/notifications/browsers/", Browser(endpoint.url(f"/push/{number}")).answers)
    kept = [row.endpoint.rsplit("/", 1)[1] for row in PushSubscription.objects.order_by("pk")]
    assert kept == [str(number) for number in range(2, 12)]


@pytest.mark.parametrize(
    "wrong",
    [{"endpoint": "http://10.0.0.1/"}, {"endpoint": "nowhere"}, {"endpoint": ""}, {"p256dh": "AAAA"}, {"auth": "??"},
     {"p256dh": word(b"\x04" + bytes(64))},
     {"endpoint": "http://127.0.0.1/" + "x" * 1000}],
)  # fmt: skip
def test_invalid_subscriptions_are_refused(endpoint, client_for, bob, wrong):
    answers = Browser(endpoint.url()).answers | wrong
    assert client_for(bob).post("/notifications/browsers/", answers).status_code == 400
    assert not PushSubscription.objects.exists()
