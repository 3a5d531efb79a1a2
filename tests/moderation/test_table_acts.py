"""Every act on a table through the admin's pages: who may do it, who may not, and what is required."""

import pytest

from games.models import Decision, Table
from tests.conftest import person
from tests.moderation.acts import REASON, act, log_of, play_turn
from tests.play import fingerprint, running_table

pytestmark = pytest.mark.django_db

ACTS = {
    "hold": {"days": 3},
    "extend": {"days": 2},
    "rewind": {"ply": 1},
    "default": {"number": 1},
    "replace": {"number": 0, "name": "dora"},
    "offer": {"number": 1},
    "finish": {"rank_0": 2, "rank_1": 1},
    "call-off": {},
}


@pytest.fixture(params=ACTS)
def name(request):
    """The name of each act in turn."""
    return request.param


@pytest.fixture
def table(alice, bob, client_for):
    """A table where alice has played and bob is to act; dora waits for a seat."""
    person("dora", display_name="Dora Deck")
    found = running_table(alice, bob)
    play_turn(client_for(alice), found, 0)
    return found


def state(table):
    return fingerprint(table), Decision.objects.count()


@pytest.mark.parametrize("role", ["moderator", "administrator"])
def test_staff_does_it_and_players_read_why(name, role, table, bob, client_for, request):
    client = request.getfixturevalue(role)
    asked = client.get(f"/admin/games/table/{table.pk}/act/{name}/")
    assert asked.status_code == 200 and 'name="reason"' in asked.content.decode()
    assert act(client, table, name, **ACTS[name])["Location"] == f"/admin/games/table/{table.pk}/change/"
    decision = Decision.objects.get()
    assert (decision.table, decision.reason, decision.by.username[0]) == (table, REASON, role[0])
    page = log_of(client_for(bob), table)
    assert "A moderator" in page and f"The reason: {REASON}" in page
    assert "Mona" not in page and "Adam" not in page


def test_players_and_strangers_are_refused(name, table, player, anonymous):
    before = state(table)
    for client in (player, anonymous):
        assert act(client, table, name, **ACTS[name]).status_code in (302, 403, 404)
        assert client.get(f"/admin/games/table/{table.pk}/act/{name}/").status_code != 200
    assert state(table) == before


def test_nobody_moderates_a_table_at_which_they_sit(name, mona, bob, moderator):
    person("dora")
    table = running_table(mona, bob)
    before = state(table)
    answer = act(moderator, table, name, **{**ACTS[name], **({"ply": 0} if name == "rewind" else {})})
    assert answer.status_code == 403 and "ask another moderator" in answer.content.decode()
    assert state(table) == before


def test_nobody_moderates_a_table_at_which_they_have_sat(table, mona, moderator):
    table.departures.create(user=mona, seat_number=0)
    assert act(moderator, table, "hold", days=0).status_code == 403
    assert not Decision.objects.exists()


@pytest.mark.parametrize("reason", ["", "   ", "x" * 501])
def test_without_a_reason_nothing_is_done(name, reason, table, moderator):
    before = state(table)
    assert act(moderator, table, name, **ACTS[name], reason=reason).status_code == 422
    assert state(table) == before


WRONG = (
    ("hold", {"days": 91}), ("hold", {"days": -1}), ("hold", {"days": "x"}), ("extend", {"days": 0}),
    ("extend", {}), ("rewind", {}), ("rewind", {"ply": -1}), ("default", {"number": 7}), ("default", {}),
    ("replace", {"number": 0}), ("replace", {"number": 9, "name": "dora"}), ("offer", {"number": "x"}),
    ("finish", {"rank_0": 1}), ("finish", {"rank_0": 1, "rank_1": 3}),
)  # fmt: skip


@pytest.mark.parametrize(("name", "data"), WRONG)
def test_what_is_malformed_is_asked_again(name, data, table, moderator):
    before = state(table)
    assert act(moderator, table, name, **data).status_code == 422
    assert state(table) == before


@pytest.mark.parametrize(("rank_0", "rank_1"), [(2, 2)])
def test_ranks_have_to_fit_together(rank_0, rank_1, table, moderator):
    before = state(table)
    answer = act(moderator, table, "finish", rank_0=rank_0, rank_1=rank_1)
    assert answer.status_code == 400 and "Give every seat a rank" in answer.content.decode()
    assert state(table) == before


def test_what_is_not_possible_says_why(table, moderator):
    act(moderator, table, "call-off")
    before = state(table)
    for name, data in ACTS.items():
        answer = act(moderator, table, name, **data)
        assert answer.status_code == 409, name
    assert state(table) == before


def test_acts_that_make_no_sense_now_are_not_offered(table, moderator):
    def offered():
        page = moderator.get(f"/admin/games/table/{table.pk}/change/").content.decode()
        return {name for name in (*ACTS, "go-on") if f"/act/{name}/" in page.split("mod-seats")[0]}

    assert offered() == set(ACTS)
    act(moderator, table, "hold", days=0)
    assert offered() == {*ACTS, "go-on"} - {"hold"}
    act(moderator, table, "call-off")
    assert offered() == set()


def test_a_table_that_is_not_there(moderator, db):
    assert moderator.get("/admin/games/table/999/act/hold/").status_code == 404
    table = Table(pk=999)
    assert act(moderator, table, "hold").status_code == 404
    assert act(moderator, table, "nonsense").status_code == 404
