"""axe finds nothing on the pages of tables (every title, every kind of decision) and circles, light and dark."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from games.circles.services import circle_join, circle_open
from games.talk.services import circle_line_say
from games.titles import TITLES
from tests.browser.acts import apart
from tests.browser.positions import plant, widest_positions
from tests.conftest import person
from tests.play import running_table

pytestmark = pytest.mark.browser

MOST = 4  # positions of a title
OWN = [slug for slug in TITLES if TITLES.home(slug).startswith("games.")]


THEMES = ("light", "dark")
OPTIONS = {
    "resultTypes": ["violations"],
    "preload": False,
    "rules": {"label-content-name-mismatch": {"enabled": True}},  # axe leaves it off by default
}
OPENED = "document.querySelectorAll('#table details:not(#seats)').forEach((fold) => { fold.open = true; })"


def faults(page):
    """Return what axe finds, one line for each element."""
    found = Axe().run(page, options=OPTIONS).response["violations"]
    return [f"{one['id']}: {node['target']} {node['html'][:160]}" for one in found for node in one["nodes"]]


@pytest.mark.parametrize("slug", OWN)
def test_axe_finds_nothing_at_a_table(slug, page_for, db):
    """Check each position in one theme with all folds open, and in the other with something chosen."""
    people = [
        person(f"player-{number}", display_name=f"Player {number}") for number in range(TITLES[slug].seats[0])
    ]
    table = apart(lambda: running_table(*people, title=slug, has_notes=True))
    options = {"viewport": {"width": 390, "height": 844}, "reduced_motion": "reduce", "bypass_csp": True}
    pages = [page_for(user, **options) for user in people]
    wrong = []
    for number, position in enumerate(widest_positions(slug, len(people))[:MOST]):
        apart(lambda position=position: plant(table, position))
        page = pages[position.seat]
        page.emulate_media(color_scheme=THEMES[number % 2])
        page.goto(f"/tables/{table.pk}/")
        page.evaluate(OPENED)
        wrong += [f"{position}: {fault}" for fault in faults(page)]
        choice = page.locator(":is(#field, .action-bar) a[href*='?']").first
        if choice.count():
            page.emulate_media(color_scheme=THEMES[1 - number % 2])
            page.goto(choice.get_attribute("href").split("#")[0])
            wrong += [f"{position}, chosen: {fault}" for fault in faults(page)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing_on_the_pages_of_a_circle(theme, page_for, db):
    """Check them on a small phone, where nothing may be wider than the screen."""
    owner, member = person("owner"), person("member")
    circle = apart(lambda: circle_open(owner, name="The Crew", about="We play."))
    apart(lambda: (circle_join(member, circle.link), circle_line_say(member, circle.pk, text="Ahoy @owner")))
    apart(lambda: running_table(owner, member, circle=circle, admission="circle"))
    page = page_for(
        owner,
        viewport={"width": 360, "height": 640},
        color_scheme=theme,
        reduced_motion="reduce",
        bypass_csp=True,
    )
    wrong = []
    for address in ("", "new/", f"{circle.pk}/", f"{circle.pk}/settings/", f"{circle.pk}/talk/"):
        page.goto(f"/circles/{address}")
        wrong += [f"{address}: {fault}" for fault in faults(page)]
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        wrong += [f"{address} is {wide} pixels too wide"] if wide > 0 else []
    assert not wrong, "\n".join(wrong)
