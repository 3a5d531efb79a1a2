"""The first screen of every title on a phone, a game, and the switch between languages, in each language."""

import re
from functools import cache
from io import BytesIO

import pytest
from babel.messages.pofile import read_po
from django.conf import settings as site
from django.core import mail
from django.utils import translation
from django.utils.translation import gettext as _
from playwright.sync_api import expect

from games.models import Seat, Table
from games.titles import TITLES
from games.web.tasks import sweep
from tests.browser.acts import apart, follow, press, settled
from tests.browser.positions import plant, widest_positions
from tests.browser.test_first_screen import BROKEN, FAULTS
from tests.conftest import person
from tests.dealt import deal_by
from tests.play import play_near_end, running_table
from tests.web.test_pseudo_language import Words
from tools.messages import path_of

pytestmark = pytest.mark.browser

LANGUAGES = [code for code, _name in site.LANGUAGES if code != "en"]
OURS = [slug for slug in TITLES if TITLES.home(slug).startswith("games.")]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", OURS)
def test_a_phone_shows_every_decision_in_every_language(slug, language, page_for, db):
    seats = TITLES[slug].seats[0]
    people = [person(f"player-{number}", language=language) for number in range(seats)]
    table = apart(lambda: running_table(*people, title=slug))
    pages = [
        page_for(user, reduced_motion="reduce", viewport={"width": 360, "height": 640}) for user in people
    ]
    wrong = []
    for position in widest_positions(slug, seats):
        apart(lambda position=position: plant(table, position))
        page = pages[position.seat]
        page.goto(f"/tables/{table.pk}/")
        assert page.locator("html").get_attribute("lang") == language
        page.evaluate("Promise.all([...document.fonts].map((font) => font.load())).then(() => true)")
        wrong += [f"{position}: {fault}" for fault in page.evaluate(FAULTS) + page.evaluate(BROKEN)]
    assert not wrong, "\n".join(wrong)


# A title for each language.
GAMES = {"de": "captivate", "fr": "nautilus", "nl": "cardline", "pl": "cannonades"}
KEY = bytes(32)  # always the same games
LINKS = 20  # to follow for a move, at most
# The browser makes a move of each of these turns. After it, the game is played until so many moves are left.
LEFT = (None, None, 1, 1, 0)
SPLIT = re.compile(r"<[^<>]*>")  # HTML separates the texts of a page
VALUE = re.compile(r"%\(\w+\)[a-z]|\{\w*\}")
FRENCH = re.compile(r"\s+(?=[:;!?])")  # a space there makes no translation of a name
WORD = re.compile(r"[^\W\d_]{3}")


@cache
def texts_of(language):
    """Return patterns for the texts of the catalogue, in English and in the language."""
    sources, translations = set(), set()
    for message in read_po(BytesIO(path_of(language).read_bytes())):
        for text, found in ((message.id, sources), (message.string, translations)):
            forms = text if isinstance(text, tuple) else (text,)
            found.update(FRENCH.sub("", part.strip()) for form in forms for part in SPLIT.split(form))
    worded = [
        [each for each in found if WORD.search(VALUE.sub("", each))] for found in (sources, translations)
    ]
    return [
        re.compile("|".join(".+".join(map(re.escape, VALUE.split(each))) for each in found))
        for found in worded
    ]


@cache
def is_english(text, language):
    """Whether a text of a page has a translation, but is in English."""
    english, translated = texts_of(language)
    return bool(english.fullmatch(text)) and not translated.fullmatch(text)


def english_in(html, language):
    """Return the English texts of a page."""
    words = Words()
    words.feed(html)
    return {text for text in words.found if is_english(" ".join(text.split()), language)}


def look(page, language):
    """Check the language of a page that a reader sees on the way."""
    settled(page)
    assert page.locator("html").get_attribute("lang") == language
    assert english_in(page.content(), language) == set(), page.url


def open_and_join(one, other, slug, language):
    """Create a table and join it, through the pages."""
    one.goto(f"/tables/new/{slug}/")
    look(one, language)
    one.get_by_role("button", name=_("Create table")).click()
    expect(one.get_by_role("heading", name=_("Invite players"))).to_be_visible()
    look(one, language)
    table = Table.objects.get()
    other.goto("/lobby/")
    look(other, language)
    other.get_by_role("link", name=_("Table %(number)s") % {"number": table.pk}).click()
    look(other, language)
    other.get_by_role("button", name=_("Join this table")).click()
    for page in (one, other):
        expect(page.locator("#table")).to_be_visible()
        look(page, language)
    return table


def make_a_move(page, table, language):
    """Make the first move that links lead to."""
    page.goto(f"/tables/{table.pk}/")
    followed, choices = set(), page.locator(f":is(#field, .action-bar) a[href*='/{table.pk}/?']:visible")
    moves = page.locator("#table :is(button[name=move], .action-bar__final button):visible")
    for _link in range(LINKS):
        look(page, language)
        expect(moves.or_(choices).first).to_be_visible()
        if moves.count():
            press(page, moves.first)
            return
        fresh = [link for link in choices.all() if link.get_attribute("id") not in followed]
        link = (fresh or choices.all())[0]
        followed.add(link.get_attribute("id"))
        follow(page, link)
    raise AssertionError("These links lead to no move")


@pytest.mark.parametrize(("language", "slug"), GAMES.items())
def test_a_game_is_played_in_every_language(language, slug, page_for, db):
    people = [person(name, language=language) for name in ("one", "other")]
    pages = [page_for(user, reduced_motion="reduce") for user in people]
    with translation.override(language):
        table = open_and_join(*pages, slug, language)
        seated = [seat.user for seat in Seat.objects.order_by("number")]
        apart(lambda: deal_by(table, KEY))
        for left in LEFT:
            if awaited := Seat.objects.filter(is_awaited=True).order_by("number").first():
                make_a_move(pages[people.index(awaited.user)], table, language)
            if left is not None and Seat.objects.filter(is_awaited=True).exists():
                apart(lambda left=left: play_near_end(table, seated, left=left))
        for page in pages:
            page.goto(f"/tables/{table.pk}/")
            look(page, language)
        apart(sweep)
    assert {tuple(each.to) for each in mail.outbox} == {(user.email,) for user in people}
    for sent in mail.outbox:
        assert english_in(sent.alternatives[0].content, language) == set()
        lines = (sent.subject, *sent.body.splitlines())
        assert english_in("".join(f"<p>{line}</p>" for line in lines), language) == set()


def test_a_visitor_switches_the_language_by_keyboard_without_scripts(page_for, db):
    page = page_for(None, viewport={"width": 360, "height": 640}, java_script_enabled=False)
    page.goto("/about/")
    page.get_by_role("button", name="Polski").press("Enter")
    assert page.url.endswith("/about/") and page.locator("html").get_attribute("lang") == "pl"
    page.goto("/lobby/")
    assert page.locator("html").get_attribute("lang") == "pl"
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
