"""Guests: people without an account, identified by their session cookie. Creates, keeps and deletes them."""

import secrets
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth import login
from django.db import transaction
from django.db.models import ProtectedError
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games import models
from games.errors import NotPossible
from games.guests.own_tables import is_for_nobody_else, table_delete
from games.ledger import announce
from games.lessons.progress import progress_save
from games.moderation.services.accounts import own_account_erase
from games.pages.rate_limit import address_of, check_rate_limit, rate_limit_unit
from games.pages.read_only import writing_if_possible
from games.puzzles.progress import puzzles_save
from games.tables.panels import Visit

KEPT = timedelta(days=30)  # a guest is deleted after staying away for this long
SEEN_EVERY = timedelta(days=1)  # precision of a guest's last visit


def guest_enter(request: HttpRequest) -> User:
    """Create a guest and log them in. Raises NotPossible if the site accepts no guests, or TooOften."""
    if not settings.GUESTS:
        raise NotPossible(_("This site doesn't allow guests. Sign up to play."))
    check_rate_limit(rate_limit_unit(address_of(request)), "guest")
    guest = User(
        username=f"guest:{secrets.token_hex(8)}",  # the colon makes it impossible to sign up with such a name
        display_name=f"Guest {1000 + secrets.randbelow(9000)}",
        kind=User.Kind.GUEST, guest_until=timezone.now() + KEPT, mail_turns=False,
    )  # fmt: skip
    guest.set_unusable_password()
    guest.save()
    progress_save(guest, request.session)
    puzzles_save(guest, request.session)
    login(request, guest)
    request.session.set_expiry(KEPT)
    return guest


def guest_seen(request: HttpRequest, guest: User) -> None:
    """Extend the guest's life and the cookie; writes at most once a day."""
    until = timezone.now() + KEPT
    if guest.guest_until is None or until - guest.guest_until > SEEN_EVERY:
        guest.guest_until = until
        with writing_if_possible():
            guest.save(update_fields=["guest_until"])
            request.session.set_expiry(KEPT)


def guests_expire(now: datetime, *, limit: int = 20) -> int:
    """Delete guests who stayed away and accounts that were never confirmed, with their tables; returns how many."""
    due = User.objects.filter(guest_until__lte=now).order_by("guest_until")
    return sum(_expire(guest_id, now) for guest_id in due.values_list("pk", flat=True)[:limit])


@transaction.atomic
def _expire(guest_id: int, now: datetime) -> bool:
    guest = User.objects.select_for_update().get(pk=guest_id)
    if guest.guest_until is None or guest.guest_until > now:
        return False  # came back or logged in
    if EmailAddress.objects.filter(user=guest, verified=True).exists():
        User.objects.filter(pk=guest.pk).update(guest_until=None)
        return False
    transaction.on_commit(lambda: announce.dismiss(guest_id))
    tables = models.Table.objects.filter(seats__user=guest).values_list("pk", flat=True)
    for table_id in list(tables):
        if is_for_nobody_else(guest, table_id):
            table_delete(table_id)
    try:
        with transaction.atomic():
            guest.delete()
    except ProtectedError:  # the guest played with others, who keep a nameless player
        User.objects.filter(pk=guest.pk).update(guest_until=None)
        own_account_erase(guest)
    return True


def join_panel(visit: Visit) -> bool | None:
    """True for readers who came by the link, are not logged in, and may join as guests. None for all others."""
    is_free = visit.table.is_open and len(visit.seats) < visit.table.seat_count
    return True if settings.GUESTS and visit.by_link and is_free and not visit.user.is_authenticated else None
