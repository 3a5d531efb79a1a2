"""The check in the browser gives the same results as verify.py, for a real game and for forged ones."""

import json
import re
from pathlib import Path

import pytest
from django.utils import translation
from django.utils.translation import gettext as _
from playwright.sync_api import expect

from games.models import Table
from tests.history.forger import verdict
from tests.history.test_forgeries import FORGED, forged
from tests.history.test_verify import ended, exported

pytestmark = pytest.mark.browser

CHECK = "async ([game, receipts]) => (await captainsTableCheck(game, receipts)).slice(0, 2)"


def test_the_browser_finds_and_names_what_verify_py_finds(page_for, client, alice, bob):
    table = ended(alice, bob)
    game, page = exported(client, table), page_for(None, viewport={"width": 360, "height": 640})
    page.goto(f"/tables/{table.pk}/chance/")
    page.get_by_label("Your saved receipts, commitment or nonces").fill(table.receipt)
    page.get_by_role("button", name="Check in this browser").click()
    expect(page.locator("#verify-result")).to_contain_text(
        "It holds: nobody chose the shuffles, if Alice Ardent"
    )
    expect(page.locator("#verify-rules")).to_contain_text("by the rules: holds")
    assert page.locator("#verify-lines li").count() > len(game["entries"])
    sample = json.loads(Path("docs/samples/game.json").read_text())
    for other in (sample, *(forged("captivate", 1, what) for what in FORGED)):
        assert page.evaluate(CHECK, [other, []]) == [*verdict(other)[:2]]
    wrong = ["nothing", "3-" + "0" * 32]
    assert page.evaluate(CHECK, [game, wrong]) == [*verdict(game, wrong)[:2]]


def test_the_check_in_the_browser_is_in_the_language_of_the_page(page_for, alice, bob):
    table = ended(alice, bob)
    page = page_for(None, locale="de")
    page.goto(f"/tables/{table.pk}/chance/")
    page.locator("#verify-start").click()
    with translation.override("de"):
        expect(page.locator("#verify-result")).to_contain_text(_("It holds:"))
        expect(page.locator("#verify-lines")).to_contain_text(
            _("head: the last link is the head of the chain")
        )
        expect(page.locator("#verify-rules")).to_have_text(re.compile(_("holds") + "$"))
    game = {**json.loads(Path("docs/samples/game.json").read_text()), "head": ""}
    assert page.evaluate(CHECK, [game, []])[1].startswith("Ende: ")


def test_the_parts_of_players_come_from_their_browsers(page_for, alice, bob):
    opener = page_for(alice)
    opener.goto("/tables/new/captivate/")
    opener.get_by_role("button", name="Create table").click()
    expect(opener.get_by_text("Your browser has added your part of the shuffles.")).to_be_visible()
    assert len(Table.objects.get().seats.get().nonce) == 32
    other = page_for(bob, java_script_enabled=False)
    other.goto(f"/tables/{Table.objects.get().pk}/")
    other.get_by_role("button", name="Join this table").click()
    expect(other.locator("#table")).to_be_visible()
    assert Table.objects.get().seats.get(user=bob).nonce == ""


def test_play_now_waits_for_the_part_of_the_players_browser(page_for, alice):
    page = page_for(alice)
    page.goto("/play/")
    page.get_by_role("button", name="Play now against bots").click()
    expect(page.locator("#table")).to_be_visible()
    assert [len(seat.nonce) for seat in Table.objects.get().seats.order_by("number")] == [32, 0]
    plain = page_for(alice, java_script_enabled=False)
    plain.goto("/play/")
    plain.get_by_role("button", name="Play now against bots").click()
    expect(plain.locator("#table")).to_be_visible()
    plain.goto(f"/tables/{Table.objects.latest('pk').pk}/chance/")
    expect(plain.get_by_text("This site drew everything")).to_be_visible()
