"""Every page in the pseudo-language: a plain English word on it is a text outside of the catalogues.

The site learns the language from one command and a folder, as it would learn any other.
"""

import re
from html.parser import HTMLParser

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client

from accounts.models import User
from config.catalogues import PSEUDO, compiled, languages
from games.engine.chance import Chance
from games.titles import TITLES
from tests.conftest import PASSWORD
from tests.play import play_on, running_table
from tests.staff import enter
from tests.web.test_walk import address_of, routes, table  # noqa: F401  # a fixture
from tools.messages import extracted, merged, path_of

pytestmark = pytest.mark.django_db

# Answers that are no pages for people, or pages of programs.
NOT_PAGES = ("api/", "o/", "_mail/", "design/", "robots.txt", ".well-known/", "worker.js")
SILENT = {"script", "style", "code", "pre", "template"}
SPOKEN = {"alt", "aria-label", "placeholder", "title", "aria-description"}
WORD = re.compile(r"(?<![\w@./#&-])[A-Za-z]{2,}(?![\w@/-])")
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
# Names of people, of a tournament and of the titles of tests; parts of addresses, codes, a unit, a time zone.
NAMES = {
    "Alice", "Ardent", "AA", "alice", "Bob", "Bosun", "BB", "bob", "Charlie", "Chart", "charlie", "Cup", "captivate",
    "Blank", "Go", "Fish", "traditional", "game", "to", "begin", "from",
    "alarm", "http", "https", "verify", "kg", "UTC", "True", "False", "None", "fighting", "iq", "Ahoy",
    "Search", "ID",  # Django translates these nowhere
}  # fmt: skip


class Words(HTMLParser):
    """The words of a page that a reader sees or hears, without names, code and chat."""

    def __init__(self):
        super().__init__()
        self.open, self.found = [], []

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        is_silent = (
            tag in SILENT or given.get("translate") == "no" or "talk__text" in (given.get("class") or "")
        )
        if not self.is_silent and not is_silent:
            self.found += [value for name, value in attrs if name in SPOKEN and value]
            if tag == "input" and given.get("type") in {"submit", "button"}:
                self.found.append(given.get("value") or "")
        if tag not in VOID:
            self.open.append((tag, is_silent))

    def handle_endtag(self, tag):
        while self.open and self.open.pop()[0] != tag:
            pass

    @property
    def is_silent(self):
        return any(silent for _tag, silent in self.open)

    def handle_data(self, data):
        if not self.is_silent:
            self.found.append(data)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Begin the language en-XA as the command does, in a folder of its own."""
    made = tmp_path_factory.mktemp("locale")
    path = path_of(PSEUDO, made)
    path.parent.mkdir(parents=True)
    path.write_text(merged(PSEUDO, extracted()))
    return compiled(made, made)


@pytest.fixture
def speaks_pseudo(settings, folder):
    settings.LANGUAGES, settings.LOCALE_PATHS = languages(folder, for_developers=True), [folder]


def plain_words(client, addresses):
    """Return the words outside of the catalogues on pages, each with the page's URL as it is configured."""
    found = {}
    for route, address in addresses.items():
        answer = client.get(address)
        if answer.get("Content-Type", "").startswith("text/html"):
            found[route] = sorted(words_of(answer.content.decode()))
    return [f"{route}: {words}" for route, words in found.items() if words]


def words_of(page):
    words = Words()
    words.feed(page)
    return {word for text in words.found for word in WORD.findall(text)} - NAMES


def test_every_page_has_only_texts_of_the_catalogues(table, speaks_pseudo, alice, bob):  # noqa: F811
    User.objects.filter(pk=alice.pk).update(language=PSEUDO)
    client = Client()
    client.force_login(alice)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    addresses = {
        route: address_of(route, table, alice) for route in routes() if not route.startswith(NOT_PAGES)
    }
    Authenticator.objects.all().delete()  # its data is invalid
    assert (
        plain_words(client, {route: address for route, address in addresses.items() if route[:6] != "admin/"})
        == []
    )


def test_every_page_of_the_admin_has_only_texts_of_the_catalogues(table, speaks_pseudo, alice, charlie):  # noqa: F811
    charlie.is_staff = charlie.is_superuser = True
    charlie.language = PSEUDO
    charlie.save()
    addresses = {route: address_of(route, table, alice) for route in routes() if route[:6] == "admin/"}
    client = enter(charlie)
    client.get("/admin/")  # shows the message about the log-in, which was in the browser's language
    assert plain_words(client, addresses) == []


@pytest.mark.parametrize("slug", [slug for slug in TITLES if TITLES.home(slug).startswith("games.")])
def test_every_game_has_only_texts_of_the_catalogues(slug, speaks_pseudo, alice, bob):
    User.objects.filter(pk=alice.pk).update(language="en-xa")
    client = Client()
    client.force_login(alice)
    game = running_table(alice, bob, title=slug)
    pages = [
        f"/tables/{game.pk}/",
        f"/tables/{game.pk}/log/",
        f"/rules/{slug}/",
        f"/learn/{slug}/",
        f"/puzzles/{slug}/",
    ]
    assert plain_words(client, {path: path for path in pages}) == []
    play_on(game, (alice, bob), Chance(b"pseudo", 0))
    pages = [f"/tables/{game.pk}/", f"/tables/{game.pk}/log/", f"/tables/{game.pk}/replay/"]
    assert plain_words(client, {path: path for path in pages}) == []
