"""The first screen of every title on a phone, in each language, and the switch between them."""

import pytest
from django.conf import settings as site

from games.titles import TITLES
from tests.browser.acts import apart
from tests.browser.positions import plant, widest_positions
from tests.browser.test_first_screen import BROKEN, FAULTS
from tests.conftest import person
from tests.play import running_table

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


def test_a_visitor_switches_the_language_by_keyboard_without_scripts(page_for, db):
    page = page_for(None, viewport={"width": 360, "height": 640}, java_script_enabled=False)
    page.goto("/about/")
    page.get_by_role("button", name="Polski").press("Enter")
    assert page.url.endswith("/about/") and page.locator("html").get_attribute("lang") == "pl"
    page.goto("/lobby/")
    assert page.locator("html").get_attribute("lang") == "pl"
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
