"""A card or piece can be dragged to its target, by mouse and by touch."""

import pytest
from playwright.sync_api import expect

from tests.browser.acts import apart, follow, settled
from tests.play import running_table

pytestmark = pytest.mark.browser
PHONE = {"width": 390, "height": 844}
HAND = "Your hand"


@pytest.fixture
def opened(page_for, alice, bob, db):
    """Return a function that opens alice's page of a table of Captivate."""

    def make(**options):
        table = apart(lambda: running_table(alice, bob))
        page = page_for(alice, **options)
        page.goto(f"/tables/{table.pk}/")
        settled(page)
        return page

    return make


class Mouse:
    def __init__(self, page):
        self.page = page

    def down(self, x, y):
        self.page.mouse.move(x, y)
        self.page.mouse.down()

    def move(self, x, y):
        self.page.mouse.move(x, y, steps=4)

    def up(self):
        self.page.mouse.up()


class Finger:
    def __init__(self, page):
        self.page, self.session = page, page.context.new_cdp_session(page)

    def send(self, kind, *points):
        points = [{"x": x, "y": y} for x, y in points]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def down(self, x, y):
        self.send("touchStart", (x, y))
        expect(self.page.locator("body > .dragged")).to_be_visible()  # after a long press

    def move(self, x, y):
        self.send("touchMove", (x, y))

    def up(self):
        self.send("touchEnd")


def cards(page):
    return page.get_by_role("list", name=HAND).locator("a")


def middle(one):
    box = one.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def carry(page, pointer, card):
    """Drag the card over the first place for it."""
    card.scroll_into_view_if_needed()
    pointer.down(*middle(card))
    x, y = middle(page.locator("#field"))
    pointer.move(x, y)
    place = page.locator(".captivate-board .target").first
    expect(place).to_be_visible()
    place.scroll_into_view_if_needed()
    pointer.move(*middle(place))
    expect(page.locator(".is-over")).to_have_count(1)


@pytest.mark.parametrize(
    ("pointer", "options"), [(Mouse, {}), (Finger, {"viewport": PHONE, "has_touch": True})]
)
def test_a_card_is_dragged_to_its_place(opened, pointer, options):
    page = opened(**options)
    hand = pointer(page)
    count = cards(page).count()
    carry(page, hand, cards(page).first)
    page.keyboard.press("Escape")
    hand.up()
    expect(page.locator(".captivate-board .target, body > .dragged")).to_have_count(0)

    carry(page, hand, cards(page).first)
    hand.move(9, 9)
    hand.up()
    expect(page.locator(".captivate-board .target, body > .dragged")).to_have_count(0)
    assert page.locator("#table").get_attribute("data-ply") == "0"

    carry(page, hand, cards(page).last)
    hand.up()
    expect(page.locator("#table")).to_have_attribute("data-ply", "1")
    expect(cards(page)).to_have_count(count - 1)
    expect(page.locator("body > .dragged")).to_have_count(0)
    follow(page, cards(page).first)  # as before
    expect(page.locator(".captivate-board .target").first).to_be_visible()


def test_players_who_want_to_confirm_moves_confirm_after_a_drop(opened):
    page = opened()
    follow(page, page.get_by_role("button", name="Ask me before every move"))
    carry(page, Mouse(page), cards(page).first)
    page.mouse.up()
    expect(page.locator("#confirm")).to_be_visible()
    assert page.locator("#table").get_attribute("data-ply") == "0"


def test_a_finger_that_moves_at_once_scrolls(opened):
    page = opened(viewport=PHONE, has_touch=True)
    finger, (x, y) = Finger(page), middle(cards(page).first)
    finger.send("touchStart", (x, y))
    for far in (20, 60, 120):
        finger.send("touchMove", (x, y - far))
    page.wait_for_timeout(300)
    finger.up()
    assert page.locator(".dragged, .captivate-board .target").count() == 0
