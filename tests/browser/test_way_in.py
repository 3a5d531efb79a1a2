"""Getting to a table in a real browser: the offline page, a table's link, and the hours of a custom clock."""

import pytest
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from playwright.sync_api import expect

from games.tables import lobby
from games.titles import TITLES
from tests.play import running_table

pytestmark = pytest.mark.browser

PHONE = {"width": 360, "height": 640}


def test_the_offline_page_says_when_you_were_online_and_what_waited(page_for, alice, bob):
    table = running_table(alice, bob)
    page = page_for(alice, service_workers="allow")
    page.goto("/tables/")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.goto("/about/")  # stores the list of My tables
    page.context.set_offline(True)
    page.goto("/lobby/")
    expect(page.get_by_role("heading", name="You're offline")).to_be_visible()
    expect(page.get_by_text("Games that were waiting for you: 1")).to_be_visible()
    expect(page.get_by_role("listitem")).to_have_text([f"Captivate · Table {table.pk}"])
    assert page.locator("time").get_attribute("datetime")
    assert page.evaluate("() => getComputedStyle(document.querySelector('main')).display") != "inline"
    page.context.set_offline(False)  # the page continues automatically
    expect(page.get_by_role("heading", name="Tables with a free seat")).to_be_visible()


def test_the_offline_page_is_in_the_language_of_the_page_before(page_for, alice):
    page = page_for(alice, service_workers="allow")
    page.goto("/tables/")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.get_by_role("button", name="Polski").click()
    language = "async () => (await caches.match('/offline/')).headers.get('Content-Language')"
    page.wait_for_function(f"async () => (await ({language})()) === 'pl'")
    page.context.set_offline(True)
    page.goto("/lobby/")
    assert page.locator("html").get_attribute("lang") == "pl"
    with translation.override("pl"):
        expect(page.get_by_role("heading", name=_("You're offline"))).to_be_visible()
    month = date_format(timezone.now(), "F")  # in English
    expect(page.locator("time")).not_to_contain_text(month)


def test_a_tables_link_can_be_copied_and_shared_by_script(page_for, alice):
    table = lobby.table_create(alice, title="captivate", options={}, seats=3)
    page = page_for(alice, permissions=["clipboard-read", "clipboard-write"])
    page.add_init_script("navigator.share = async (told) => { window.told = told; };")
    page.goto(f"/tables/{table.pk}/")
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    link = page.locator("#join-link").input_value()
    assert table.token in link and page.evaluate("() => navigator.clipboard.readText()") == link
    page.get_by_role("button", name="Share").click()
    told = page.evaluate("() => window.told")
    assert told == {"title": "Alice Ardent invites you to play Captivate", "url": link}


@pytest.mark.parametrize("viewport", [PHONE, {"width": 1280, "height": 720}], ids=["phone", "desk"])
@pytest.mark.parametrize("slug", TITLES)
def test_all_choices_of_a_new_table_are_above_its_button(slug, viewport, page_for, alice):
    page = page_for(alice, viewport=viewport, java_script_enabled=False)
    page.goto(f"/tables/new/{slug}/")
    page.get_by_text("Live", exact=True).click()
    expect(page.get_by_text("with an hour for each move")).to_be_visible()
    expect(page.get_by_text("three days for each move")).to_be_hidden()
    button, last = page.get_by_role("button", name="Create table"), page.get_by_label("Only players I invite")
    expect(button).to_be_in_viewport(ratio=1)
    ends = last.locator("xpath=..").bounding_box()
    assert ends["y"] + ends["height"] <= button.bounding_box()["y"]


def test_a_phone_first_shows_the_waiting_host_the_link_and_the_bots(page_for, alice):
    table = lobby.table_create(alice, title="captn-eli", options={}, seats=2)
    page = page_for(alice, viewport=PHONE)
    page.add_init_script("navigator.share = async () => {};")
    page.goto(f"/tables/{table.pk}/")
    for name in ("Share", "Copy the link", "Add a bot"):
        expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    expect(page.get_by_label("The link to this table")).to_be_in_viewport(ratio=1)


def test_choosing_a_custom_clock_shows_its_fields(page_for, alice):
    page = page_for(alice, java_script_enabled=False)
    page.goto("/tables/new/captivate/")
    start = page.get_by_label("Bank: hours at start")
    expect(start).to_be_hidden()
    page.get_by_text("More options").click()
    page.get_by_text("Custom hours per move").click()
    expect(page.locator("#id_own_move")).to_be_visible()
    expect(page.locator("#id_own_answer")).to_be_visible()
    expect(start).to_be_hidden()
    page.get_by_text("Custom bank").click()
    expect(start).to_be_visible()
    expect(page.locator("#id_own_move")).to_be_hidden()
