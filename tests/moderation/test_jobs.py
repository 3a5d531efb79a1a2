"""Jobs over many tables continue after a failure, and moderators can read about it."""

import pytest

from games.models import BulkExtension, Decision, MoveRecord, PersonJob, Table, TaskFailure
from games.web.tasks import sweep
from tests.moderation.acts import REASON
from tests.play import running_table

pytestmark = pytest.mark.django_db


BOTH = pytest.mark.parametrize(
    ("address", "data", "rows", "name"),
    [
        ("/admin/games/table/extend-all/", {"days": 2}, BulkExtension, "bulk_extension"),
        ("/admin/accounts/user/{bob}/act/suspend/", {"days": 3, "tables": "leave"}, PersonJob, "person_job"),
    ],
)


@BOTH
def test_a_job_starts_at_once_without_a_sweep(
    address, data, rows, name, alice, bob, administrator, django_capture_on_commit_callbacks
):
    table = running_table(alice, bob)
    with django_capture_on_commit_callbacks(execute=True):
        administrator.post(address.format(bob=bob.pk), {"reason": REASON, **data})
    assert rows.objects.get().past == table.pk


@BOTH
def test_a_table_where_a_job_fails_is_recorded_and_skipped(
    address, data, rows, name, alice, bob, administrator
):
    broken, *others = [running_table(alice, bob) for _ in range(3)]
    Table.objects.filter(pk=broken.pk).update(state="{}")
    assert administrator.post(address.format(bob=bob.pk), {"reason": REASON, **data}).status_code == 302
    for _ in range(2):
        sweep()
    job = rows.objects.get()
    assert job.done_at is not None and job.past == others[-1].pk
    changed = MoveRecord.objects.filter(kind__in=("note", "leave")).values_list("table", flat=True)
    assert sorted(changed) == [table.pk for table in others]
    failures = TaskFailure.objects.values_list("task", "about", "count")
    assert list(failures) == [(name, f"{job.pk} at {broken.pk}", 1)]


def test_a_job_skips_tables_of_the_moderator(alice, bob, mona, moderator):
    former, other = running_table(alice, bob), running_table(alice, bob)
    former.departures.create(user=mona, seat_number=0)
    data = {"reason": REASON, "days": 3, "tables": "leave"}
    assert moderator.post(f"/admin/accounts/user/{bob.pk}/act/suspend/", data).status_code == 302
    sweep()
    assert list(MoveRecord.objects.filter(kind="leave").values_list("table", flat=True)) == [other.pk]


def test_undoing_the_decision_stops_its_job(alice, bob, administrator):
    running_table(alice, bob)
    address = f"/admin/accounts/user/{bob.pk}/act/"
    data = {"reason": REASON, "days": 3, "tables": "leave"}
    assert administrator.post(f"{address}suspend/", data).status_code == 302
    undone = {"reason": REASON, "decision": Decision.objects.get().pk}
    assert administrator.post(f"{address}undo/", undone).status_code == 302
    sweep()
    assert Table.objects.get().is_running and PersonJob.objects.get().done_at is not None


def test_a_bulk_extension_ends_with_the_tables_that_ran_when_it_was_decided(alice, bob, administrator):
    table = running_table(alice, bob)
    assert (
        administrator.post("/admin/games/table/extend-all/", {"reason": REASON, "days": 2}).status_code == 302
    )
    running_table(alice, bob)
    sweep()
    assert BulkExtension.objects.get().past == table.pk
