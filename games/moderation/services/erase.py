"""Erases an account: deletes personal data and keeps the games with a nameless player. No cascading deletes."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import KnownName, User
from games.errors import MalformedInput, NotPossible
from games.models import (
    Block,
    Decision,
    Invitation,
    LessonProgress,
    LogInTrace,
    Notice,
    PersonJob,
    Preferences,
    PrivateNote,
    PushSubscription,
    PuzzleStreak,
    PuzzleTry,
    Report,
    ReportNote,
    SavedFilter,
    TableMute,
    TalkLine,
    TalkRead,
)
from games.moderation.services.decisions import (
    decision_write,
    expect_to_judge,
    lock_person,
    sessions_end,
    settle_active,
)
from games.moderation.services.people import roles_drop
from games.moderation.services.person_jobs import person_job_write
from games.moderation.services.rewrites import name_in_log, names_borne, vacations_forget, words_clean
from games.tables.players import visits_forget

ERASED = "[erased]"  # replaces text by or about the person
ASKED = "Requested by the person."

_What = PersonJob.What


@transaction.atomic
def account_erase(by: User, person: User, *, reason: str, tables: str = _What.LEAVE) -> Decision:
    """Erase a person's account; `tables` says what happens to its running tables. Raises a TableError."""
    if tables not in (_What.RUN, _What.LEAVE, _What.OFFER):
        raise MalformedInput(
            _("You can't pause the tables of an erased account, because its owner can't come back.")
        )
    account = lock_person(person.pk)
    expect_to_judge(by, account)
    return _erase(by, account, reason, tables)


@transaction.atomic
def own_account_erase(person: User) -> Decision:
    """Erase the user's own account; its seats leave their games. Raises NotPossible for people with a role."""
    account = lock_person(person.pk)
    if account.is_staff:
        raise NotPossible(_("You're a moderator. Ask an administrator to remove your role first."))
    return _erase(account, account, ASKED, _What.LEAVE)


def _erase(by: User, account: User, reason: str, tables: str) -> Decision:
    if account.erased_at is not None:
        raise NotPossible(_("This account has already been erased."))
    for each in (*_merged_into(account), account):
        names = names_borne(each)
        words_clean(each, names)
        _forget_words(each)
        vacations_forget(each)
        _forget_rows(each)
        _forget_person(each)
        for name in names:
            name_in_log(each, name)
    facts = {"tables": tables}
    decision = decision_write(
        by, Decision.Kind.ERASE, reason, person=account, facts=facts, seen_at=timezone.now()
    )
    person_job_write(decision, account, tables)
    sessions_end(account)
    return decision


def _merged_into(account: User) -> list[User]:
    """Accounts merged into this one. Their names and texts belong to the same person."""
    found = list(account.merged.select_for_update().filter(erased_at=None))
    return [each for one in found for each in (*_merged_into(one), one)]


def _forget_words(account: User) -> None:
    """Replace the person's texts, and delete reports about the person and closed reports by the person.

    Open reports by the person about others remain without their text, to protect the people affected.
    """
    TalkLine.objects.filter(user=account).update(text=ERASED)
    _forget_reports(account)
    about = Decision.objects.filter(person=account)
    # Decisions of other kinds need their facts to be undone.
    about.filter(kind=Decision.Kind.RENAME).update(facts={})
    about.update(reason=ERASED, seen_at=timezone.now())


def _forget_reports(account: User) -> None:
    about = Q(person=account) | Q(line__user=account)
    found = Report.objects.filter(about | Q(by=account, closed_at__isnull=False))
    gone = dict(found.values_list("pk", "by"))
    outcomes = Decision.objects.filter(kind__in=(Decision.Kind.SETTLE, Decision.Kind.DISPEL))
    told = outcomes.filter(person__in={*gone.values()}, facts__report__in=list(gone))
    told.update(reason=ERASED, seen_at=timezone.now())
    ReportNote.objects.filter(report__in=gone).delete()
    Report.objects.filter(pk__in=gone).delete()
    ReportNote.objects.filter(report__by=account).update(text=ERASED)
    Report.objects.filter(by=account).update(text=ERASED)


def _forget_rows(account: User) -> None:
    """Delete the person's settings, addresses, log-ins and subscriptions."""
    for model in (
        EmailAddress,
        Authenticator,
        LessonProgress,
        Preferences,
        PushSubscription,
        PuzzleStreak,
        PuzzleTry,
        TableMute,
        TalkRead,
        PrivateNote,
        LogInTrace,
        KnownName,
    ):
        rows: Any = model._default_manager
        rows.filter(user=account).delete()
    visits_forget(account)
    Block.objects.filter(Q(by=account) | Q(person=account)).delete()
    SavedFilter.objects.filter(by=account).delete()
    Invitation.objects.filter(user=account).update(is_live=False)
    notices = Notice.objects.filter(user=account)
    notices.exclude(detail="").update(detail="")
    waiting = notices.filter(status__in=(Notice.Status.DUE, Notice.Status.CLAIMED))
    waiting.update(status=Notice.Status.SUPPRESSED, reason="", sent_at=timezone.now())


def _forget_person(account: User) -> None:
    """Reduce the account to what the games need: an id and a neutral name."""
    account.username, account.display_name = f"former-player-{account.pk}", f"Former player {account.pk}"
    account.email = account.first_name = account.last_name = ""
    account.set_unusable_password()
    account.time_zone, account.mail_turns, account.last_login = "UTC", False, None
    account.sleep_from = account.sleep_to = None
    account.days_off, account.vacations, account.replies = [], [], []
    account.muted_until = account.suspended_until = None
    account.erased_at = timezone.now()
    roles_drop(account)
    settle_active(account)
    account.save()
