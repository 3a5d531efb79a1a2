"""Every URL of the site, requested by every kind of reader with the ids of alice's things: who gets what.

A URL with an unknown parameter fails the test, so that no URL is forgotten.
"""

import re
import uuid

import pytest
from allauth.account.models import EmailAddress
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.models import Authenticator
from django.core.cache import cache
from django.test import Client
from django.urls import URLResolver, get_resolver
from oauth2_provider.models import Application

from accounts.links import more_time_token, unsubscribe_token
from accounts.models import User
from games.api.oauth import application_register
from games.api.tokens import token_create
from games.models import (
    ApiToken,
    Block,
    Circle,
    Decision,
    Member,
    Notice,
    Preferences,
    PrivateNote,
    PushSubscription,
    SavedFilter,
    Table,
    TalkLine,
    Tournament,
)
from games.notices.turn_links import turn_token
from tests.conftest import PASSWORD
from tests.play import fingerprint, running_table, state_of
from tests.staff import enter, person_with_role

pytestmark = pytest.mark.django_db

# URLs that are open to everybody, each with the reason why it requires no log-in.
PUBLIC = {
    "api/": "explains what programs can do",
    ".well-known/security.txt": "the same for all",
    ".well-known/oauth-authorization-server": "the same for all",
    "": "explains the site", "about/": "explains the site", "rules/<slug:title>/": "shows rules only",
    "design/": "in development only",
    "ratings/": "explains ratings", "tournaments/": "lists tournaments, which are public",
    "tournaments/<int:tournament_id>/": "public", "statistics/<slug:title>/": "shows sums only",
    "preview.png": "the same for all",
    "tables/<int:table_id>/preview.png": "of a table that is not public it is that of the site",
    "learn/": "teaches the games", "learn/<slug:title>/": "teaches the games",
    "learn/<slug:title>/<int:number>/": "teaches the games",
    "puzzles/": "positions of no table", "puzzles/<slug:title>/": "positions of no table",
    "puzzles/<slug:title>/<int:number>/": "positions of no table",
    "puzzles/<slug:title>/<int:number>/picture.svg": "positions of no table",
    "circles/": "lists public circles", "circles/join/<str:link>/": "the word in the link is the permission",
    "lobby/": "shows public tables only", "play/": "begins a game of one's own",
    "players/<str:username>/": "each person chooses what it shows",
    "worker.js": "a script, the same for all",
    "privacy/": "explains the site", "terms/": "explains the site", "contact/": "explains the site",
    "robots.txt": "the same for all", "favicon.ico": "the same for all", "offline/": "the same for all",
    "csp-report/": "browsers post reports", r"^(?P<link>.*?)[^\w/-][^\w-]{0,9}$": "leads to the link",
    "mail/stop/<str:token>/": "the word in the link is the permission",
    "turn/<str:token>/": "the word in the link is the permission, for one turn",
    "feeds/<uuid:feed_token>/deadlines.ics": "the word in the link is the permission",
    "feeds/<uuid:feed_token>/deadlines.atom": "the word in the link is the permission",
    "accounts/login/": "the way in", "accounts/signup/": "the way in", "accounts/signup/passkey/": "the way in",
    "accounts/2fa/webauthn/login/": "the way in", "accounts/2fa/webauthn/signup/": "the way in",
    "accounts/language/": "changes the language of pages",
    "accounts/logout/": "leads to the first page", "accounts/inactive/": "says the same to all",
    "accounts/password/reset/": "the way in", "accounts/password/reset/done/": "says the same to all",
    "accounts/password/reset/key/done/": "says the same to all",
    "accounts/^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$": "the key is the permission",
}  # fmt: skip
OWNED = {
    "subscription_id",
    "decision_id",
    "pk",
    "object_id",
    "deck_id",
    "line_id",
    "block_id",
    "feed_token",
    "filter_id",
    "person_id",
    "circle_id",
    "token_id",
    "application_id",
}
SECRET_WORDS = ("alice@example.org", "note-of-alice", "hooks.example.org", "push.example.org", "reason-for-alice",
                "key-of-alice", "token-of-alice")  # fmt: skip


def routes(patterns=None, prefix=""):
    """Return every URL of the site as written in the configuration."""
    for each in get_resolver().url_patterns if patterns is None else patterns:
        route = prefix + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from routes(each.url_patterns, route)
        elif not route.startswith("api/v1/"):  # tests/api/test_walk.py asks all of those
            yield route


def parameters(route):
    return set(re.findall(r"<(?:\w+:)?(\w+)>", route))


@pytest.fixture
def table(alice, bob):
    """Return a private table of alice, and create other things of hers."""
    table = running_table(alice, bob, admission=Table.Admission.INVITED)
    webhook = "https://hooks.example.org/x"
    Preferences.objects.create(user=alice, webhook_url=webhook, feed_token=uuid.UUID(int=7))
    PushSubscription.objects.create(user=alice, endpoint="https://push.example.org/1", p256dh="x", auth="y")
    PrivateNote.objects.create(table=table, user=alice, text="note-of-alice")
    TalkLine.objects.create(table=table, user=alice, text="Ahoy")
    Member.objects.create(circle=Circle.objects.create(name="reason-for-alice", owner=alice), user=alice)
    Tournament.objects.create(name="Cup", title="captivate", created_by=alice)
    SavedFilter.objects.create(by=alice, page="games_table", name="late", query="timeouts=yes")
    application_register(alice, name="token-of-alice", addresses=["https://app.example.org/"])
    token_create(alice, name="token-of-alice", scopes=["read"])
    Decision.objects.create(kind="warn", person=alice, by=bob, reason="reason-for-alice")
    data = {"name": "key-of-alice", "credential": {}}
    Authenticator.objects.create(user=alice, type=Authenticator.Type.WEBAUTHN, data=data)
    return table


def address_of(route, table, alice):
    """Return the URL with the ids and tokens of alice's things."""
    values = {
        "table_id": table.pk, "title": "captivate", "number": 1, "decision_id": Decision.objects.get().pk,
        "token": _token_of(route, table, alice),
        "subscription_id": PushSubscription.objects.get().pk, "feed_token": uuid.UUID(int=7),
        "pk": Authenticator.objects.get(user=alice).pk, "object_id": _row_of(route, table, alice), "act": "warn",
        "seat": 0, "line_id": TalkLine.objects.get().pk, "block_id": getattr(Block.objects.first(), "pk", 1),
        "person_id": alice.pk, "username": alice.username, "filter_id": SavedFilter.objects.get().pk,
        "deck_id": 1, "content_type_id": 1, "app_label": "games", "url": "nowhere", "key": "no-such-key",
        "uidb36": user_pk_to_url_str(alice), "link": "about", "tournament_id": Tournament.objects.get().pk,
        "year": 2026, "circle_id": Circle.objects.get().pk, "token_id": ApiToken.objects.get().pk,
        "application_id": Application.objects.get().pk,
    }  # fmt: skip
    plain = re.sub(r"\(\?P(<\w+>)(?:[^()]|\([^()]*\))*\)", r"\1", route).replace("^", "").replace("$", "")
    return "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda found: str(values[found[1]]), plain)


def _token_of(route, table, alice):
    if "more-time" in route:
        return more_time_token(alice.pk, table.pk)
    if route.startswith("turn/"):
        return turn_token(alice, table.seats.get(user=alice), table.ply)
    return table.token if route.startswith("join") else unsubscribe_token(alice.pk)


def _row_of(route, table, alice):
    if "/user/" in route:
        return alice.pk
    if "/circle/" in route:
        return Circle.objects.get().pk
    return Notice.objects.filter(user=alice).first().pk if "/notice/" in route else table.pk


def things_of(alice, table):
    """Return everything that only alice may change."""
    models = (
        ApiToken,
        Application,
        Preferences,
        PushSubscription,
        PrivateNote,
        TalkLine,
        EmailAddress,
        Authenticator,
    )
    own = [list(model.objects.filter(user=alice).values()) for model in models]
    person = User.objects.filter(pk=alice.pk).values("password", "email", "username", "display_name", "days_off",
                                                     "vacations", "time_zone", "is_staff", "is_active")  # fmt: skip
    return own, list(person), list(Decision.objects.values()), fingerprint(table)


class Reader:
    """A user who requests every URL. A reader who is logged in has just confirmed the password."""

    def __init__(self, user):
        self.user = user
        self.client = self._client()

    def _client(self):
        if self.user is None:
            return Client()
        cache.clear()  # otherwise the rate limit of log-ins would be reached
        client = Client()
        client.force_login(self.user)
        client.post("/accounts/reauthenticate/", {"password": PASSWORD})
        return client

    def asks(self, address):
        """Return the answers to a GET and to an empty POST. A HEAD has the answer of the GET, without its text."""
        head, shown = self.client.head(address), self.client.get(address)
        assert (head.status_code, head.get("Location")) == (shown.status_code, shown.get("Location")), address
        yield shown
        yield self.client.post(address)
        if self.user is not None and "_auth_user_id" not in self.client.session:
            self.client = self._client()


def is_refused(answer):
    """Whether the answer shows and does nothing: missing, forbidden, refused, or a redirect to log in."""
    if answer.status_code == 302:
        return answer.url == "/" or re.match(
            r"/(accounts/(login|signup|2fa|reauthenticate)|admin)/", answer.url
        )
    return answer.status_code in (403, 404, 405)


@pytest.mark.parametrize("name", ["nobody", "guest", "charlie", "bob", "alice"])
def test_everybody_gets_only_what_is_theirs(name, alice, bob, charlie, table):
    guest = User.objects.create(username="guest:1", kind="guest", display_name="Guest 4711")
    reader = Reader({"nobody": None, "guest": guest, "charlie": charlie, "bob": bob, "alice": alice}[name])
    before = things_of(alice, table)
    hand = state_of(table).hands[0]
    addresses = {route: address_of(route, table, alice) for route in routes()}
    if name == "alice":
        Authenticator.objects.all().delete()  # its data is invalid, so her own pages could not show it
    for route, address in addresses.items():
        for answer in reader.asks(address):
            assert answer.status_code < 500, route
            if is_closed(route, name):
                assert is_refused(answer), (route, answer.status_code)
            if name != "alice":
                page = answer.content.decode(errors="replace")  # pictures and a ZIP are not text
                assert not [word for word in SECRET_WORDS if word in page], route
                assert "table_id" not in parameters(route) or not [card for card in hand if card in page], (
                    route
                )
    assert name == "alice" or things_of(alice, table) == before


def is_closed(route, name):
    """Whether this reader must get nothing at this URL."""
    if route.startswith("admin/"):
        return True
    if route in PUBLIC:
        return False
    if name == "nobody":
        return True
    if name != "alice" and parameters(route) & OWNED:
        return True
    return name in ("guest", "charlie") and bool(parameters(route) & {"table_id", "token"})


def test_public_urls_exist(db):
    assert set(PUBLIC) <= set(routes())


def test_moderators_see_every_admin_page_and_no_hand(alice, bob, table):
    client = enter(person_with_role("mona", "moderator"))
    hand = state_of(table).hands[0]
    for route in routes():
        if route.startswith("admin/"):
            answer = client.get(address_of(route, table, alice))
            assert answer.status_code < 500, route
            assert not [card for card in hand if card in answer.content.decode()], route
