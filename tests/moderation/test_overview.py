"""The admin's first page: open reports, failures, the amount of work. Each role sees its own part."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Heartbeat, HourlyStats, LastTime, Notice, ReplayDifference, Table, TaskFailure
from tests.play import running_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(alice, bob):
    """Return a table that is waiting for alice, with a failed email, a failed task and a log that differs."""
    found = running_table(alice, bob)
    now = timezone.now()
    Notice.objects.create(
        user=bob, table=found, kind="turn", ply=9, status="failed", detail="550 no such mailbox", due_at=now
    )
    TaskFailure.objects.create(
        task="pause_end", about="3", error="KeyError at x.py:1", first_at=now, last_at=now
    )
    ReplayDifference.objects.create(table=found, why="ply 3: no such card", rules_version=1, found_at=now)
    return found


def page_of(client):
    return client.get("/admin/").content.decode()


def test_the_overview_lists_waiting_tables_and_failures(table, administrator):
    page = page_of(administrator)
    for words in (
        f"Captivate #{table.pk}</a>: Alice Ardent",
        "550 no such mailbox",
        "KeyError at x.py:1",
        "no such card",
    ):
        assert words in page
    Notice.objects.update(created_at=timezone.now() - timedelta(days=8))
    TaskFailure.objects.update(last_at=timezone.now() - timedelta(days=8))
    page = page_of(administrator)
    assert "550 no such mailbox" not in page and "KeyError" not in page and "no such card" in page


def test_paused_and_finished_tables_do_not_count_as_waiting(table, administrator):
    for column in ({"paused_until": timezone.now()}, {"is_held": True, "paused_until": None}):
        Table.objects.update(**column)
        assert "</a>: Alice Ardent" not in page_of(administrator)


def test_plots_show_each_hour_and_leave_gaps(table, administrator, time_machine):
    time_machine.move_to(timezone.now(), tick=False)  # otherwise the hour might end before the page is shown
    hour = timezone.now().replace(minute=0, second=0, microsecond=0)
    for back, plies, people in ((0, 130, 7), (1, 100, 7), (2, 60, 5), (9, 10, 4)):
        HourlyStats.objects.create(
            hour=hour - timedelta(hours=back), plies=plies, people=people, running=9, due=0
        )
    page = page_of(administrator)
    plies = page.split('id="overview-plies"')[1].split("</section>")[0]
    assert plies.count("<rect") == 48 and "a maximum of 40" in plies
    assert "<td>30</td>" in plies and "<td>40</td>" in plies and plies.count("not measured") == 46
    running = page.split('id="overview-running"')[1].split("</section>")[0]
    assert running.count("<td>9</td>") == 4


def test_late_work_is_shown_first_and_in_red(administrator, settings):
    settings.EMBEDDED = True  # bots think in the worker
    now = timezone.now()
    for role in ("web", "worker", "beat"):
        Heartbeat.objects.create(
            role=role, machine="a", pid=1, since=now - timedelta(minutes=10), seen_at=now
        )
    LastTime.objects.create(name="sweep", at=now)
    assert "Overdue" not in page_of(administrator)
    Heartbeat.objects.filter(role="worker").update(seen_at=now - timedelta(minutes=5))
    page = page_of(administrator)
    alarm = page.split('class="errornote"')[1].split("</div>")[0]
    assert "<strong>Workers</strong>:" in alarm and "5 minutes ago" in alarm and "Beat" not in alarm
    assert 'class="overview__late"><dt>Workers' in page


def test_each_role_sees_what_its_permissions_allow(table, mona, moderator, player, anonymous):
    page = page_of(moderator)
    assert "Waiting longest" in page and "Open reports" in page and "Failed messages" in page
    assert "Processes" in page
    assert "Failed tasks" not in page and "differ from their logs" not in page
    mona.groups.clear()
    assert "Waiting longest" not in page_of(moderator)
    for reader in (player, anonymous):
        assert reader.get("/admin/").status_code == 302


def test_the_overview_costs_the_same_with_any_number_of_tables(
    table, alice, bob, administrator, django_assert_max_num_queries
):
    for _ in range(3):
        running_table(alice, bob)
        with django_assert_max_num_queries(29):
            page_of(administrator)
