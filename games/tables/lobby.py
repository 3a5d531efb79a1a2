"""Tables before they start: creating, joining, inviting, starting, cancelling and expiring."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from smtplib import SMTPException
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts.links import absolute
from accounts.mails import automatic_headers
from accounts.models import User
from games.clock.clocks import DAY, Clock, Fixed, dump_clock
from games.engine import play
from games.engine.codec import load_options
from games.engine.contract import EngineError
from games.engine.registry import AnyGame
from games.errors import MalformedInput, NotAllowed, NotPossible
from games.ledger import announce
from games.ledger.blocks import has_blocked
from games.ledger.circles import circle_table_notify, is_member
from games.ledger.notices import people_notify
from games.models import Circle, Invitation, Notice, Seat, Table
from games.pages.rate_limit import check_rate_limit
from games.presenters import PRESENTERS
from games.tables.access import expect_guest_may_join, is_for_members, knows_secrets, seat_of
from games.tables.chain import commitment_of
from games.tables.conditions import FOR_ALL, Conditions, dump_conditions, expect_fits
from games.tables.starting import begin, renumber, seats_sort
from games.tables.unit_of_work import lock_table
from games.titles import TITLES


@dataclass(frozen=True)
class Pace:
    """The pace of a table: the clock of all its seats, and what happens when time runs out."""

    clock: Clock
    on_timeout: str = Table.OnTimeout.DEFAULT
    delays_answers: bool = False  # answers out of turn come after a random delay
    offers_seats: bool = False  # others may take over abandoned seats


USUAL = Pace(Fixed(3 * DAY))
OPEN_FOR = timedelta(days=14)  # an unstarted table expires after this time
NONCE = re.compile(r"[0-9a-f]{32}")
INVITATIONS = 20  # per table, at most
RATED_NEEDS_ACCOUNT = _("Sign up to play rated games.")
BOTS_ARE_CASUAL = _("Bots can't play rated games.")
CLOSED = _("You can't join this table anymore.")
OPEN_TABLES = 5  # by one person in one circle, that have not started
OF_CIRCLES = (Table.Admission.OPEN, Table.Admission.CIRCLE)  # whose tables a circle's page lists
HIDING = {Table.Admission.CIRCLE, Table.Admission.INVITED}  # for the tables of a private circle
CHOOSE_CIRCLE = _("Choose a circle, or let other players join.")
HIDDEN_CIRCLE = _("This circle is private, so its tables are for its members or for players you invite.")


@transaction.atomic
def table_create(  # noqa: PLR0913  # all choices of a new table
    creator: User, *, title: str, options: Mapping[str, Any], seats: int, seats_from: int = 0,
    admission: str = Table.Admission.OPEN, seating: str = Table.Seating.RANDOM, pace: Pace = USUAL,
    is_rated: bool = False, conditions: Conditions = FOR_ALL, circle: Circle | None = None,
) -> Table:  # fmt: skip
    """Create a table. Its creator gets the first seat.

    It starts when all `seats` are taken; its creator may start it with `seats_from` players or more. Raises
    MalformedInput for choices that the title does not offer, NotAllowed for a rated table of a guest or program, or
    for somebody else's circle, and NotPossible for too many tables. A circle's members get a notice.
    """
    _expect_circle(creator, circle, admission, conditions)
    if is_rated and creator.is_guest:
        raise NotAllowed(RATED_NEEDS_ACCOUNT)
    if is_rated and creator.is_program:
        raise NotAllowed(BOTS_ARE_CASUAL)
    if (
        is_rated and pace.on_timeout == Table.OnTimeout.CARETAKER
    ):  # its player would lose no points by leaving
        raise MalformedInput
    table = Table(
        title=title, options=expect_options(title, options, seats, seats_from), seat_count=seats,
        seats_from=seats_from, admission=admission, seating=seating, creator=creator, expires_at=open_until(),
        clock=dump_clock(pace.clock), on_timeout=pace.on_timeout, offers_seats=pace.offers_seats,
        delays_answers=pace.delays_answers, is_rated=is_rated, has_bots=creator.is_machine,
        conditions=dump_conditions(conditions), circle=circle,
        terms=terms_begin(TITLES[title], seats, seats_from),
    )  # fmt: skip
    table.save()
    Seat.objects.create(table=table, number=0, user=creator)
    if circle is not None and admission in OF_CIRCLES:
        circle_table_notify(table)
    return table


def _expect_circle(creator: User, circle: Circle | None, admission: str, conditions: Conditions) -> None:
    """Raise a TableError unless the creator may open a table with these terms for the circle, or without one."""
    if circle is None:
        if admission == Table.Admission.CIRCLE or conditions.members:
            raise MalformedInput(CHOOSE_CIRCLE)
        return
    if circle.closed_at is not None or not is_member(creator, circle.pk):
        raise NotAllowed(_("You're not a member of this circle."))
    if not circle.is_public and admission not in HIDING:
        raise MalformedInput(HIDDEN_CIRCLE)
    if Table.objects.filter(creator=creator, status=Table.Status.OPEN, circle=circle).count() >= OPEN_TABLES:
        raise NotPossible(_("Five of your tables in this circle are waiting for players. Close one first."))


def terms_begin(game: AnyGame, seats: int, seats_from: int = 0) -> dict[str, Any]:
    """What the commitment of a new table binds besides its other columns."""
    rules = TITLES.fingerprint(game.slug, game.rules_version)
    return {"players": [seats_from or seats, seats], "rules": rules, "rules_version": game.rules_version}


def open_until() -> datetime:
    """When a table opened now expires if it does not start."""
    return timezone.now() + OPEN_FOR


@transaction.atomic
def seat_contribute(user: User, table_id: int, *, nonce: str) -> Table:
    """Add a player's nonce to an open table, once. Raises NotPossible, NotAllowed or MalformedInput."""
    table, seats = lock_table(table_id)
    _expect_open(table)
    seat = seat_of(user, seats)
    if seat is None:
        raise NotAllowed(_("You have no seat at this table."))
    if seat.nonce not in ("", nonce):
        raise NotPossible(_("You have already added your part, and it can't be changed."))
    seat.nonce = _nonce(nonce)
    seat.save(update_fields=["nonce"])
    if len(seats) == table.seat_count:  # a table against bots waits for the player's part
        begin(table, seats)
    return table


def _nonce(nonce: str) -> str:
    if nonce and not NONCE.fullmatch(nonce):
        raise MalformedInput(_("Enter 32 digits, each 0 to 9 or a to f."))
    return nonce


def expect_options(title: str, options: Mapping[str, Any], seats: int, seats_from: int) -> dict[str, Any]:
    """The options in the engine's form. Raises MalformedInput if the setup fails for a possible number of players."""
    counts = range(seats_from or seats, seats + 1)
    if not counts:
        raise MalformedInput
    try:
        game = TITLES.game(title)
        chosen = dict(load_options(game, options))
        for count in counts:
            play.setup(game, count, chosen, b"only to see whether it can be set up")
    except EngineError as error:
        raise MalformedInput from error
    return chosen


@transaction.atomic
def seat_take(user: User, table_id: int, *, token: str = "", nonce: str = "") -> Table:
    """Join an open table; it starts with its last player. Raises NotPossible, NotAllowed or MalformedInput."""
    table, seats = lock_table(table_id)
    if seat_of(user, seats) is not None:
        return table
    _expect_open(table)
    expect_admitted(user, table, token)
    expect_no_inside_knowledge(user, table)
    if has_blocked(table.creator_id, user):
        raise NotPossible(CLOSED)  # the same error as for a full table, so that it does not reveal the block
    Invitation.objects.filter(table=table, user=user).update(is_live=False)
    seat_give(table, seats, user, nonce)
    return table


def seat_give(
    table: Table, seats: list[Seat], user: User, nonce: str = "", *, waits: bool = False
) -> None:  # fmt: skip
    """Give the next free seat of an open table to a user. The table starts with its last seat, unless it `waits`."""
    seats.append(Seat.objects.create(table=table, number=len(seats), user=user, nonce=_nonce(nonce)))
    seats_sort(table, seats)
    _company_set(table, seats)
    if len(seats) == table.seat_count and not waits:
        begin(table, seats)
    else:
        _announce(table, seats)


def _company_set(table: Table, seats: list[Seat]) -> None:
    """Note whether a bot or program has a seat. Its games are left out where people are compared."""
    has_bots = any(seat.user is not None and seat.user.is_machine for seat in seats)
    if has_bots != table.has_bots:
        table.has_bots = has_bots
        table.save(update_fields=["has_bots"])


def expect_host(user: User, table: Table) -> None:
    """Raise NotPossible if the table is not open, NotAllowed unless the user created it."""
    _expect_open(table)
    if table.creator_id != user.pk:
        raise NotAllowed(_("Only the player who created the table can do that."))


def _expect_open(table: Table) -> None:
    if not table.is_open:
        raise NotPossible(CLOSED)


def expect_admitted(user: User, table: Table, token: str) -> None:
    """Raise NotAllowed if the user needs a link or an invitation, or doesn't fit, NotPossible for a busy guest."""
    if user.is_guest and token != table.token:
        raise NotAllowed(
            _("Sign up to join this table. Guests can only play against bots or at tables they have a link to.")
        )  # fmt: skip
    if user.is_guest and table.is_rated:
        raise NotAllowed(RATED_NEEDS_ACCOUNT)
    expect_guest_may_join(user)
    if user.is_program:
        _expect_asked(user, table, token)
    expect_fits(user, table)
    is_open = table.admission == Table.Admission.OPEN or is_for_members(table, user)
    if is_open and table.rematch_of_id is None:
        return
    if table.admission == Table.Admission.LINK and token == table.token:
        return
    if not Invitation.objects.filter(table=table, user=user).exists():
        raise NotAllowed(_("You need an invitation to join this table."))


def _expect_asked(program: User, table: Table, token: str) -> None:
    """Raise NotAllowed unless the program has an invitation or the link, NotPossible if it can't play at the table."""
    expect_takes_programs(table)
    if token != table.token and not Invitation.objects.filter(table=table, user=program).exists():
        raise NotAllowed(_("Bots can only join tables that they're invited to."))


def expect_takes_programs(table: Table) -> None:
    """Raise NotPossible if programs can't get a seat at the table: it is rated, or its game has begun with people."""
    if table.is_rated:
        raise NotPossible(BOTS_ARE_CASUAL)
    if not table.is_open:
        raise NotPossible(_("Bots can't take over seats."))


def expect_no_inside_knowledge(user: User, table: Table) -> None:
    """Raise NotAllowed if the user knows secrets of the table, from a former seat or as a moderator."""
    if knows_secrets(user, table):
        raise NotAllowed(_("You have seen hidden cards of this table, so you can't join it."))


@transaction.atomic
def seat_release(user: User, table_id: int) -> Table:
    """Leave an open table; later seats move up. Raises NotPossible or NotAllowed."""
    table, seats = lock_table(table_id)
    _expect_open(table)
    seat = seat_of(user, seats)
    if seat is None:
        raise NotAllowed(_("You have no seat at this table."))
    if table.creator_id == user.pk:
        raise NotPossible(_("You created this table, so you can't leave it. Close it instead."))
    unseat(table, seats, seat)
    return table


def unseat(table: Table, seats: list[Seat], seat: Seat) -> None:
    """Free a seat of an open table; later seats move up."""
    seat.delete()
    rest = [other for other in seats if other is not seat]
    renumber(rest, range(len(rest)))
    _company_set(table, rest)
    _announce(table, rest)


@transaction.atomic
def seat_invite(by: User, table_id: int, *, name: str) -> User:
    """Invite a player by user name. One who blocked the inviter doesn't see it. Raises NotPossible or NotAllowed."""
    table, seats = lock_table(table_id)
    if not any(seat.is_offered for seat in seats):
        _expect_open(table)
    if seat_of(by, seats) is None:
        raise NotAllowed(_("Only players at this table can invite others."))
    people = User.objects.filter(is_active=True, kind__in=User.ACCOUNTS)
    user = people.filter(username__iexact=name.strip()).first()
    if user is None:
        raise NotPossible(_("There is no player named “%(name)s”.") % {"name": name.strip()})
    if seat_of(user, seats) is not None:
        raise NotPossible(_("That player is already at this table."))
    if user.is_program:
        expect_takes_programs(table)
    if Invitation.objects.filter(table=table).count() >= INVITATIONS:
        raise NotPossible(_("This table can't send any more invitations."))
    invitation, is_new = Invitation.objects.get_or_create(table=table, user=user, defaults={"by": by})
    if not is_new:
        raise NotPossible(_("That player has already been invited."))
    if not has_blocked(user.pk, by):
        _notify(table, [invitation.user_id], Notice.Kind.INVITATION)
        transaction.on_commit(lambda: announce.announce(table.pk, table.ply, [invitation.user_id], []))
    return user


@transaction.atomic
def table_start(user: User, table_id: int) -> Table:
    """Start a table with its current players before all seats are taken. Raises NotPossible or NotAllowed."""
    table, seats = lock_table(table_id)
    expect_host(user, table)
    if not can_start(table, len(seats)):
        raise NotPossible(_("There are not enough players to start yet."))
    begin(table, seats)
    return table


def can_start(table: Table, players: int) -> bool:
    """Whether an open table can start with this number of players."""
    return players >= table.seats_from and players in TITLES[table.title].seats


@transaction.atomic
def table_cancel(user: User, table_id: int) -> Table:
    """Close an open table permanently. Raises NotPossible or NotAllowed."""
    table, seats = lock_table(table_id)
    expect_host(user, table)
    close_unstarted(table, seats, Table.Status.CANCELLED, by_creator=True)
    return table


def close_unstarted(table: Table, seats: list[Seat], status: str, *, by_creator: bool = False) -> None:
    """Close an open table permanently and notify its players; `status` says why."""
    table.status, table.finished_at = status, timezone.now()
    table.save(update_fields=["status", "finished_at"])
    Seat.objects.filter(table=table).update(is_live=False)
    Invitation.objects.filter(table=table).update(is_live=False)
    told = [seat.user_id for seat in seats if not by_creator or seat.user_id != table.creator_id]
    _notify(table, told, Notice.Kind.CANCELLED)
    _announce(table, seats)


def tables_expire(now: datetime, *, limit: int = 100) -> int:
    """Close open tables that have expired; returns how many."""
    due = Table.objects.filter(status=Table.Status.OPEN, expires_at__lte=now).order_by("expires_at")
    return sum(_expire(table_id, now) for table_id in due.values_list("pk", flat=True)[:limit])


@transaction.atomic
def _expire(table_id: int, now: datetime) -> bool:
    table, seats = lock_table(table_id)
    if not table.is_open or table.expires_at > now:
        return False
    close_unstarted(table, seats, Table.Status.EXPIRED)
    return True


def _notify(table: Table, people: list[int | None], kind: str) -> None:
    people_notify(table, dict.fromkeys(people, table.ply), kind, timezone.now())


def _announce(table: Table, seats: list[Seat]) -> None:
    people = [seat.user_id for seat in seats]
    transaction.on_commit(lambda: announce.announce(table.pk, table.ply, people, []))


def join_link(table: Table) -> str:
    """The full URL of the page for joining the table."""
    return absolute("table_link", table.token)


def shuffle_link(table: Table) -> str:
    """The full URL of the page about the table's shuffles. It contains the commitment, so that a mail is evidence."""
    return f"{absolute('table_chance', table.pk)}#{commitment_of(table).hex()}"


def mail_invite(by: User, table: Table, address: str) -> None:
    """Email the link to an open table.

    Raises NotAllowed; NotPossible if the table has no link or the email can't be sent; TooOften. A player who has
    blocked the inviter gets no email, and the inviter doesn't learn that.
    """
    if not table.is_open or seat_of(by, table.seats.all()) is None:
        raise NotAllowed(_("Only players at this table can invite others."))
    if table.admission in (Table.Admission.INVITED, Table.Admission.CIRCLE):
        raise NotPossible(_("This table is invitation-only. Invite players by user name."))
    check_rate_limit(by, "invite-mail")
    check_rate_limit(address.lower(), "invited-mail")
    owner = User.objects.filter(email__iexact=address).first()
    if owner is not None and has_blocked(owner.pk, by):
        return
    try:
        with translation.override(owner.reads if owner is not None else get_language()):
            _invitation_email(by, table, address).send()
    except (SMTPException, OSError) as error:
        raise NotPossible(_("We couldn't send the email. Copy the link and send it yourself.")) from error


def _invitation_email(by: User, table: Table, address: str) -> EmailMessage:
    title = PRESENTERS[table.title].name
    words = {"name": by, "title": title}
    context = {**words, "link": join_link(table), "site": settings.SITE_URL, "shuffled": shuffle_link(table)}
    return EmailMessage(
        subject=str(_("%(name)s invites you to play %(title)s") % words),
        body=render_to_string("tables/mail_invitation.txt", context), to=[address],
        headers=automatic_headers(),
    )  # fmt: skip
