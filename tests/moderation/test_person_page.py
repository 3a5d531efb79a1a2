"""The page of a person, and the accounts connected with that person."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models import Decision, LogInTrace, Notice, Report, Seat
from games.moderation.services.people import MOST_TRACES
from games.upkeep.pruning import TRACES_KEPT, traces_prune
from games.web.tasks import sessions_end
from tests.conftest import PASSWORD, person
from tests.play import running_table
from tests.staff import log_in

pytestmark = pytest.mark.django_db


def page_of(who):
    return f"/admin/accounts/user/{who.pk}/change/"


def look_at(client, who, **data):
    return client.post(f"/admin/accounts/user/{who.pk}/connections/", {"reason": "two of one", **data})


def logged_in(user, address, browser=None):
    """Log in from an address, in the browser of that client or in a new one."""
    client = browser or Client()
    client.post("/accounts/logout/")
    form = {"login": user.username, "password": PASSWORD}
    assert client.post("/accounts/login/", form, REMOTE_ADDR=address).status_code == 302
    return client


def test_the_file_links_to_tables_reports_decisions_and_notices(moderator, mona, alice, bob):
    table = running_table(alice, bob)
    report = Report.objects.create(about="name", table=table, person=bob, by=alice, text="he shouts")
    moderator.post(f"/admin/accounts/user/{bob.pk}/act/warn/", {"reason": "do not shout"})
    Notice.objects.filter(user=bob).update(detail="550 secret mailbox")
    log_in(bob)
    page = moderator.get(page_of(bob)).content.decode()
    decision, notice = bob.decisions.get(), Notice.objects.filter(user=bob).first()
    for words in (f"Captivate #{table.pk}", f"/admin/games/table/{table.pk}/change/", "he shouts", "do not shout",
                  f"/admin/games/report/{report.pk}/change/", f"/admin/games/decision/{decision.pk}/change/",
                  f"/admin/games/notice/{notice.pk}/change/", "Active sessions",
                  "unknown system"):  # fmt: skip
        assert words in page, words
    assert "127.0.0.1" not in page and "550 secret" not in page
    ledger = moderator.get(f"/admin/games/notice/?user__id__exact={bob.pk}")
    assert ledger.status_code == 200
    assert {row.user_id for row in ledger.context["cl"].result_list} == {bob.pk}


def test_a_moderator_reads_no_report_about_a_table_of_their_own(moderator, mona, alice, bob):
    table = running_table(alice, bob)
    Report.objects.create(about="name", table=table, person=bob, by=alice, text="he shouts")
    assert "he shouts" in moderator.get(page_of(bob)).content.decode()
    Seat.objects.filter(table=table, user=alice).update(user=mona)
    assert "he shouts" not in moderator.get(page_of(bob)).content.decode()


def test_the_page_costs_the_same_however_much_it_shows(moderator, alice, bob, django_assert_max_num_queries):
    def queries():
        with django_assert_max_num_queries(26) as captured:
            assert moderator.get(page_of(bob)).status_code == 200
        return len(captured)

    running_table(alice, bob)
    moderator.get(page_of(bob))
    few = queries()
    for number in range(25):
        table = running_table(alice, bob)
        Report.objects.create(about="table", table=table, person=bob, by=alice, text=f"no. {number}")
        Decision.objects.create(kind="warn", person=bob, by=alice, reason=f"no. {number}", table=table)
    assert queries() == few
    page = moderator.get(page_of(bob)).content.decode()
    assert "All tables" in page and page.count("no. 24") == 2 and "no. 3<" not in page


def test_viewing_connections_needs_a_reason_and_is_recorded(moderator, mona, bob, alice):
    address = f"/admin/accounts/user/{bob.pk}/connections/"
    assert "Reason" in moderator.get(address).content.decode()
    assert look_at(moderator, bob, reason=" ").status_code == 422
    assert not Decision.objects.exists()
    answer = look_at(moderator, bob)
    assert answer.status_code == 200 and "no-store" in answer["Cache-Control"]
    look = Decision.objects.get()
    assert (look.kind, look.person, look.by, look.reason) == ("connect", bob, mona, "two of one")
    assert "two of one" in moderator.get("/admin/games/decision/").content.decode()
    client = log_in(bob)
    for page in ("/tables/", "/decisions/"):
        assert "two of one" not in client.get(page).content.decode()
    assert not Notice.objects.filter(user=bob).exists()


def test_nobody_learns_that_their_connections_were_viewed(mona, adam, moderator, administrator, bob):
    """This includes the lists and pages of moderators, which show all other decisions."""
    assert look_at(administrator, mona).status_code == 200
    look = Decision.objects.get()
    assert (look.kind, look.person, look.by) == ("connect", mona, adam)
    own = f"/admin/games/decision/{look.pk}/change/"
    for page in ("/admin/games/decision/", page_of(mona), "/admin/", "/decisions/"):
        assert "two of one" not in moderator.get(page, follow=True).content.decode(), page
    assert moderator.get(own).status_code == 302 and administrator.get(own).status_code == 200
    assert "two of one" in administrator.get(page_of(mona)).content.decode()
    look_at(moderator, bob)
    assert moderator.get("/admin/games/decision/").content.decode().count("two of one") == 1


def test_only_moderators_see_connections_and_not_their_own(moderator, mona, adam, player, anonymous, bob):
    for client in (player, anonymous):
        assert look_at(client, bob).status_code == 302
    for who in (mona, adam):
        assert look_at(moderator, who).status_code == 403
        assert "connections/" not in moderator.get(page_of(who)).content.decode()
    assert not Decision.objects.exists()
    assert look_at(moderator, User(pk=99999)).status_code == 404


def test_the_same_address_and_the_same_browser_are_found(moderator, alice, bob, charlie):
    running_table(alice, bob)
    shared = logged_in(bob, "198.51.100.7")
    logged_in(alice, "203.0.113.9", shared)
    logged_in(charlie, "198.51.100.7")
    zoe = person("zoe")
    logged_in(zoe, "192.0.2.1")
    places = {each.person: each for each in look_at(moderator, bob).context["found"].places}
    assert set(places) == {alice, charlie}
    assert places[alice].browser_at and not places[alice].address_at and places[alice].tables == 1
    assert places[charlie].address_at and not places[charlie].browser_at and places[charlie].tables == 0
    page = look_at(moderator, bob).content.decode()
    assert "same browser" in page and "same address" in page and "198.51.100.7" not in page
    assert not LogInTrace.objects.filter(digest__contains="198.51").exists()


def test_people_who_share_most_tables_come_first(moderator, alice, bob, charlie):
    for _ in range(3):
        running_table(charlie, bob)
    running_table(alice, bob)
    mates = look_at(moderator, bob).context["found"].mates
    assert [(each.person, each.tables) for each in mates] == [(charlie, 3), (alice, 1)]


def test_connections_cost_the_same_with_any_number_of_people(
    moderator, alice, bob, charlie, django_assert_max_num_queries
):
    logged_in(bob, "198.51.100.7")
    look_at(moderator, bob)

    def queries():
        with django_assert_max_num_queries(22) as captured:
            look_at(moderator, bob)
        return len(captured)

    logged_in(alice, "198.51.100.7")
    running_table(alice, bob)
    few = queries()
    for number in range(12):
        running_table(alice, bob)
        other = person(f"other{number}")
        LogInTrace.objects.create(user=other, kind="address", last_at=timezone.now(),
                                  digest=LogInTrace.objects.filter(user=bob, kind="address").get().digest)  # fmt: skip
    assert queries() == few


def test_only_recent_traces_are_kept(bob):
    for number in range(MOST_TRACES + 3):
        logged_in(bob, f"198.51.100.{number}")
    logged_in(bob, "198.51.100.5")
    rows = LogInTrace.objects.filter(user=bob)
    assert rows.filter(kind="address").count() == rows.filter(kind="browser").count() == MOST_TRACES
    rows.filter(kind="browser").update(last_at=timezone.now() - TRACES_KEPT - timedelta(hours=1))
    rows.filter(kind="address").update(last_at=timezone.now() - TRACES_KEPT + timedelta(hours=1))
    sessions_end()
    assert rows.count() == MOST_TRACES and not rows.filter(kind="browser").exists()
    assert traces_prune(timezone.now()) == 0


def test_an_erased_or_merged_account_leaves_no_log_in_trace(administrator, alice, bob, charlie):
    for user in (bob, charlie):
        logged_in(user, "198.51.100.7")
    erasing = {"reason": "asked", "tables": "leave", "repeated": "bob"}
    administrator.post(f"/admin/accounts/user/{bob.pk}/act/erase/", erasing)
    merging = {"reason": "the same", "into": "alice"}
    administrator.post(f"/admin/accounts/user/{charlie.pk}/act/merge/", merging)
    assert not LogInTrace.objects.filter(user__in=(bob, charlie)).exists()
