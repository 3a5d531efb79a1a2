"""A moderator rewinds a table in one window; the player sees it at once in another."""

import pytest
from django.conf import settings as site
from playwright.sync_api import expect

from games.tables import play
from tests.play import first_move, running_table
from tests.staff import enter, person_with_role

pytestmark = pytest.mark.browser


@pytest.fixture
def staff_page(page_for, asgi_server):
    """Return a function that opens pages of a user who has logged in with a second factor."""

    def make(user):
        page, client = page_for(None), enter(user)
        name = site.SESSION_COOKIE_NAME
        cookie = {"name": name, "value": client.cookies[name].value, "url": asgi_server}
        page.context.add_cookies([cookie])
        return page

    return make


def test_a_players_open_page_shows_a_rewind(page_for, staff_page, alice, bob):
    mona = person_with_role("mona", "moderator")
    table = running_table(alice, bob)
    play.move_play(alice, table.pk, move=first_move(table, 0), expected_ply=0)
    play.move_play(alice, table.pk, move='{"type":"end"}', expected_ply=1)
    player, staff = page_for(alice), staff_page(mona)
    with player.expect_websocket():
        player.goto(f"/tables/{table.pk}/")
    expect(player.locator("#asked")).to_have_text("Waiting for Bob Bosun.")
    staff.goto(f"/admin/games/table/{table.pk}/change/")
    staff.locator("li", has_text="Alice Ardent ends the turn").get_by_role("link").click()
    expect(staff.get_by_role("heading", name="Return to this board")).to_be_visible()
    staff.get_by_label("Reason").fill("she pressed the wrong button")
    staff.get_by_role("button", name="Rewind").click()
    expect(staff.get_by_text("Done: Rewind.")).to_be_visible()
    expect(player.locator("#log")).to_contain_text("The reason: she pressed the wrong button")
    expect(player.locator("#log .log__line--taken-back")).to_have_count(1)
    expect(player.get_by_role("link", name="End your turn")).to_be_visible()
