"""Deletes rows that nobody needs, oldest first and in batches."""

from datetime import datetime, timedelta

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from oauth2_provider.models import Grant

from games.models import ApiAnswer, ApiToken, LogInTrace, Notice, TaskFailure

PRUNED = 1000  # rows per transaction, at most
NOTICES_KEPT = timedelta(days=60)  # how far back the notification log goes
TRACES_KEPT = timedelta(days=60)  # since the person's last log-in from there
FAILURES_KEPT = timedelta(days=31)  # since failed work succeeded
UNTRIED = timedelta(days=7)  # since a failed task was due for a retry; its subject no longer exists
ANSWERS_KEPT = timedelta(days=2)  # a request that is repeated after that is a new one
TOKENS_KEPT = timedelta(days=30)  # how long an expired token stays in its owner's list
LOGGING_IN = timedelta(hours=1)  # by then, a log-in has written both the session and the device


@transaction.atomic
def sessions_prune(now: datetime) -> int:
    """Delete expired sessions, oldest first, with their devices; returns how many."""
    expired = Session.objects.select_for_update(skip_locked=not settings.SQLITE).filter(expire_date__lte=now)
    keys = list(expired.order_by("expire_date").values_list("pk", flat=True)[:PRUNED])
    UserSession.objects.filter(session_key__in=keys).delete()
    Session.objects.filter(pk__in=keys).delete()
    return len(keys)


def devices_prune(now: datetime) -> int:
    """Delete devices whose session has ended, for example by logging out; returns how many."""
    session = Session.objects.filter(pk=OuterRef("session_key"))
    ended = UserSession.objects.filter(~Exists(session), created_at__lt=now - LOGGING_IN)
    keys = list(ended.order_by("pk").values_list("pk", flat=True)[:PRUNED])
    return int(UserSession.objects.filter(pk__in=keys).delete()[0])


@transaction.atomic
def notices_prune(now: datetime) -> int:
    """Delete the oldest notices, which have the lowest ids, whatever their status; returns how many."""
    rows = Notice.objects.select_for_update(skip_locked=not settings.SQLITE).order_by("pk")
    first = rows.values_list("pk", "created_at")[:PRUNED]
    old = [pk for pk, created_at in first if created_at < now - NOTICES_KEPT]
    Notice.objects.filter(merged_into__in=old).update(merged_into=None)
    Notice.objects.filter(pk__in=old).delete()
    return len(old)


def traces_prune(now: datetime) -> int:
    """Delete the oldest log-in traces; returns how many."""
    old = LogInTrace.objects.filter(last_at__lt=now - TRACES_KEPT).order_by("last_at")
    return LogInTrace.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:PRUNED])).delete()[0]


def failures_prune(now: datetime) -> int:
    """Delete failures that were resolved long ago, or that nobody retries, as their subject is gone."""
    done = Q(retry_at=None, last_at__lt=now - FAILURES_KEPT)
    old = TaskFailure.objects.filter(done | Q(retry_at__lt=now - UNTRIED)).order_by("last_at")
    return TaskFailure.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:PRUNED])).delete()[0]


def answers_prune(now: datetime) -> int:
    """Delete old answers to programs; returns how many."""
    old = ApiAnswer.objects.filter(made_at__lt=now - ANSWERS_KEPT).order_by("made_at")
    return ApiAnswer.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:PRUNED])).delete()[0]


def tokens_prune(now: datetime) -> int:
    """Delete tokens that expired a while ago, and codes of applications that were not used; returns how many tokens."""
    Grant.objects.filter(expires__lt=now).delete()  # they live for a minute, so there are few
    old = ApiToken.objects.filter(expires_at__lt=now - TOKENS_KEPT).order_by("expires_at")
    return ApiToken.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:PRUNED])).delete()[0]
