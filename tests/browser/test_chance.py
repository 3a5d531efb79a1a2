"""The check in the browser gives the same results as verify.py, for a real game and for one that was tampered with."""

import copy
import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from games.models import Table
from tests.history.test_verify import TAMPERED, ended, exported, failures

pytestmark = pytest.mark.browser

CHECK = """async (game) => {
    const failed = [];
    for await (const [holds, said] of captainsTableCheck(game, game.receipts ?? [])) if (!holds) failed.push(said);
    return failed;
}"""


def test_the_browser_finds_and_names_what_verify_py_finds(page_for, client, alice, bob):
    table = ended(alice, bob)
    game, page = exported(client, table), page_for(None, viewport={"width": 360, "height": 640})
    page.goto(f"/tables/{table.pk}/chance/")
    page.get_by_label("Your saved receipts, commitment or nonces").fill(table.receipt)
    page.get_by_role("button", name="Check in this browser").click()
    expect(page.locator("#verify-result")).to_have_text("All checks passed.")
    assert page.locator("#verify-lines li").count() > len(game["entries"])
    for what, (tamper, _named) in TAMPERED.items():
        other = copy.deepcopy(game)
        tamper(other)
        assert page.evaluate(CHECK, other) == failures(other) != [], what
    wrong = ["nothing", "3-" + "0" * 32]
    assert page.evaluate(CHECK, {**game, "receipts": wrong}) == failures(game, wrong)
    assert page.evaluate(CHECK, json.loads(Path("docs/samples/game.json").read_text())) == []


def test_a_players_nonce_comes_from_the_browser(page_for, alice, bob):
    opener = page_for(alice)
    opener.goto("/tables/new/captivate/")
    opener.get_by_text("Your part of the chance").first.click()
    nonce = opener.locator("[data-nonce]").input_value()
    opener.get_by_role("button", name="Create table").click()
    expect(opener.get_by_role("heading", name="Chance")).to_be_visible()
    assert Table.objects.get().seats.get().nonce == nonce and len(nonce) == 32
    other = page_for(bob, java_script_enabled=False)
    other.goto(f"/tables/{Table.objects.get().pk}/")
    other.get_by_role("button", name="Join this table").click()
    expect(other.locator("#table")).to_be_visible()
    assert not Table.objects.get().seats.get(user=bob).is_nonce_own
