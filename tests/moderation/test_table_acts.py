"""Every action on a table through the admin's pages: who may do it, who may not, and what is required."""

import pytest
from django.test import Client

from games.models import Decision, Table
from tests.conftest import person
from tests.moderation.acts import REASON, act, log_of, play_turn
from tests.play import fingerprint, running_table
from tests.staff import log_in

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
    """Return the name of each action in turn."""
    return request.param


@pytest.fixture
def table(alice, bob, client_for):
    """Return a table where alice has played and bob is to act; dora waits for a seat."""
    person("dora", display_name="Dora Deck")
    found = running_table(alice, bob)
    play_turn(client_for(alice), found, 0)
    return found


def state(table):
    return fingerprint(table), Decision.objects.count()


@pytest.mark.parametrize("role", ["moderator", "administrator"])
def test_staff_can_act_and_players_see_the_reason(name, role, table, bob, client_for, request):
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


def test_nobody_moderates_a_table_where_they_have_a_seat(name, mona, bob, moderator):
    person("dora")
    table = running_table(mona, bob)
    before = state(table)
    answer = act(moderator, table, name, **{**ACTS[name], **({"ply": 0} if name == "rewind" else {})})
    assert answer.status_code == 403 and "Ask another moderator" in answer.content.decode()
    assert state(table) == before


def test_nobody_moderates_a_table_where_they_had_a_seat(table, mona, moderator):
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
def test_malformed_input_shows_the_form_again(name, data, table, moderator):
    before = state(table)
    assert act(moderator, table, name, **data).status_code == 422
    assert state(table) == before


@pytest.mark.parametrize(("rank_0", "rank_1"), [(2, 2)])
def test_ranks_have_to_fit_together(rank_0, rank_1, table, moderator):
    before = state(table)
    answer = act(moderator, table, "finish", rank_0=rank_0, rank_1=rank_1)
    assert answer.status_code == 400 and "Give every seat a rank" in answer.content.decode()
    assert state(table) == before


def test_an_impossible_action_says_why(table, moderator):
    act(moderator, table, "call-off")
    before = state(table)
    for name, data in ACTS.items():
        answer = act(moderator, table, name, **data)
        assert answer.status_code == 409, name
    assert state(table) == before


def test_impossible_actions_are_not_offered(table, moderator):
    def offered():
        page = moderator.get(f"/admin/games/table/{table.pk}/change/").content.decode()
        return {name for name in (*ACTS, "go-on") if f"/act/{name}/" in page.split("mod-seats")[0]}

    assert offered() == set(ACTS)
    act(moderator, table, "hold", days=0)
    assert offered() == {*ACTS, "go-on"} - {"hold"}
    act(moderator, table, "call-off")
    assert offered() == set()


def test_an_unknown_table_returns_404(moderator, db):
    assert moderator.get("/admin/games/table/999/act/hold/").status_code == 404
    table = Table(pk=999)
    assert act(moderator, table, "hold").status_code == 404
    assert act(moderator, table, "nonsense").status_code == 404


def test_the_latest_decision_is_shown_first_until_the_reader_acts(table, alice, bob, client_for, moderator):
    def told(client):
        page = client.get(f"/tables/{table.pk}/").content.decode()
        return (
            page.split('id="latest-decision"')[1].split("</div>")[0] if 'id="latest-decision"' in page else ""
        )

    assert told(client_for(alice)) == ""
    act(moderator, table, "extend", days=1, reason="the first word")
    act(moderator, table, "extend", days=2, reason="the latest word")
    for client in (client_for(alice), client_for(bob), Client()):
        assert "the latest word" in told(client) and "the first word" not in told(client)
    play_turn(client_for(bob), table, 1)
    assert told(client_for(bob)) == "" and "the latest word" in told(client_for(alice))
    act(moderator, table, "hold", days=0, reason="held for now")
    page = client_for(bob).get(f"/tables/{table.pk}/").content.decode()
    assert (
        'id="latest-decision"' not in page and "held for now" in page.split('id="held"')[1].split("</div>")[0]
    )


def test_the_latest_decision_is_first_on_the_tables_page(table, moderator):
    assert 'id="mod-latest"' not in moderator.get(f"/admin/games/table/{table.pk}/change/").content.decode()
    act(moderator, table, "extend", days=1, reason="the first word")
    act(moderator, table, "extend", days=2, reason="the latest word")
    page = moderator.get(f"/admin/games/table/{table.pk}/change/").content.decode()
    first = page.split('id="mod-latest"')[1].split("</p>")[0]
    assert "the latest word" in first and "the first word" not in first
    assert page.index('id="mod-latest"') < page.index('id="mod-decisions"') < page.index('id="mod-seats"')


def test_of_two_unread_decisions_the_latest_is_shown(moderator, bob):
    for reason in ("the first word", "the latest word"):
        moderator.post(f"/admin/accounts/user/{bob.pk}/act/warn/", {"reason": reason})
    page = log_in(bob).get("/tables/").content.decode()
    assert "the latest word" in page and "the first word" not in page
