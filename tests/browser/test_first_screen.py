"""The first screen of a table always shows the board, the question and its buttons without scrolling.

The test covers every title with the fewest and the most seats, and every kind of decision, in the position of some
random games with the most choices. It checks the page when it arrives and again after the first choice, in windows of
four sizes:

- every button of the bar is in the window and not cut off;
- everything that can be chosen is in the window and not covered, or one short scroll away: inside a box that is itself
  in the window, no farther than the window is high or wide. The window itself never has to be scrolled. Of two links
  that choose the same, one is enough.
"""

import pytest

from games.titles import TITLES
from tests.browser.acts import apart
from tests.browser.positions import plant, widest_positions
from tests.conftest import person
from tests.play import running_table

pytestmark = pytest.mark.browser

WINDOWS = [(360, 640), (390, 844), (768, 1024), (1280, 720)]
SEATS = [
    (slug, seats)
    for slug in TITLES
    if TITLES.home(slug).startswith("games.")
    for seats in sorted({TITLES[slug].seats[0], TITLES[slug].seats[-1]})
]

# Everything wrong with the current page, one line for each problem.
FAULTS = """() => {
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
  const faults = [];
  for (const one of shown(".action-bar :is(button, .button)")) {
    if (!isWhole(one) || isCut(one)) faults.push("cut: " + name(one));
  }
  const choices = shown(":is(#field, .action-bar) a[href*='?'], :is(#field, .action-bar) button");
  const faultOf = (one) => {
    if (isWhole(one)) return "";
    const box = boxOf(one);
    if (!box) return "out of sight: ";
    const was = [box.scrollLeft, box.scrollTop];
    const { top, bottom } = box.getBoundingClientRect();
    if (top < -1 || bottom > high + 1) return "its box is not in the window: ";
    const inner = box.getBoundingClientRect(), own = one.getBoundingClientRect();
    const isFar = own.bottom - inner.bottom > high || own.right - inner.right > wide;
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
  if (document.documentElement.scrollWidth > wide) faults.push("wider than the window");
  return faults;
}"""


def faults(page):
    """Return what is wrong in windows of all sizes."""
    found = []
    page.evaluate("Promise.all([...document.fonts].map((font) => font.load())).then(() => true)")
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{width}x{height}: {fault}" for fault in page.evaluate(FAULTS)]
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
        choice = page.locator(":is(#field, .action-bar) a[href*='?']").first
        if choice.count():
            page.goto(choice.get_attribute("href").split("#")[0])
            wrong += [f"{position}, one thing chosen: {fault}" for fault in faults(page)]
    assert not wrong, "\n".join(wrong)
