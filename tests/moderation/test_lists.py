"""Lists of the admin: names and dates as on the site, filters that are remembered, actions only where possible."""

import re
from datetime import UTC, datetime

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Decision, Notice, Report, ReportNote, SavedFilter, Seat, TalkLine
from games.pages.admin import MOST
from tests.moderation.acts import act, undo
from tests.play import running_table
from tests.staff import enter

pytestmark = pytest.mark.django_db

TABLES = "/admin/games/table/"
KEEP = f"{TABLES}filters/keep/"


@pytest.fixture
def table(alice, bob):
    return running_table(alice, bob, title="cannonades")


def page_of(client, address):
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def acts_on(client, address):
    """Return the names of the actions that a page offers."""
    return {act.name for act, _address in client.get(address).context["acts"]}


def test_lists_show_title_names_and_dates_as_on_the_site(table, moderator, mona):
    User.objects.filter(pk=mona.pk).update(time_zone="Asia/Tokyo")
    Notice.objects.update(created_at=datetime(2026, 3, 1, 20, 5, tzinfo=UTC))
    page = page_of(moderator, "/admin/games/notice/")
    assert f"Cannonades #{table.pk}" in page and "cannonades #" not in page
    assert "2 Mar 2026, 05:05" in page and "March 1" not in page and " p.m." not in page
    assert "Times in Asia/Tokyo" in page


def test_each_cell_has_its_columns_label_for_phones(table, moderator):
    page = page_of(moderator, TABLES)
    assert 'data-label="Game" class="field-title_name">Cannonades' in page
    assert page.count('data-label="Players"') == 1


def test_the_header_links_only_to_lists_that_the_role_may_open(moderator):
    page = page_of(moderator, "/admin/")
    assert '<a href="/admin/games/report/">Reports</a>' in page
    Decision.objects.all().delete()
    for address in ("/admin/games/report/", TABLES, "/admin/accounts/user/", "/admin/games/talkline/"):
        assert f'<a href="{address}" aria-current="page">' in page_of(moderator, address)


def test_a_moderator_can_save_a_filter_and_delete_it(table, moderator, mona, administrator):
    answer = moderator.post(KEEP, {"name": " Late ones ", "query": "timeouts=yes&p=3"})
    assert answer.url == f"{TABLES}?timeouts=yes"
    kept = SavedFilter.objects.get(by=mona)
    assert (kept.name, kept.query, kept.page) == ("Late ones", "timeouts=yes", "games_table")
    here = f'<a href="{TABLES}?timeouts=yes" aria-current="page">Late ones</a>'
    assert here in page_of(moderator, f"{TABLES}?timeouts=yes")
    assert "Late ones" in page_of(moderator, "/admin/")
    assert "Late ones" not in page_of(moderator, "/admin/games/report/")
    assert "Late ones" not in page_of(administrator, TABLES)
    forget = f"{TABLES}filters/{kept.pk}/forget/"
    assert administrator.post(forget).status_code == 404
    assert moderator.get(forget).status_code == 404
    assert moderator.post(forget, {"query": "timeouts=yes"}).url == f"{TABLES}?timeouts=yes"
    assert not SavedFilter.objects.exists()


def test_a_filter_of_the_same_name_is_replaced_and_their_number_is_limited(moderator):
    for number in range(MOST):
        moderator.post(KEEP, {"name": f"no. {number}", "query": "reported=yes"})
    assert moderator.post(KEEP, {"name": "no. 3", "query": "waiting=7"}).status_code == 302
    assert SavedFilter.objects.get(name="no. 3").query == "waiting=7"
    assert moderator.post(KEEP, {"name": "one more", "query": "waiting=7"}).status_code == 409
    assert SavedFilter.objects.count() == MOST


@pytest.mark.parametrize(
    "data",
    [{}, {"name": "", "query": "waiting=7"}, {"name": "x" * 41, "query": "waiting=7"}, {"name": "x", "query": "p=2"},
     {"name": "x", "query": "q=" + "y" * 600}, {"name": "\0", "query": "waiting=7"}],
)  # fmt: skip
def test_an_invalid_filter_is_refused_with_a_sentence(moderator, data):
    answer = moderator.post(KEEP, data)
    assert answer.status_code == 400 and not SavedFilter.objects.exists()


def test_only_moderators_can_save_filters(player, anonymous, moderator):
    for client in (player, anonymous):
        assert client.post(KEEP, {"name": "x", "query": "waiting=7"}).status_code == 302
    assert not SavedFilter.objects.exists()
    assert moderator.get(KEEP).status_code == 404


def test_at_their_own_table_moderators_read_why_and_see_no_button(table, mona, moderator, alice):
    Seat.objects.filter(table=table, number=1).update(user=mona)
    page = page_of(moderator, f"{TABLES}{table.pk}/change/")
    assert "You play at this table yourself" in page and "/act/" not in page and "See what seat" not in page
    line = TalkLine.objects.create(table=table, user=alice, text="Ahoy")
    assert acts_on(moderator, f"/admin/games/talkline/{line.pk}/change/") == set()


def test_a_table_offers_only_possible_actions(table, moderator):
    address = f"{TABLES}{table.pk}/change/"
    going = {"hold", "extend", "default", "replace", "offer", "finish", "call-off"}
    assert acts_on(moderator, address) == going
    act(moderator, table, "hold", days=0)
    assert acts_on(moderator, address) == going - {"hold"} | {"go-on"}
    act(moderator, table, "call-off")
    assert acts_on(moderator, address) == set()


def test_a_form_offers_only_seats_where_the_action_is_possible(table, moderator):
    awaited = Seat.objects.get(table=table, is_awaited=True).number
    page = page_of(moderator, f"{TABLES}{table.pk}/act/default/")
    assert f'<option value="{awaited}"' in page and f'<option value="{1 - awaited}"' not in page


def test_no_actions_are_offered_on_oneself_or_on_higher_roles(moderator, mona, adam, bob, administrator):
    people = "/admin/accounts/user/{}/change/".format
    assert "This is your own account" in page_of(moderator, people(mona.pk))
    assert "Ask an administrator" in page_of(moderator, people(adam.pk))
    assert acts_on(moderator, people(mona.pk)) == acts_on(moderator, people(adam.pk)) == set()
    assert "warn" in acts_on(moderator, people(bob.pk)) and "ban" not in acts_on(moderator, people(bob.pk))
    administrator.post(f"/admin/accounts/user/{bob.pk}/act/ban/", {"reason": "gone", "tables": "run"})
    assert "undo" in acts_on(administrator, people(bob.pk)) and "undo" not in acts_on(
        moderator, people(bob.pk)
    )
    ban = Decision.objects.get(kind="ban")
    assert acts_on(moderator, f"/admin/games/decision/{ban.pk}/change/") == set()


def test_undo_is_offered_while_the_decision_is_in_force(table, moderator):
    act(moderator, table, "hold", days=0)
    hold = Decision.objects.get(kind="hold")
    address = f"/admin/games/decision/{hold.pk}/change/"
    assert acts_on(moderator, address) == {"undo"}
    act(moderator, table, "go-on")
    assert acts_on(moderator, address) == set()
    assert undo(moderator, hold).status_code == 409


def test_a_closed_report_offers_no_actions(table, moderator, alice):
    report = Report.objects.create(about="table", table=table, by=alice, text="slow")
    address = f"/admin/games/report/{report.pk}/change/"
    assert acts_on(moderator, address) == {"take", "note", "settle", "dismiss"}
    Report.objects.update(closed_at=timezone.now(), state="settled")
    assert acts_on(moderator, address) == set()


def test_rows_are_named_in_the_words_of_the_site_and_seats_count_from_one(table, moderator, bob):
    line = TalkLine.objects.create(table=table, user=bob, seat_number=1, text="fools")
    page = page_of(moderator, f"/admin/games/talkline/{line.pk}/change/")
    assert f"Chat message {line.pk} at table {table.pk}" in page
    assert re.search(r'Seat:</label>\s*<div class="readonly">2<', page)
    assert ">Moderation</a>" in page_of(moderator, "/tables/")


def test_a_superuser_is_above_an_administrator(adam, administrator, charlie):
    User.objects.filter(pk=charlie.pk).update(is_staff=True, is_superuser=True)
    assert acts_on(administrator, f"/admin/accounts/user/{charlie.pk}/change/") == set()
    charlie.refresh_from_db()
    assert "dismiss" in acts_on(enter(charlie), f"/admin/accounts/user/{adam.pk}/change/")


def test_a_report_leads_to_the_line_and_dates_its_notes(table, moderator, mona, alice, bob):
    User.objects.filter(pk=mona.pk).update(time_zone="Asia/Tokyo")
    line = TalkLine.objects.create(table=table, user=bob, text="<b>fools</b>")
    report = Report.objects.create(about="line", table=table, line=line, person=bob, by=alice, text="rude")
    address = f"/admin/games/report/{report.pk}/"
    assert moderator.post(f"{address}act/take/", {"reason": "I look"}).status_code == 302
    ReportNote.objects.update(made_at=datetime(2026, 3, 1, 20, 5, tzinfo=UTC))
    page = page_of(moderator, f"{address}change/")
    assert f'<a href="/admin/games/talkline/{line.pk}/change/">&lt;b&gt;fools' in page
    assert "2 Mar 2026, 05:05 · Mona Mate: I look" in page
