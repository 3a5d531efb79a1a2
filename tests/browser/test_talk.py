"""Table chat in real browsers: live on both sides, without losing drafts and choices."""

import re

import pytest
from playwright.sync_api import expect

from games.models import PrivateNote, TalkLine, TalkRead
from tests.browser.acts import follow, press
from tests.play import running_table

pytestmark = pytest.mark.browser

PHONE = {"width": 360, "height": 740}


def lines(page):
    return page.locator("#talk-lines .talk__text")


def say(page, text):
    page.fill("#talk-text", text)
    page.click("#talk-form button")
    expect(page.locator("#talk-text")).to_have_value("")


def live(page, table):
    """Open the table. The page fetches what happens before its socket opens."""
    page.goto(f"/tables/{table.pk}/")


def hand(page):
    return page.get_by_role("list", name="Your hand").get_by_role("link")


@pytest.mark.live
def test_two_players_chat_live_while_one_chooses_a_card(page_for, alice, bob):
    table = running_table(alice, bob)
    one, other = page_for(alice, viewport=PHONE), page_for(bob)
    for page in (one, other):
        live(page, table)
    follow(one, hand(one).first)
    expect(one.locator("#asked")).to_contain_text("choose where to lay it")
    chosen = one.url, one.locator("#asked").inner_text()
    one.fill("#talk-text", "half a sent")
    say(other, "Ahoy @alice, https://example.org")
    expect(lines(one)).to_have_text(["Ahoy @alice, https://example.org"])
    expect(one.locator("#talk-text")).to_have_value("half a sent")
    assert one.evaluate("document.activeElement.id") == "talk-text"
    one.keyboard.type("ence")
    one.keyboard.press("Control+Enter")
    expect(lines(other)).to_have_text(["Ahoy @alice, https://example.org", "half a sentence"])
    assert (one.url, one.locator("#asked").inner_text()) == chosen
    assert [line.text for line in TalkLine.objects.order_by("pk")][1] == "half a sentence"


def test_another_players_move_does_not_clear_a_draft(page_for, alice, bob):
    table = running_table(alice, bob)
    one, other = page_for(bob), page_for(alice)
    for page in (one, other):
        live(page, table)
    one.fill("#talk-text", "I am just writ")
    one.click("#note > summary")
    one.fill("#note-text", "a secret plan")
    follow(other, hand(other).first)
    press(other, other.locator(".captivate-board .target").first)
    expect(one.locator("#table")).not_to_have_attribute("data-ply", "0")
    for _ in range(2):
        expect(one.locator("#talk-text")).to_have_value("I am just writ")
        expect(one.locator("#note-text")).to_have_value("a secret plan")
        one.reload()


def test_visible_messages_count_as_read(page_for, alice, bob):
    table = running_table(alice, bob)
    one, other = page_for(alice, viewport=PHONE), page_for(bob)
    for page in (one, other):
        live(page, table)
    say(other, "Ahoy!")
    expect(one.locator("#talk-count")).to_have_text("1 new")
    one.wait_for_timeout(2500)
    assert not TalkRead.objects.filter(user=alice).exists()
    one.click(".talk-link")
    expect(one.locator("#talk-count")).to_have_text("")
    assert TalkRead.objects.get(user=alice).line_id == TalkLine.objects.get().pk


@pytest.mark.live
def test_the_list_of_tables_counts_messages_live(page_for, alice, bob):
    table = running_table(alice, bob)
    one, other = page_for(alice), page_for(bob)
    live(other, table)
    one.goto("/tables/")
    say(other, "Ahoy!")
    expect(one.get_by_text("1 new line")).to_be_visible()


def test_a_refused_message_stays_and_says_why(page_for, alice, bob):
    table = running_table(alice, bob)
    page = page_for(alice)
    live(page, table)
    page.fill("#talk-text", "  ")
    page.click("#talk-form button")
    expect(page.locator("#talk-problem")).to_contain_text("Your text is empty")
    page.route("**/say/", lambda route: route.fulfill(body="a proxy of somebody's"))
    page.fill("#talk-text", "Hello?")
    page.click("#talk-form button")
    expect(page.locator("#talk-problem")).to_contain_text("wasn't sent")
    expect(page.locator("#talk-text")).to_have_value("Hello?")
    page.unroute("**/say/")
    page.click("#talk-form button")
    expect(lines(page)).to_have_text(["Hello?"])
    expect(page.locator("#talk-problem")).to_have_text("")


def test_a_note_is_saved_in_place_and_conflicts_are_shown(page_for, alice, bob):
    table = running_table(alice, bob)
    pages = [page_for(alice), page_for(alice)]
    for page in pages:
        live(page, table)
        page.click("#note > summary")
    for page, text in zip(pages, ("first", "second"), strict=True):
        page.fill("#note-text", text)
        page.click("#note-form button")
    expect(pages[0].locator("#note-said")).to_have_text("Saved.")
    expect(pages[1].locator("#note-said")).to_contain_text("changed in another window")
    expect(pages[1].locator("#note blockquote")).to_have_text("first")
    expect(pages[1].locator("#note-text")).to_have_value("second")
    pages[1].click("#note-form button")
    expect(pages[1].locator("#note-said")).to_have_text("Saved.")
    assert PrivateNote.objects.get().text == "second"


def test_without_scripts_posting_returns_to_the_chat(page_for, alice, bob):
    table = running_table(alice, bob)
    page = page_for(alice, java_script_enabled=False, viewport=PHONE)
    page.goto(f"/tables/{table.pk}/")
    page.fill("#talk-text", "Ahoy")
    page.click("#talk-form button")
    expect(page).to_have_url(re.compile(f"/tables/{table.pk}/#talk$"))
    expect(lines(page)).to_have_text(["Ahoy"])
    page.fill("#talk-text", "\u202e")
    page.click("#talk-form button")
    expect(page.get_by_text("invisible characters")).to_be_visible()
    page.goto(f"/tables/{table.pk}/")
    page.click("#note > summary")
    page.fill("#note-text", "a plan")
    page.click("#note-form button")
    expect(page).to_have_url(re.compile("#note$"))
    expect(page.locator("#note-text")).to_have_value("a plan")
