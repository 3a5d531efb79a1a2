"""Actions of moderators, as the people concerned see them."""

import pytest

from tests.conftest import PASSWORD
from tests.play import running_table
from tests.staff import code_of, person_with_role

pytestmark = pytest.mark.browser


def enter_by_hand(page, user):
    """Log in to the admin by the form, with the code of an authenticator app."""
    page.goto("/admin/accounts/user/")
    page.locator("input[name=login]").fill(user.username)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Log in", exact=True).click()
    page.wait_for_url("**/2fa/authenticate/**")
    page.locator("input[name=code]").fill(code_of(user))
    page.get_by_role("main").get_by_role("button", name="Log in").first.click()
    page.wait_for_url("**/admin/accounts/user/")


def test_a_suspended_player_loses_the_open_page_at_once(page_for, alice, bob):
    table = running_table(alice, bob, admission="invited")
    mona = person_with_role("mona", "moderator", display_name="Mona Mate")
    theirs = page_for(bob)
    theirs.goto(f"/tables/{table.pk}/")
    theirs.get_by_text("Waiting for Alice Ardent").first.wait_for()

    page = page_for(None, viewport={"width": 360, "height": 640})
    enter_by_hand(page, mona)
    page.goto(f"/admin/games/table/{table.pk}/change/")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.locator(".mod-scroll").evaluate("each => each.scrollWidth <= each.clientWidth")
    page.goto("/admin/accounts/user/")
    page.get_by_role("link", name="bob", exact=True).click()
    page.get_by_role("link", name="Suspend", exact=True).click()
    page.get_by_label("Days").fill("3")
    page.get_by_label("pause them until the suspension ends").check()
    page.get_by_label("Reason").fill("Spoke like a pirate")
    page.get_by_role("button", name="Suspend").click()
    page.get_by_text("Done: Suspend.").wait_for()

    theirs.get_by_role("link", name="Log in").first.wait_for()  # the page has updated itself
    assert "Alice Ardent" not in theirs.get_by_role("main").inner_text()
    table.refresh_from_db()
    assert table.is_held
