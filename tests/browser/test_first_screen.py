"""The first screen of a table, or of its replay, shows the board, the question and its buttons without scrolling.

The test covers every title with the fewest and the most seats, and every kind of decision, in the position of some
random games with the most choices. It checks the page when it arrives and again after the first choice, in windows of
five sizes:

- every button of the bar is in the window and not cut off;
- the name of every player is readable, to six letters at least, with all counts, and the reader's own seat is marked;
- the cards of the hand have their size, and at most 8% of the height below the players is empty;
- Tab reaches the hand and the buttons in the order in which they are seen;
- the focus in the bar doesn't scroll the page;
- no word breaks inside of a narrow text;
- everything that can be chosen is in the window and not covered, or one short scroll away: inside a box that is itself
  in the window, no farther than the window is high or wide. The window itself never has to be scrolled. Of two links
  that choose the same, one is enough.
"""

import pytest
from playwright.sync_api import expect

from games.engine.chance import Chance
from games.models import Table
from games.titles import TITLES
from tests.browser.acts import apart
from tests.browser.positions import plant, widest_positions
from tests.conftest import person
from tests.play import play_on, running_table

pytestmark = pytest.mark.browser

PLIES = 14  # of a replayed game
WINDOWS = [(360, 640), (360, 740), (390, 844), (768, 1024), (1280, 720)]
SEATS = [
    (slug, seats)
    for slug in TITLES
    if TITLES.home(slug).startswith("games.")
    for seats in sorted({TITLES[slug].seats[0], TITLES[slug].seats[-1]})
]

# Words that break inside, in texts narrower than eight digits, and elements that make the page wider than the window.
BROKEN = """() => {
  const texts = document.createTreeWalker(document.getElementById("table"), NodeFilter.SHOW_TEXT), faults = [];
  const range = document.createRange(), linesOf = () => new Set([...range.getClientRects()].map((one) => one.top)).size;
  while (texts.nextNode()) {
    const { currentNode: text, currentNode: { parentElement: box } } = texts;
    if (!box.checkVisibility() || box.closest("svg, .visually-hidden, [popover]") || box.clientWidth === 1) continue;
    if (text.data.includes("\\u00ad")) continue; // breaks where it should
    range.selectNodeContents(text);
    if (range.getBoundingClientRect().width > 4 * parseFloat(getComputedStyle(box).fontSize) || linesOf() < 2) continue;
    for (const { index, 0: word } of text.data.matchAll(/[\\p{L}\\p{N}]{2,}/gu)) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (linesOf() > 1) faults.push("broken: " + text.data.trim());
    }
  }
  if (document.documentElement.scrollWidth > document.documentElement.clientWidth) faults.push("wider than the window");
  return faults;
}"""
# Everything wrong with the current page, one line for each problem.
FAULTS = """async () => {
  const lastOf = () => document.querySelector(window.innerWidth < 1024 ? ".action-bar" : "#field");
  const end = () => lastOf().getBoundingClientRect().bottom;
  for (let frames = 0; frames < 3 || (frames < 20 && Math.abs(end() - window.innerHeight) > 1); frames++) {
    await new Promise(requestAnimationFrame); // lengths in dvh and cqb come late after a resize
  }
  const wide = document.documentElement.clientWidth, high = window.innerHeight;
  const words = (one) => (one.innerText || one.getAttribute("aria-label") || "").replaceAll("\\n", " ");
  const name = (one) => `${one.id || one.className} '${words(one).trim().slice(0, 40)}'`;
  const boxOf = (one) => {
    for (let box = one.parentElement; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box);
      const isBox = /auto|scroll/.test(style.overflowX + style.overflowY);
      if (isBox && (box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1)) return box;
    }
    return null;
  };
  const isWhole = (one) => {
    const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
    if (top < -1 || left < -1 || bottom > high + 1 || right > wide + 1) return false;
    return [[0.5, 0.5], [0.5, 0.1], [0.5, 0.9]].every(([x, y]) => {
      const hit = document.elementFromPoint(left + width * x, top + height * y);
      return hit && (one.contains(hit) || hit.contains(one));
    });
  };
  const isCut = (one) => {
    const bar = one.closest(".action-bar").getBoundingClientRect(), { top, bottom } = one.getBoundingClientRect();
    return top < bar.top - 1 || bottom > bar.bottom + 1 || one.scrollWidth > one.clientWidth + 1;
  };
  const shown = (css) => [...document.querySelectorAll(css)].filter((one) => one.checkVisibility());
  // The share of the height below the players where nothing is drawn, and nothing can be. Gaps of a line don't count.
  const emptyOf = (boxes) => {
    const top = document.querySelector(".table-top").getBoundingClientRect().bottom;
    const hasText = (one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const DRAWN = "svg, a, button, input, select, td, th, summary, .can-place, .cl-card, .eli-slot, .panel";
    const isDrawn = (one) => one.checkVisibility() && (one.matches(DRAWN) || hasText(one));
    const drawn = boxes.flatMap((box) => [...box.querySelectorAll("*")].filter(isDrawn));
    const parts = drawn.map((one) => one.getBoundingClientRect()).filter((one) => one.height > 2 && one.width > 2);
    let [at, empty] = [top, 0];
    for (const part of [...parts.sort((one, two) => one.top - two.top), { top: high, bottom: high }]) {
      if (Math.min(part.top, high) - at > 20) empty += Math.min(part.top, high) - at;
      at = Math.min(high, Math.max(at, part.bottom));
    }
    return empty / (high - top);
  };
  const faults = Math.abs(end() - high) > 1 ? ["the page doesn't end with the window"] : [];
  for (const one of shown(".action-bar :is(button, .button)")) {
    if (!isWhole(one) || isCut(one)) faults.push("cut: " + name(one));
  }
  for (const one of shown(".player__name")) {
    const letters = document.createRange(), text = one.firstChild;
    letters.setStart(text, 0);
    letters.setEnd(text, Math.min(6, text.length));
    const [read, room] = [letters, one].map((each) => each.getBoundingClientRect().right);
    if (read > room + 1) faults.push("no name: " + name(one));
  }
  const isPast = (one, box) => one.getBoundingClientRect().right > box.getBoundingClientRect().right + 1;
  for (const points of shown(".player__counts .sign--points + *")) points.textContent = "188"; // rare in random play
  for (const one of shown(".player__counts > [title]")) {
    if (isPast(one, one.closest(".player"))) faults.push("cut: " + name(one));
  }
  if (shown(".player--you").length !== 1) faults.push("the reader's seat is not marked");
  const [least, tall] = wide < 1024 ? [64, 88] : [96, 48];
  for (const one of shown("ul.action-bar__hand:not(.nautilus-ways) > li")) {
    if (one.offsetWidth < least || one.offsetHeight < tall) faults.push("too small: " + name(one));
  }
  const tops = shown(".action-bar__hand, .action-bar .button-group").map((one) => one.getBoundingClientRect().top);
  if (tops[0] > tops[1]) faults.push("Tab reaches the hand and the buttons in another order than they are seen");
  const empty = emptyOf(wide < 1024 ? shown("#field, .action-bar") : shown("#field"));
  if (empty > 0.08) faults.push(`${Math.round(100 * empty)}% of the height is empty`);
  const choices = shown(":is(#field, .action-bar) a[href*='?'], :is(#field, .action-bar) button");
  const faultOf = (one) => {
    if (isWhole(one)) return "";
    const box = boxOf(one);
    if (!box) return "out of sight: ";
    const was = [box.scrollLeft, box.scrollTop];
    const { top, bottom } = box.getBoundingClientRect();
    if (top < -1 || bottom > high + 1) return "its box is not in the window: ";
    const inner = box.getBoundingClientRect(), own = one.getBoundingClientRect();
    const most = box.matches(".action-bar__hand") ? 2 : 1; // windows
    const isFar = own.bottom - inner.bottom > high || own.right - inner.right > most * wide;
    const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];
    box.scrollBy(middle(own)[0] - middle(inner)[0], middle(own)[1] - middle(inner)[1]);
    const isHidden = !isWhole(one);
    [box.scrollLeft, box.scrollTop] = was;
    return isFar ? "a long scroll away: " : isHidden ? "covered or outside: " : "";
  };
  const wrong = new Map();
  for (const one of choices) {
    const what = one.search || name(one), fault = faultOf(one);
    if (!fault || !wrong.has(what)) wrong.set(what, fault && fault + name(one)); // one good way is enough
  }
  faults.push(...[...wrong.values()].filter(Boolean));
  for (const one of shown(".action-bar :is(a[href], button)")) one.focus();
  if (window.scrollY) faults.push("the focus in the bar scrolls the page");
  document.activeElement.blur();
  window.scrollTo(0, 0);
  for (const one of shown(".action-bar__hand")) one.scrollLeft = 0;
  return faults;
}"""


def faults(page):
    """Return what is wrong in windows of all sizes."""
    found = []
    page.evaluate("Promise.all([...document.fonts].map((font) => font.load())).then(() => true)")
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{width}x{height}: {fault}" for fault in page.evaluate(FAULTS) + page.evaluate(BROKEN)]
    return found


@pytest.mark.parametrize(("slug", "seats"), SEATS)
def test_all_choices_are_visible_together_with_the_bar(slug, seats, page_for, db):
    people = [
        person(f"player-{number}", display_name=f"Player {number} of Port Royal") for number in range(seats)
    ]
    table = apart(lambda: running_table(*people, title=slug))
    # Moving pieces would cover others.
    pages = [page_for(user, reduced_motion="reduce") for user in people]
    wrong = []
    for position in widest_positions(slug, seats):
        apart(lambda position=position: plant(table, position))
        page = pages[position.seat]
        page.goto(f"/tables/{table.pk}/")
        wrong += [f"{position}: {fault}" for fault in faults(page)]
        choice = page.locator(f":is(#field, .action-bar) a[href*='/{table.pk}/?']").first
        if choice.count():
            page.goto(choice.get_attribute("href").split("#")[0])
            wrong += [f"{position}, one thing chosen: {fault}" for fault in faults(page)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("slug", dict(SEATS))
def test_text_of_twice_the_size_stays_in_words_in_a_window_of_320_pixels(slug, page_for, alice, bob):
    table = apart(lambda: running_table(alice, bob, title=slug))
    page = page_for(alice, reduced_motion="reduce", viewport={"width": 320, "height": 640})
    sizes = {"fontSizes": {"standard": 32, "fixed": 26}}
    page.context.new_cdp_session(page).send("Page.setFontSizes", sizes)
    page.goto(f"/tables/{table.pk}/")
    assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") == 32
    assert page.evaluate(BROKEN) == []


SHIFTS = """() => {
  window.shifts = 0;
  const add = (one) => { if (!one.hadRecentInput) window.shifts += one.value; };
  new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type: "layout-shift" });
}"""


# Where the board and the bar are. On a phone the bar stands on the window's edge, and its height follows the hand.
PLACES = """() => [
    ["#field", "left", "top", "right"], [".action-bar", "left", "right", innerWidth < 1024 ? "bottom" : "top"],
  ].flatMap(([css, ...edges]) => edges.map((edge) => document.querySelector(css).getBoundingClientRect()[edge]))"""


@pytest.mark.parametrize("window", [WINDOWS[0], WINDOWS[-1]])
@pytest.mark.parametrize("slug", dict(SEATS))
def test_a_move_scrolls_and_shifts_nothing(slug, window, page_for, alice, bob):
    table = apart(lambda: running_table(alice, bob, title=slug))
    page = page_for(alice, viewport=dict(zip(("width", "height"), window, strict=True)))
    page.goto(f"/tables/{table.pk}/")
    page.evaluate(SHIFTS)
    places = page.evaluate(PLACES)
    for number in range(3):
        apart(lambda number=number: play_on(table, [alice, bob], Chance(b"shift", number)))
        ply = Table.objects.get(pk=table.pk).ply
        expect(page.locator(f'#table[data-ply="{ply}"]')).to_have_count(1)
        assert page.evaluate("[window.scrollY, Math.round(10000 * window.shifts)]") == [0, 0]
        assert page.evaluate(PLACES) == pytest.approx(places, abs=1)


@pytest.mark.parametrize(("slug", "seats"), SEATS)
def test_a_replay_fills_the_screen_and_a_step_moves_nothing(slug, seats, page_for, db):
    people = [
        person(f"player-{number}", display_name=f"Player {number} of Port Royal") for number in range(seats)
    ]
    table, chooser = apart(lambda: running_table(*people, title=slug)), Chance(b"replays", 0)
    for _ply in range(PLIES):
        apart(lambda: play_on(table, people, chooser))
    last = Table.objects.get(pk=table.pk).ply - 1
    page = page_for(people[0], reduced_motion="reduce")
    wrong = []
    for at in (-1, last // 2, last):
        page.goto(f"/tables/{table.pk}/replay/?at={at}")
        wrong += [f"after ply {at}: {fault}" for fault in faults(page)]
    assert not wrong, "\n".join(wrong)
    page.set_viewport_size({"width": 360, "height": 640})
    page.evaluate(SHIFTS)
    steps = page.locator(".replay__steps").bounding_box()
    for ply in range(last - 1, max(last - 5, -2), -1):
        page.keyboard.press("ArrowLeft")
        expect(page.locator(f'#table[data-ply="{ply}"]')).to_have_count(1)
        assert page.evaluate("[window.scrollY, Math.round(10000 * window.shifts)]") == [0, 0]
        assert page.locator(".replay__steps").bounding_box() == steps
