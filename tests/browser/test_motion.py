"""Changes on a board are animated, once; and what the browser stores for that."""

import itertools
import json

import pytest
from playwright.sync_api import expect

from games.engine.chance import Chance
from tests.browser.acts import apart, settled
from tests.play import play_on, running_table, state_of

pytestmark = pytest.mark.browser

MOVING = (
    "document.getAnimations().filter((one) => one.effect.target.closest('[data-piece], [data-spot]')).length"
)
HELD = "document.getAnimations().filter((one) => one.effect.target.closest('.action-bar')).length"
KEPT = """Object.entries(localStorage).filter(([key]) => key.startsWith("seen:"))"""
STORED = "localStorage.length"


@pytest.fixture
def table(alice, bob, db):
    return apart(lambda: running_table(alice, bob))


def test_a_page_opened_from_an_email_animates_the_changes_once(table, page_for, alice, bob):
    page = page_for(bob)
    page.goto(f"/tables/{table.pk}/")
    assert page.evaluate(MOVING) == 0
    page.goto("/tables/")
    apart(lambda: play_on(table, [alice, bob], Chance(b"motion", 0)))
    page.set_viewport_size({"width": 500, "height": 700})
    page.goto(f"/tables/{table.pk}/")
    assert page.evaluate(MOVING) > 0
    assert page.locator(".action-bar [data-piece]").count()
    assert page.evaluate(HELD) == 0
    page.keyboard.press("Shift")
    assert page.evaluate(MOVING) == 0
    page.reload()
    assert page.evaluate(MOVING) == 0

    ((key, text),) = page.evaluate(KEPT)
    assert key == f"seen:{bob.pk}:{table.pk}"
    kept = {piece for piece, _place in json.loads(text)["pieces"]}
    state = state_of(table)
    assert kept and not kept & {str(card) for hand in state.hands for card in hand}

    page.emulate_media(reduced_motion="reduce")
    page.goto("/tables/")
    apart(lambda: play_on(table, [alice, bob], Chance(b"motion", 1)))
    page.goto(f"/tables/{table.pk}/")
    assert page.evaluate(MOVING) == 0


def test_a_log_out_clears_the_browsers_storage(table, page_for, bob):
    page = page_for(bob)
    page.goto(f"/tables/{table.pk}/")
    assert len(page.evaluate(KEPT)) == 1
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("link", name="Log in").first).to_be_visible()
    settled(page)
    assert page.evaluate(STORED) == 0


# One piece has gone, and one is now in a closed fold. Shows both before and after a key press.
CAPTURE = """async () => {
  const say = (what) => document.dispatchEvent(new CustomEvent(what)), part = document.getElementById("table");
  const shown = () => [document.getElementById("count").textContent, document.querySelectorAll("body > .ghost").length];
  document.getElementById("field").insertAdjacentHTML("beforeend",
    '<b id="count" data-count="pile">3</b><i id="gone" data-piece="x" data-goes="pile">x</i>' +
    '<b id="folded" data-piece="y">y</b><details><summary>Pile</summary><b id="inner"></b></details>');
  say("table-leaves");
  for (const id of ["gone", "folded"]) document.getElementById(id).remove();
  document.getElementById("inner").dataset.piece = "y";
  document.getElementById("count").textContent = "9";
  part.dataset.ply = "1";
  say("table-comes");
  const before = shown();
  document.dispatchEvent(new KeyboardEvent("keydown"));
  await new Promise((end) => setTimeout(end));
  return [before, shown()];
}"""


def test_removed_cards_fly_to_their_pile_and_its_count_rises(table, page_for, bob):
    page = page_for(bob)
    page.goto(f"/tables/{table.pk}/")
    settled(page)
    assert page.evaluate(CAPTURE) == [["3", 2], ["9", 0]]


# Notes each new last word with its time.
NOTE = """() => {
  const word = () => document.getElementById("last-word")?.textContent;
  window.words = [[word(), 0]];
  const note = () => word() !== window.words.at(-1)?.[0] && window.words.push([word(), performance.now()]);
  new MutationObserver(note).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""


def told(page, table, plies):
    """What the replay says of each of these plies."""
    words = []
    for ply in plies:
        page.goto(f"/tables/{table.pk}/replay/?at={ply}")
        words.append(page.locator("#replay-line").get_attribute("data-word"))
    return words


@pytest.mark.parametrize("has_key", [False, True])
def test_each_of_several_new_plies_is_a_beat_and_a_key_goes_on(has_key, table, page_for, alice, bob):
    page = page_for(bob)
    page.goto(f"/tables/{table.pk}/")
    page.wait_for_timeout(500)  # until the socket is open
    page.evaluate(NOTE)
    apart(lambda: [play_on(table, [alice, bob], Chance(b"beats", number)) for number in range(4)])
    for _ in range(20 if has_key else 0):
        page.keyboard.press("Shift")
        page.wait_for_timeout(200)
    expect(page.locator("#table")).to_have_attribute("data-ply", "4")
    page.wait_for_timeout(0 if has_key else 5000)
    words, times = zip(*page.evaluate("words.slice(1)"), strict=True)
    gaps = [after - before for before, after in itertools.pairwise(times)]
    assert all(gap < 1000 for gap in gaps) if has_key else all(gap >= 1000 for gap in gaps)
    assert list(words) == told(page, table, range(4))
