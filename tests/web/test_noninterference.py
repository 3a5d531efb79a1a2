"""Everything hidden is dealt anew for each reader, and no page, header, feed or count of queries changes."""

import dataclasses

import pytest
from msgspec.structs import replace

from games.engine.chance import Chance
from games.models import Table
from games.tables import position
from games.titles import TITLES
from games.titles.captivate.cards import CARDS
from games.titles.captivate.observe import Cards
from games.web.noninterference.compare import compare_table
from tests.engine.profile import GAMES
from tests.play import fingerprint, play_on, running_table

pytestmark = pytest.mark.django_db

PLIES = (1, 4, 9, 16, 25, 36) if GAMES else (1, 4)  # played before the tables are compared
TITLES_COMPARED = [slug for slug in TITLES if slug != "blank"]  # which is over by then
WHOLE = "captivate"  # compared at every address of the site; the others at all that depend on a table, but at night


def played(people, title, plies):
    """A table after so many random moves."""
    table = running_table(*people, title=title)
    chooser = Chance(title.encode(), plies)
    for _ in range(plies):
        play_on(table, people, chooser)
    return Table.objects.get(pk=table.pk)


@pytest.mark.games
@pytest.mark.parametrize("plies", PLIES)
@pytest.mark.parametrize("title", TITLES_COMPARED)
def test_nobody_sees_what_is_dealt_anew(title, plies, alice, bob):
    table = played([alice, bob], title, plies)
    before = fingerprint(table)
    found = compare_table(table, whole=bool(GAMES) or (title == WHOLE and plies == PLIES[0]))
    assert [each.reader for each in found] == ["seat 0", "seat 1", "outsider", "moderator", "anonymous"]
    assert "\n".join(str(difference) for each in found for difference in each.differences) == ""
    assert table.is_running or GAMES
    assert any(each.dealt.is_other for each in found) or not table.is_running
    opened = {each.reader: each.opened for each in found}
    assert opened["anonymous"] > 3  # the table, its log, the lobby, the first page
    assert min(opened["seat 0"], opened["seat 1"]) > opened["outsider"]
    assert fingerprint(table) == before


def test_what_leaks_is_found(alice, bob, monkeypatch):
    """A title that shows something of the first card of the deck."""
    table = played([alice, bob], "captivate", 3)
    honest = TITLES["captivate"]

    def observe(state, seat):
        return replace(honest.observe(state, seat), deck=Cards(sorted(CARDS).index(state.deck[0])))

    leaking = dataclasses.replace(honest, observe=observe)
    monkeypatch.setattr(position, "game_at", lambda table: leaking)
    found = {each.reader: each.differences for each in compare_table(table, whole=False)}
    address = f"/tables/{table.pk}/"
    for reader in ("seat 0", "seat 1", "outsider", "moderator", "anonymous"):
        (difference,) = [each for each in found[reader] if each.address == address]
        assert difference.steady
        assert "bytes" in difference.what
        assert difference.excerpt
