"""How moderators find tables, and what they read about one: nothing secret, in a bounded number of queries."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from games.models import Report, Seat, Table
from games.tables import lobby
from games.titles.captivate.cards import CARDS
from games.titles.captivate.presenter.words import card_name
from tests.moderation.acts import REASON, act, play_turn, undo
from tests.play import running_table, state_of

pytestmark = pytest.mark.django_db

LIST = "/admin/games/table/"


def found(client, query=""):
    """Return the numbers of the tables in the list."""
    answer = client.get(f"{LIST}?{query}")
    assert answer.status_code == 200, query
    return {row.pk for row in answer.context["cl"].result_list}


@pytest.fixture
def tables(alice, bob, charlie):
    """Return two running tables, alice with bob and bob with charlie, and an open one of alice."""
    first, second = running_table(alice, bob), running_table(bob, charlie, title="cannonades")
    return first, second, lobby.table_create(alice, title="captivate", options={}, seats=2)


def test_tables_are_found_by_number_and_by_name(tables, moderator):
    first, second, third = (table.pk for table in tables)
    assert found(moderator) == {first, second, third}
    assert found(moderator, f"q={first}") == found(moderator, f"q=%23{first}") == {first}
    assert found(moderator, "q=ALI") == {first, third}
    assert found(moderator, "q=lice") == set()
    for odd in ("q=999999999999999999999", "q=%00", "q=%27", "q=+"):
        found(moderator, odd)


def test_tables_are_found_by_their_properties(tables, moderator):
    first, second, third = (table.pk for table in tables)
    assert found(moderator, "title=cannonades") == {second}
    assert found(moderator, "title=nonsense") == {first, second, third}
    assert found(moderator, "status__exact=open") == {third}
    act(moderator, tables[1], "hold", days=0)
    assert found(moderator, "is_held__exact=1") == {second}


def test_tables_are_found_by_their_problems(tables, alice, moderator):
    first, second, _third = (table.pk for table in tables)
    Seat.objects.filter(table=first, is_awaited=True).update(awaited_since=timezone.now() - timedelta(days=5))
    assert found(moderator, "waiting=3") == {first}
    assert found(moderator, "waiting=7") == set()
    assert found(moderator, "waiting=x") == found(moderator)
    Seat.objects.filter(table=second, number=1).update(timeouts=2)
    assert found(moderator, "timeouts=yes") == {second}
    report = Report.objects.create(about="table", table=tables[1], by=alice, text="somebody stalls")
    assert found(moderator, "reported=yes") == {second}
    Report.objects.filter(pk=report.pk).update(closed_at=timezone.now())
    assert found(moderator, "reported=yes") == set()


def queries_of(client, address, django_assert_max_num_queries, most):
    with django_assert_max_num_queries(most) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


def test_the_list_costs_the_same_with_any_number_of_tables(
    tables, alice, bob, moderator, django_assert_max_num_queries
):
    moderator.get(LIST)
    few = queries_of(moderator, LIST, django_assert_max_num_queries, 15)
    for _ in range(10):
        running_table(alice, bob)
    assert queries_of(moderator, LIST, django_assert_max_num_queries, 15) == few


def test_the_page_costs_the_same_however_much_it_shows(
    tables, alice, bob, client_for, moderator, django_assert_max_num_queries
):
    table = tables[0]
    act(moderator, table, "extend", days=1)
    address = f"{LIST}{table.pk}/change/"
    moderator.get(address)  # fills the process's caches
    few = queries_of(moderator, address, django_assert_max_num_queries, 27)
    for number in range(12):
        play_turn(client_for((alice, bob)[number % 2]), table, number % 2)
        act(moderator, table, "extend", days=1)
    moderator.get(address)  # shows the message about the last action
    assert queries_of(moderator, address, django_assert_max_num_queries, 27) == few


def test_the_tables_page_shows_seats_clocks_log_decisions_and_reports(
    tables, alice, bob, client_for, moderator
):
    table = tables[0]
    play_turn(client_for(alice), table, 0)
    Report.objects.create(about="table", table=table, by=bob, text="she is so slow")
    act(moderator, table, "hold", days=0)
    page = moderator.get(f"{LIST}{table.pk}/change/").content.decode()
    for words in ("Alice Ardent", "stopped with 3 days left", "A moderator pauses the table.", REASON,
                  "she is so slow", "Mona Mate", f"/admin/games/notice/?table__id__exact={table.pk}", "waiting: 2",
                  "/act/rewind/?ply=0"):  # fmt: skip
        assert words in page, words
    assert moderator.get(f"/admin/games/notice/?table__id__exact={table.pk}").status_code == 200
    assert 'value="0"' in moderator.get(f"{LIST}{table.pk}/act/rewind/?ply=0").content.decode()


def test_the_log_continues_page_by_page(tables, alice, bob, client_for, moderator):
    table = tables[0]
    for number in range(24):
        play_turn(client_for((alice, bob)[number % 2]), table, number % 2)
    address = f"{LIST}{table.pk}/change/"
    page = moderator.get(address).content.decode()
    assert "?before=8#mod-log" in page and "/act/rewind/?ply=7" not in page
    assert "/act/rewind/?ply=7" in moderator.get(f"{address}?before=8").content.decode()
    assert moderator.get(f"{address}?before=x").status_code == 200


def test_no_page_for_moderators_shows_hidden_information(tables, alice, bob, client_for, administrator):
    table = tables[0]
    play_turn(client_for(alice), table, 0)
    act(administrator, table, "rewind", ply=1)
    state = state_of(table)
    hidden = {*state.deck, *state.hands[0], *state.hands[1]}
    words = {*hidden, *(card_name(card) for card in hidden)}
    for address in (LIST, f"{LIST}{table.pk}/change/", "/admin/games/decision/", f"{LIST}{table.pk}/view/"):
        page = administrator.get(address).content.decode()
        assert not [word for word in words if word in page], address
    assert len(hidden) > len(CARDS) // 2


def test_open_tables_have_a_page_and_unknown_ones_return_404(tables, moderator):
    page = moderator.get(f"{LIST}{tables[2].pk}/change/").content.decode()
    assert "Alice Ardent" in page and "/view/" not in page
    assert moderator.get(f"{LIST}999/change/").status_code == 302


def test_the_audit_log_can_be_read_and_searched(tables, moderator, administrator, player):
    act(moderator, tables[0], "hold", days=0)
    act(administrator, tables[1], "extend", days=1, reason="the server was down")
    undo(administrator)
    address = "/admin/games/decision/"
    page = moderator.get(address).content.decode()
    assert REASON in page and "the server was down" in page and "undone by" in page
    page = moderator.get(f"{address}?kind__exact=hold").content.decode()
    assert REASON in page and "the server was down" not in page
    assert "the server was down" not in moderator.get(f"{address}?q=mona").content.decode()
    assert player.get(address).status_code == 302


def test_the_audit_log_offers_undo_only_where_there_is_one(tables, moderator):
    act(moderator, tables[0], "hold", days=0)
    hold = tables[0].decisions.get()
    address = f"/admin/games/decision/{hold.pk}/change/"
    assert "/act/undo/" in moderator.get(address).content.decode()
    undo(moderator)
    assert "/act/undo/" not in moderator.get(address).content.decode()
    latest = tables[0].decisions.latest("pk")
    answer = undo(moderator, latest)
    assert answer.status_code == 409 and "t undo this kind of decision" in answer.content.decode()


def test_decisions_about_people_can_be_undone_in_the_audit_log(bob, moderator, administrator):
    moderator.post(f"/admin/accounts/user/{bob.pk}/act/mute/", {"reason": REASON, "days": 3})
    bob.refresh_from_db()
    assert bob.muted_until is not None
    mute = bob.decisions.get()
    assert "/act/undo/" in moderator.get(f"/admin/games/decision/{mute.pk}/change/").content.decode()
    assert undo(administrator, mute).status_code == 302
    bob.refresh_from_db()
    assert bob.muted_until is None
    assert undo(moderator, mute).status_code == 409


def test_a_table_held_by_a_suspension_shows_no_reason(tables, alice, bob, client_for, moderator):
    act(moderator, tables[0], "hold", days=0)
    act(moderator, tables[0], "go-on")
    until = timezone.now() + timedelta(days=2)
    Table.objects.filter(pk=tables[0].pk).update(is_held=True, paused_until=until)
    page = client_for(bob).get(f"/tables/{tables[0].pk}/").content.decode()
    held = page.split('id="held"')[1].split("</div>")[0]
    assert "A moderator has paused this table until" in held and "The reason" not in held


def test_pages_and_email_give_the_same_reason_for_the_end(
    tables, alice, bob, client_for, moderator, django_capture_on_commit_callbacks
):
    table = tables[0]
    with django_capture_on_commit_callbacks(execute=True):
        client_for(alice).post(f"/tables/{table.pk}/resign/", {"ply": 0})
    (message,) = mail.outbox
    assert message.to == [bob.email] and "All others left the game." in message.body
    for client, address in (
        (client_for(bob), f"/tables/{table.pk}/"),
        (moderator, f"{LIST}{table.pk}/change/"),
    ):
        assert "All others left the game." in client.get(address).content.decode()
