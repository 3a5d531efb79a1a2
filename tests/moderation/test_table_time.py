"""More time at one table, and at all tables after an outage; nobody gets it twice."""

import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from games.models import BulkExtension, Decision, MoveRecord, Seat, Table
from games.moderation.services.jobs import BULK_EXTENSION, job_continue
from games.web.tasks import bulk_extension_run, sweep
from tests.moderation.acts import REASON, act, log_of, play_turn, undo
from tests.play import running_table

pytestmark = pytest.mark.django_db

TWO = timedelta(days=2)
ALL = "/admin/games/table/extend-all/"


@pytest.fixture(autouse=True)
def still(time_machine):
    """Stop the clock, so that deadlines can be compared."""
    time_machine.move_to(timezone.now(), tick=False)


def deadlines(*tables):
    asked = Seat.objects.filter(table__in=tables, is_awaited=True).order_by("table", "number")
    return [seat.deadline for seat in asked]


def later(deadlines_, span=TWO):
    return [deadline + span for deadline in deadlines_]


def test_all_awaited_seats_get_more_time(alice, bob, client_for, moderator):
    table = running_table(alice, bob)
    there = deadlines(table)
    act(moderator, table, "extend", days=2)
    assert deadlines(table) == later(there)
    assert "A moderator gives the current players 2 days more." in log_of(client_for(bob), table)
    assert undo(moderator).status_code == 302 and deadlines(table) == there


def test_a_stopped_clock_gets_more_time_too(alice, bob, moderator):
    table = running_table(alice, bob)
    act(moderator, table, "hold", days=0)
    act(moderator, table, "extend", days=2)
    assert Seat.objects.get(table=table, number=0).remaining == timedelta(days=5).total_seconds()
    undo(moderator)
    assert Seat.objects.get(table=table, number=0).remaining == timedelta(days=3).total_seconds()


def test_undoing_more_time_leaves_no_deadline_in_the_past(alice, bob, moderator, time_machine):
    table = running_table(alice, bob)
    act(moderator, table, "extend", days=5)
    time_machine.move_to(timezone.now() + timedelta(days=6), tick=False)
    assert undo(moderator).status_code == 302
    assert deadlines(table) == [timezone.now() + timedelta(days=1)]


def test_time_that_was_used_cannot_be_taken_back(alice, bob, client_for, moderator):
    table = running_table(alice, bob)
    act(moderator, table, "extend", days=2)
    play_turn(client_for(alice), table, 0)
    there = deadlines(table)
    assert undo(moderator).status_code == 409
    assert deadlines(table) == there


def test_without_a_clock_no_time_can_be_given(alice, bob, moderator):
    table = running_table(alice, bob)
    Table.objects.filter(pk=table.pk).update(clock={"type": "none"})
    Seat.objects.update(deadline=None, allowance=None)
    assert act(moderator, table, "extend", days=2).status_code == 409
    assert not Decision.objects.exists()


@pytest.fixture
def tables(alice, bob, adam):
    """Return five running tables; the administrator plays at one of them."""
    return [running_table(alice, bob) for _ in range(4)] + [running_table(adam, bob)]


def extend_all(client, **data):
    return client.post(ALL, {"days": 2, "reason": REASON, **data})


def test_only_administrators_can_give_time_to_all_tables(tables, moderator, administrator, player, anonymous):
    for client in (moderator, player, anonymous):
        assert extend_all(client).status_code in (302, 403)
        assert ALL not in client.get("/admin/games/table/").content.decode()
    assert not BulkExtension.objects.exists()
    assert ALL in administrator.get("/admin/games/table/").content.decode()
    assert administrator.get(ALL).status_code == 200
    for wrong in ({"days": 0}, {"reason": " "}):
        assert extend_all(administrator, **wrong).status_code == 422
    assert not Decision.objects.exists()
    assert extend_all(administrator).status_code == 302 and Decision.objects.count() == 1


def test_repeated_bulk_extension_applies_once_per_table(tables, alice, client_for, administrator):
    there = deadlines(*tables)
    extend_all(administrator)
    extension = BulkExtension.objects.get()
    for _ in range(3):
        assert job_continue(BULK_EXTENSION, extension.pk)
    assert deadlines(*tables) == later(there[:3]) + there[3:]  # as after a worker that died half-way
    sweep()
    for _ in range(2):
        bulk_extension_run(extension.pk)
        sweep()
    assert deadlines(*tables) == later(there)
    extension.refresh_from_db()
    assert extension.count == 5 and extension.done_at is not None
    assert MoveRecord.objects.filter(kind="note").count() == 5
    assert "2 days more" in log_of(client_for(alice), tables[0])
    assert "5 tables" in administrator.get("/admin/games/decision/").content.decode()


def test_questions_asked_after_the_outage_get_no_time(
    tables, alice, bob, client_for, administrator, time_machine
):
    extend_all(administrator)
    time_machine.move_to(timezone.now() + timedelta(minutes=5), tick=False)
    play_turn(client_for(alice), tables[0], 0)
    new, there = running_table(alice, bob), deadlines(tables[0])
    sweep()
    assert deadlines(tables[0]) == there and deadlines(new) == [timezone.now() + timedelta(days=3)]
    assert BulkExtension.objects.get().count == 4


def test_a_table_that_cannot_be_read_does_not_stop_the_others(tables, administrator, caplog):
    there = deadlines(*tables)
    Table.objects.filter(pk=tables[1].pk).update(state="{}")
    extend_all(administrator)
    sweep()
    assert deadlines(*tables) == [later(there)[0], there[1], *later(there)[2:]]
    assert BulkExtension.objects.get().done_at is not None and "failed" in caplog.text


def test_undoing_a_bulk_extension_takes_the_time_back_everywhere(
    tables, bob, alice, client_for, administrator, moderator
):
    there = deadlines(*tables)
    extend_all(administrator)
    decision = Decision.objects.get()
    answer = undo(administrator)
    assert answer.status_code == 409 and "have the extra time yet" in answer.content.decode()
    sweep()
    assert undo(moderator, decision).status_code == 403
    play_turn(client_for(alice), tables[0], 0)
    assert undo(administrator, decision).status_code == 302
    sweep()
    assert deadlines(*tables)[1:] == there[1:]
    assert BulkExtension.objects.latest("pk").count == 4
    assert undo(administrator, decision).status_code == 409


@pytest.mark.django_db(transaction=True)
def test_two_simultaneous_workers_give_the_time_once(tables, administrator):
    there = deadlines(*tables)
    extend_all(administrator)
    extension = BulkExtension.objects.get()

    def work():
        try:
            bulk_extension_run(extension.pk)
        finally:
            connection.close()

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert deadlines(*tables) == later(there)
    assert BulkExtension.objects.get().count == len(tables)
