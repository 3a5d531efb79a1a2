"""Closes accounts: erases one with its personal data, or merges it into another account of the same person.

Games stay, and no delete cascades.
"""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db import transaction
from django.db.models import Exists, Model, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from oauth2_provider.models import Application, Grant

from accounts.models import DECISIONS, KnownName, User
from games import models
from games.errors import MalformedInput, NotPossible
from games.ledger.circles import memberships_end, memberships_move
from games.ledger.ratings import ratings_move
from games.ledger.tournaments import entries_withdraw
from games.ledger.years import years_move
from games.moderation.services import decisions, rewrites
from games.moderation.services.jobs import person_job_write
from games.moderation.services.people import roles_drop
from games.puzzles.progress import puzzles_add, puzzles_of
from games.tables.players import visits_erase

ERASED = "[erased]"  # replaces text by or about the person
ASKED = "Requested by the person."

_What = models.PersonJob.What


@transaction.atomic
def account_erase(by: User, person: User, *, reason: str, tables: str = _What.LEAVE) -> models.Decision:
    """Erase a person's account; `tables` says what happens to its running tables. Raises a TableError."""
    if tables not in (_What.RUN, _What.LEAVE, _What.OFFER):
        raise MalformedInput(
            _("You can't pause the tables of an erased account, because its owner can't come back.")
        )
    account = decisions.lock_person(person.pk)
    decisions.expect_to_judge(by, account)
    return _erase(by, account, reason, tables)


@transaction.atomic
def own_account_erase(person: User) -> models.Decision:
    """Erase the user's own account; its seats leave their games. Raises NotPossible for people with a role."""
    account = decisions.lock_person(person.pk)
    if account.is_staff:
        raise NotPossible(_("You're a moderator. Ask an administrator to remove your role first."))
    return _erase(account, account, ASKED, _What.LEAVE)


def _erase(by: User, account: User, reason: str, tables: str) -> models.Decision:
    if account.erased_at is not None:
        raise NotPossible(_("This account has already been erased."))
    for each in (*_merged_into(account), account):
        names = rewrites.names_borne(each)
        rewrites.texts_redact(each, names)
        _erase_texts(each)
        rewrites.vacations_erase(each)
        _erase_rows(each)
        _erase_person(each)
        for name in names:
            rewrites.name_in_log(each, name)
    facts = {"tables": tables}
    decision = decisions.decision_write(
        by, models.Decision.Kind.ERASE, reason, person=account, facts=facts, seen_at=timezone.now()
    )
    person_job_write(decision, account, tables)
    decisions.sessions_end(account)
    return decision


def _merged_into(account: User) -> list[User]:
    """Accounts merged into this one. Their names and texts belong to the same person."""
    found = list(account.merged.select_for_update().filter(erased_at=None))
    return [each for one in found for each in (*_merged_into(one), one)]


def _erase_texts(account: User) -> None:
    """Replace the person's texts, and delete reports about the person and closed reports by the person.

    Open reports by the person about others remain without their text, to protect the people affected.
    """
    models.TalkLine.objects.filter(user=account).update(text=ERASED)
    _erase_reports(account)
    about = models.Decision.objects.filter(person=account)
    # Decisions of other kinds need their facts to be undone.
    kinds = models.Decision.Kind
    renames = (kinds.RENAME, kinds.CIRCLE_NAME, kinds.CIRCLE_CLOSE)
    about.filter(kind__in=renames).update(facts={})
    about.update(reason=ERASED, seen_at=timezone.now())


def _erase_reports(account: User) -> None:
    about = Q(person=account) | Q(line__user=account)
    found = models.Report.objects.filter(about | Q(by=account, closed_at__isnull=False))
    gone = dict(found.values_list("pk", "by"))
    outcomes = models.Decision.objects.filter(
        kind__in=(models.Decision.Kind.SETTLE, models.Decision.Kind.DISPEL)
    )
    told = outcomes.filter(person__in={*gone.values()}, facts__report__in=list(gone))
    told.update(reason=ERASED, seen_at=timezone.now())
    models.ReportNote.objects.filter(report__in=gone).delete()
    models.Report.objects.filter(pk__in=gone).delete()
    models.ReportNote.objects.filter(report__by=account).update(text=ERASED)
    models.Report.objects.filter(by=account).update(text=ERASED)


_PERSONAL: tuple[type[Model], ...] = (
    EmailAddress, Authenticator, KnownName, Application, Grant, models.ApiAnswer, models.ApiToken,
    models.LessonProgress,
    models.LogInTrace, models.PlayerPage,
    models.Preferences, models.PrivateNote, models.PushSubscription, models.PuzzleStreak, models.PuzzleTry,
    models.Search, models.TableMute, models.TalkRead, models.YearCount,
)  # fmt: skip

_PAIRS: tuple[type[Model], ...] = (models.Block, models.Follow)


def _erase_rows(account: User) -> None:
    """Delete the person's settings, addresses, log-ins and subscriptions."""
    for model in _PERSONAL:
        rows: Any = model._default_manager
        rows.filter(user=account).delete()
    visits_erase(account)
    for pairs in _PAIRS:
        pairs._default_manager.filter(Q(by=account) | Q(person=account)).delete()
    models.SavedFilter.objects.filter(by=account).delete()
    memberships_end(account)
    entries_withdraw(account)
    models.Invitation.objects.filter(user=account).update(is_live=False)
    notices = models.Notice.objects.filter(user=account)
    notices.exclude(detail="").update(detail="")
    waiting = notices.filter(status__in=(models.Notice.Status.DUE, models.Notice.Status.CLAIMED))
    waiting.update(status=models.Notice.Status.SUPPRESSED, reason="", sent_at=timezone.now())


def _erase_person(account: User) -> None:
    """Reduce the account to what the games need: an id and a neutral name."""
    account.username, account.display_name = f"former-player-{account.pk}", f"Former player {account.pk}"
    account.email = account.first_name = account.last_name = ""
    account.set_unusable_password()
    account.time_zone, account.language, account.mail_turns, account.last_login = "UTC", "", False, None
    account.sleep_from = account.sleep_to = None
    account.days_off, account.vacations, account.replies, account.punctuality = [], [], [], ""
    account.muted_until = account.suspended_until = None
    account.erased_at = timezone.now()
    roles_drop(account)
    decisions.update_is_active(account)
    account.save()


# Unique for each table and person, so a row is moved only if the other account has none.
_ONCE_PER_TABLE: tuple[type[Model], ...] = (
    models.Departure, models.Invitation, models.PrivateNote, models.TableMute, models.TalkRead,
)  # fmt: skip


_OF_ONE_ACCOUNT: tuple[type[Model], ...] = (
    Application, Grant, models.ApiAnswer, models.ApiToken, models.LogInTrace, models.PlayerPage,
    models.PushSubscription, models.PuzzleStreak, models.PuzzleTry, models.Search,
)  # fmt: skip


@transaction.atomic
def account_merge(
    by: User, person: User, *, into: str, reason: str, keeps_address: bool = False
) -> models.Decision:
    """Close an account and move everything to another one, except seats at the same table. Raises a TableError."""
    heir_id = User.objects.filter(username__iexact=into.strip()).values_list("pk", flat=True).first()
    if heir_id is None or heir_id == person.pk:
        raise NotPossible(_("There's no other account with that name."))
    account, heir = decisions.lock_people(person.pk, heir_id)
    for each in (account, heir):
        decisions.expect_to_judge(by, each)
        decisions.expect_account(each)
    if account.is_machine != heir.is_machine:
        raise NotPossible(_("A bot account and a person's account can't be merged."))
    if not heir.is_active:
        raise NotPossible(_("That account is closed. Merge the other way round."))
    facts = {"into": heir.pk, "keeps_address": keeps_address}
    decision = decisions.decision_write(by, models.Decision.Kind.MERGE, reason, person=account, facts=facts)
    _move_addresses(account, heir, keeps_address=keeps_address)
    _move_rows(account, heir)
    _close(account, heir)
    person_job_write(decision, account, models.PersonJob.What.MERGE)
    decisions.person_notify(decision, heir)
    return decision


def _move_addresses(account: User, heir: User, *, keeps_address: bool) -> None:
    """Move the email addresses to the other account, so that they work for logging in there, or delete them."""
    rows = EmailAddress.objects.filter(user=account)
    theirs = EmailAddress.objects.filter(user=heir)
    known = set(theirs.values_list("email", flat=True))
    proven = set(rows.filter(verified=True).values_list("email", flat=True)) if keeps_address else set()
    rows.filter(email__in=proven - known).update(user=heir, primary=False)
    EmailAddress.objects.filter(user=account).delete()
    theirs.filter(email__in=proven & known).update(verified=True)
    account.email = ""


def _move_rows(account: User, heir: User) -> None:
    """Move all rows except the seats, which a job moves, and the log, which stays unchanged."""
    models.Table.objects.filter(creator=account).update(creator=heir)
    models.TalkLine.objects.filter(user=account).update(user=heir)
    models.Report.objects.filter(by=account).update(by=heir)
    models.Report.objects.filter(person=account).update(person=heir)
    models.AccessRecord.objects.filter(by=account).update(by=heir)
    for model in _ONCE_PER_TABLE:
        rows: Any = model._default_manager
        own = rows.filter(user=heir, table=OuterRef("table"))
        free = rows.filter(user=account).exclude(Exists(own))
        if model is models.Departure:  # it stays where the other account has a seat
            free = free.exclude(Exists(models.Seat.objects.filter(user=heir, table=OuterRef("table"))))
        free.update(user=heir)
    heir.punctuality = (account.punctuality + heir.punctuality)[-DECISIONS:]
    heir.save(update_fields=["punctuality"])
    for pairs in _PAIRS:
        _move_pairs(pairs._default_manager.all(), account, heir)
    _move_lessons(account, heir)
    ratings_move(account, heir)
    memberships_move(account, heir)
    _move_entries(account, heir)
    years_move(account, heir)
    puzzles_add(heir, *puzzles_of(account))
    for row_model in _OF_ONE_ACCOUNT:
        row_model._default_manager.filter(user=account).delete()
    models.SavedFilter.objects.filter(by=account).delete()


def _move_pairs(pairs: QuerySet[Any], account: User, heir: User) -> None:
    """Move rows that have a person on both sides, except where the other account has one, or would be both."""
    rows = pairs.filter(by=account).exclude(person=heir)
    rows.exclude(Exists(pairs.filter(by=heir, person=OuterRef("person")))).update(by=heir)
    others = pairs.filter(person=account).exclude(by=heir)
    others.exclude(Exists(pairs.filter(person=heir, by=OuterRef("by")))).update(person=heir)


def _move_entries(account: User, heir: User) -> None:
    """Move the account's places in tournaments; where the other one plays too, only that one stays."""
    rows = models.Entry.objects.filter(user=account)
    rows.exclude(Exists(models.Entry.objects.filter(user=heir, tournament=OuterRef("tournament")))).update(
        user=heir
    )
    entries_withdraw(account)


def _move_lessons(account: User, heir: User) -> None:
    own = {row.title: row for row in models.LessonProgress.objects.filter(user=heir)}
    for row in models.LessonProgress.objects.filter(user=account):
        if (kept := own.get(row.title)) is None:
            row.user = heir
            row.save(update_fields=["user"])
        else:
            kept.done = list(dict.fromkeys([*kept.done, *row.done]))
            kept.notes = row.notes if kept.notes is None else kept.notes
            kept.save(update_fields=["done", "notes"])


def _close(account: User, heir: User) -> None:
    account.merged_into = heir
    roles_drop(account)
    decisions.update_is_active(account)
    account.save(update_fields=["merged_into", "email", "is_active", "is_staff", "is_superuser"])
    decisions.sessions_end(account)
