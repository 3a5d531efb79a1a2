"""Merges an account into another account of the same person. Its rows move to the other account where possible."""

from typing import Any

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import Exists, Model, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.errors import NotPossible
from games.models import (
    AccessRecord,
    Block,
    Decision,
    Departure,
    Invitation,
    LessonProgress,
    LogInTrace,
    PersonJob,
    PrivateNote,
    PushSubscription,
    PuzzleStreak,
    PuzzleTry,
    Report,
    SavedFilter,
    Seat,
    Table,
    TableMute,
    TalkLine,
    TalkRead,
)
from games.moderation.services.decisions import (
    decision_write,
    expect_account,
    expect_to_judge,
    lock_people,
    sessions_end,
    settle_active,
    tell_person,
)
from games.moderation.services.people import roles_drop
from games.moderation.services.person_jobs import person_job_write
from games.puzzles.progress import puzzles_add, puzzles_of

# Unique for each table and person, so a row is moved only if the other account has none.
_ONCE_PER_TABLE: tuple[type[Model], ...] = (Departure, Invitation, PrivateNote, TableMute, TalkRead)


@transaction.atomic
def account_merge(by: User, person: User, *, into: str, reason: str, keeps_address: bool = False) -> Decision:
    """Close an account and move its seats and history to another account, given by user name.

    If both have a seat at the same table, each keeps it. Raises a TableError.
    """
    heir_id = User.objects.filter(username__iexact=into.strip()).values_list("pk", flat=True).first()
    if heir_id is None or heir_id == person.pk:
        raise NotPossible(_("There's no other account with that name."))
    account, heir = lock_people(person.pk, heir_id)
    for each in (account, heir):
        expect_to_judge(by, each)
        expect_account(each)
    if not heir.is_active:
        raise NotPossible(_("That account is closed. Merge the other way round."))
    facts = {"into": heir.pk, "keeps_address": keeps_address}
    decision = decision_write(by, Decision.Kind.MERGE, reason, person=account, facts=facts)
    _move_addresses(account, heir, keeps_address=keeps_address)
    _move_rows(account, heir)
    _close(account, heir)
    person_job_write(decision, account, PersonJob.What.MERGE)
    tell_person(decision, heir)
    return decision


def _move_addresses(account: User, heir: User, *, keeps_address: bool) -> None:
    """Move the mail addresses to the other account, so that they work for logging in there, or delete them."""
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
    Table.objects.filter(creator=account).update(creator=heir)
    TalkLine.objects.filter(user=account).update(user=heir)
    Report.objects.filter(by=account).update(by=heir)
    Report.objects.filter(person=account).update(person=heir)
    AccessRecord.objects.filter(by=account).update(by=heir)
    for model in _ONCE_PER_TABLE:
        rows: Any = model._default_manager
        own = rows.filter(user=heir, table=OuterRef("table"))
        rows.filter(user=account).exclude(Exists(own)).exclude(_seat_conflict(model, heir)).update(user=heir)
    _move_blocks(account, heir)
    _move_lessons(account, heir)
    _move_puzzles(account, heir)
    PushSubscription.objects.filter(user=account).delete()
    LogInTrace.objects.filter(user=account).delete()
    SavedFilter.objects.filter(by=account).delete()


def _seat_conflict(model: type[Model], heir: User) -> Exists | Q:
    """The condition for leaving a row in place: a departure from a table where the other account has a seat."""
    seats = Seat.objects.filter(user=heir, table=OuterRef("table"))
    return Exists(seats) if model is Departure else Q(pk__in=[])


def _move_blocks(account: User, heir: User) -> None:
    rows = Block.objects.filter(by=account).exclude(person=heir)
    rows.exclude(Exists(Block.objects.filter(by=heir, person=OuterRef("person")))).update(by=heir)
    others = Block.objects.filter(person=account).exclude(by=heir)
    others.exclude(Exists(Block.objects.filter(person=heir, by=OuterRef("by")))).update(person=heir)


def _move_lessons(account: User, heir: User) -> None:
    own = {row.title: row for row in LessonProgress.objects.filter(user=heir)}
    for row in LessonProgress.objects.filter(user=account):
        if (kept := own.get(row.title)) is None:
            row.user = heir
            row.save(update_fields=["user"])
        else:
            kept.done = list(dict.fromkeys([*kept.done, *row.done]))
            kept.notes = row.notes if kept.notes is None else kept.notes
            kept.save(update_fields=["done", "notes"])


def _move_puzzles(account: User, heir: User) -> None:
    """Combine the solved puzzles, and join the two streaks if they overlap or touch."""
    puzzles_add(heir, *puzzles_of(account))
    PuzzleTry.objects.filter(user=account).delete()
    PuzzleStreak.objects.filter(user=account).delete()


def _close(account: User, heir: User) -> None:
    account.merged_into = heir
    roles_drop(account)
    settle_active(account)
    account.save(update_fields=["merged_into", "email", "is_active", "is_staff", "is_superuser"])
    sessions_end(account)
