"""Terms that show their meaning on touch, hover and key press, with and without scripts."""

import pytest
from playwright.sync_api import expect

from games.tables import play
from tests.browser.acts import apart
from tests.play import running_table

pytestmark = pytest.mark.browser


@pytest.fixture
def shown(page_for, alice, bob, charlie, db):
    """Return a function that opens a page of a table that charlie has left, with the seats open."""

    def make(**options):
        table = apart(lambda: running_table(alice, bob, charlie))
        apart(lambda: play.seat_resign(charlie, table.pk, expected_ply=0))
        page = page_for(alice, **options)
        page.goto(f"/tables/{table.pk}/")
        page.locator("#seats > summary").click()
        return page, page.get_by_role("button", name="has left"), page.get_by_text("A player who leaves")

    return make


@pytest.mark.parametrize("has_scripts", [True, False])
def test_tapping_a_term_shows_its_meaning(has_scripts, shown):
    page, word, note = shown(
        java_script_enabled=has_scripts, has_touch=True, viewport={"width": 360, "height": 740}
    )
    word.focus()
    page.keyboard.press("Enter")
    expect(note).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    expect(note).to_be_hidden()
    word.tap()
    expect(note).to_be_visible()
    beside, own = note.bounding_box(), word.bounding_box()
    assert (
        min(abs(beside["y"] + beside["height"] - own["y"]), abs(own["y"] + own["height"] - beside["y"])) < 24
    )
    page.locator("#asked").tap()
    expect(note).to_be_hidden()


def test_hovering_over_a_term_shows_its_meaning(shown):
    page, word, note = shown()
    word.hover()
    expect(note).to_be_visible()
    page.locator("h1").hover()
    expect(note).to_be_hidden()
    word.hover()
    expect(note).to_be_visible()
    word.click()  # pins it
    page.locator("h1").hover()
    expect(note).to_be_visible()
