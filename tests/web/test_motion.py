"""What motion.js stores of a board is public information."""

from html.parser import HTMLParser

import pytest

from games.engine.chance import Chance
from games.titles import TITLES
from tests.conftest import person
from tests.play import play_on, running_table

pytestmark = pytest.mark.django_db
PLIES = 16
VOID = {"br", "hr", "img", "input", "link", "meta", "wbr"}


class Kept(HTMLParser):
    """The pieces and places of the board, and the counts of the page, that motion.js stores."""

    def __init__(self, html):
        super().__init__()
        self.found, self._open = set(), []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        names = dict(attrs)
        if tag not in VOID:
            self._open.append((tag, names))
        around = [each for _tag, each in self._open]
        if any(
            "data-private" in each or "action-bar" in (each.get("class") or "").split() for each in around
        ):
            return
        if "data-count" in names:
            self.found.add(("count", names["data-count"]))
        if any(each.get("id") == "field" for each in around):
            self.found |= {("piece", names["data-piece"])} if "data-piece" in names else set()
            self.found |= {(names["data-spot"], names.get("data-side"))} if "data-spot" in names else set()

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self._open.pop()

    def handle_endtag(self, tag):
        while self._open and self._open.pop()[0] != tag:
            pass


@pytest.mark.parametrize("slug", list(TITLES))
def test_a_browser_stores_only_what_spectators_get(slug, client_for):
    people = [person(f"player-{number}") for number in range(TITLES[slug].seats[0])]
    table, chooser = running_table(*people, title=slug), Chance(b"motion", 0)
    clients = [client_for(user) for user in (None, *people)]
    for _ply in range(PLIES):
        play_on(table, people, chooser)
    spectator, *seats = (Kept(one.get(f"/tables/{table.pk}/").content.decode()).found for one in clients)
    assert spectator or not TITLES.home(slug).startswith("games.")
    for found in seats:
        places = {each for each in found if each[0] not in {"piece", "count"}}
        new = {(spot, side) for spot, side in places - spectator if side is not None}
        pieces = {each for each in found - spectator if each[0] == "piece"}
        assert not pieces and not new


def test_storing_private_information_is_noticed():
    html = (
        '<div id="field"><p data-piece="a"></p><p data-private><b data-piece="b"></b></p></div>'
        '<section class="action-bar"><i data-piece="c"></i></section><p data-piece="d"></p><b data-count="e">1</b>'
    )
    assert Kept(html).found == {("piece", "a"), ("count", "e")}
