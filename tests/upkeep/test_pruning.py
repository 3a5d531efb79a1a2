"""Old sessions, notices and failure records are deleted, and nothing else."""

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.utils import timezone

from games.models import Notice, TaskFailure
from games.upkeep.pruning import (
    FAILURES_KEPT,
    LOGGING_IN,
    NOTICES_KEPT,
    PRUNED,
    UNTRIED,
    devices_prune,
    failures_prune,
    notices_prune,
    sessions_prune,
)
from games.web.tasks import notices_end, sessions_end

pytestmark = pytest.mark.django_db


def test_expired_sessions_are_deleted_with_their_devices_and_others_are_not(alice, bob, client_for):
    gone, still = client_for(alice), client_for(bob)
    key = gone.session.session_key
    Session.objects.filter(pk=key).update(expire_date=timezone.now() - timedelta(seconds=1))
    sessions_end()
    assert list(Session.objects.values_list("pk", flat=True)) == [still.session.session_key]
    assert list(UserSession.objects.values_list("user__username", flat=True)) == ["bob"]
    assert still.get("/tables/").status_code == 200
    assert gone.get("/tables/").status_code == 302


def test_a_task_deletes_some_expired_sessions_oldest_first(db):
    now = timezone.now()
    Session.objects.bulk_create(
        Session(session_key=f"old{number}", session_data="", expire_date=now - timedelta(hours=number + 1))
        for number in range(PRUNED + 3)
    )
    assert sessions_prune(now) == PRUNED
    assert set(Session.objects.values_list("pk", flat=True)) == {"old0", "old1", "old2"}
    sessions_end()
    assert not Session.objects.exists()


def notice(user, ply, age, **columns):
    made = Notice.objects.create(
        user=user, kind="turn", ply=ply, due_at=timezone.now(), status="sent", **columns
    )
    Notice.objects.filter(pk=made.pk).update(created_at=timezone.now() - age)
    return made


def test_old_notices_are_deleted_and_those_that_were_sent_with_them_stay(alice):
    late, early = NOTICES_KEPT + timedelta(minutes=1), NOTICES_KEPT - timedelta(minutes=1)
    old = notice(alice, 1, late)
    notice(alice, 2, late, merged_into=old)
    young = notice(alice, 3, early, merged_into=old)
    notices_end()
    assert list(Notice.objects.values_list("pk", "merged_into")) == [(young.pk, None)]


def test_a_task_deletes_some_old_notices(alice):
    Notice.objects.bulk_create(
        Notice(user=alice, kind="turn", ply=ply, due_at=timezone.now()) for ply in range(PRUNED + 3)
    )
    later = timezone.now() + NOTICES_KEPT + timedelta(hours=1)
    assert notices_prune(later) == PRUNED and Notice.objects.count() == 3
    assert notices_prune(later) == 3 and notices_prune(later) == 0


def test_failures_are_deleted_some_time_after_the_work_succeeded(db):
    then = timezone.now() - FAILURES_KEPT - timedelta(hours=1)
    now = timezone.now()
    late, early = now - UNTRIED - timedelta(minutes=1), now - UNTRIED + timedelta(minutes=1)
    for about, rests, last in (
        ("done", None, then), ("new", None, now), ("gone", late, late), ("rests", early, late), ("fails", now, then),
    ):  # fmt: skip
        TaskFailure.objects.create(
            task="x", about=about, error="", first_at=then, last_at=last, retry_at=rests
        )
    notices_end()
    assert set(TaskFailure.objects.values_list("about", flat=True)) == {"fails", "rests", "new"}


def test_a_task_deletes_some_failures_oldest_first(db):
    now = timezone.now()
    TaskFailure.objects.bulk_create(
        TaskFailure(
            task="claim_send", about=str(number), error="", first_at=now,
            last_at=now - FAILURES_KEPT - timedelta(minutes=number), retry_at=now - FAILURES_KEPT,
        )
        for number in range(PRUNED + 2)
    )  # fmt: skip
    assert failures_prune(now) == PRUNED
    assert set(TaskFailure.objects.values_list("about", flat=True)) == {"0", "1"}
    notices_end()
    assert not TaskFailure.objects.exists()


def test_only_devices_whose_session_has_ended_are_deleted(alice, bob, client_for):
    """A log-out ends the session, and leaves a row about its device."""
    out, still, lately = client_for(alice), client_for(bob), client_for(bob)
    for client in (out, lately):
        client.post("/accounts/logout/")
    UserSession.objects.exclude(session_key=still.session.session_key).update(ip="203.0.113.9")
    gone = UserSession.objects.get(user=alice)
    UserSession.objects.exclude(user=bob, ip="203.0.113.9").update(created_at=timezone.now() - 2 * LOGGING_IN)
    notices_end()
    assert not UserSession.objects.filter(pk=gone.pk).exists()
    assert UserSession.objects.filter(user=bob).count() == 2  # one is in use, one may be just logging in
    assert devices_prune(timezone.now() + 2 * LOGGING_IN) == 1
    assert still.get("/tables/").status_code == 200
