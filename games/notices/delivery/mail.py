"""Emails: each table's news for the reader, links, and one-click unsubscribe."""

import logging
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from email.mime.image import MIMEImage
from email.utils import format_datetime
from smtplib import SMTP, SMTPException
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.links import TALK, TURNS, absolute, more_time_token, site_host, unsubscribe_token
from accounts.mails import automatic_headers
from accounts.models import User
from games.days.agreements import DAYS
from games.engine.kit import listed
from games.models import Notice, Proposal, Table
from games.notices.delivery.context import TALKING, DeliveryContext
from games.notices.delivery.kinds import KINDS
from games.notices.delivery.message import Item, Message, counted
from games.pictures.positions import fades_now, png_for_mails
from games.presenters import PRESENTERS
from games.tables.access import seat_of
from games.tables.log import LogLine, log_page, names_of, with_time_out_warnings
from games.tables.table_rules import game_at, is_playable, state_at
from games.tables.words import reason_words

log = logging.getLogger(__name__)

WITH_NEWS = 10  # tables with news in one email; nobody reads a longer one
NAMED = 3  # tables named in the subject
LINES = 20  # plies of news per table, at most
PICTURES = 3  # positions shown in one email, at most
_FINE = 250  # SMTP reply code to NOOP on a working connection
_shared = threading.local()


def mail_send(message: Message, context: DeliveryContext, accepted: Callable[[], object]) -> None:
    """Send one email; call `accepted` once the server has it. Raises any error of the mail backend before that."""
    with one_connection():
        connection = _connection()
        mail = mail_for(message, context.user, connection)
        try:
            # Open it here. Otherwise Django would also close it, before we could record that the email was sent.
            _open(connection)
            mail.send()
        except Exception:
            _close(connection)  # its state is unknown, so the next email opens a new one
            raise
        accepted()


@contextmanager
def one_connection() -> Iterator[None]:
    """Let all emails that this thread sends inside the block share one connection to the mail server."""
    if getattr(_shared, "is_shared", False):
        yield
        return
    _shared.is_shared, _shared.connection = True, None
    try:
        yield
    finally:
        connection = _shared.connection
        _shared.is_shared, _shared.connection = False, None
        if connection is not None:
            _close(connection)


def _connection() -> BaseEmailBackend:
    """This thread's connection. The first email creates it, so an error counts as a failure of that email."""
    if _shared.connection is None:
        _shared.connection = get_connection()
    found: BaseEmailBackend = _shared.connection
    return found


def _open(connection: BaseEmailBackend) -> None:
    """Open the connection, or reopen it if the server has closed it since the last email."""
    server = getattr(connection, "connection", None)
    if isinstance(server, SMTP) and not _is_open(server):
        _close(connection)
    connection.open()


def _is_open(server: SMTP) -> bool:
    try:
        return server.noop()[0] == _FINE
    except (SMTPException, OSError):
        return False


def _close(connection: BaseEmailBackend) -> None:
    with suppress(Exception):
        connection.close()


def message_id(name: UUID) -> str:
    """The Message-ID of a message: the same at every try, so that mail programs recognise duplicates."""
    return f"<{name.hex}@{site_host()}>"


class _MailWithPictures(EmailMultiAlternatives):
    """An email whose attachments belong to its HTML. Mail programs resolve `cid:` only within multipart/related."""

    def message(self, **how: Any) -> Any:
        """The email as an object of the email package. Its class and arguments depend on Django's version."""
        whole = super().message(**how)
        if whole.get_content_type() == "multipart/mixed":
            whole.set_type("multipart/related")
        return whole


def mail_for(
    message: Message, user: User, connection: BaseEmailBackend | None = None
) -> EmailMultiAlternatives:
    """The email that is sent to the user, in the active language and time zone."""
    subject, context = _subject(message), _context(message, user)
    mail = _MailWithPictures(
        subject=subject, body=render_to_string("notices/mail/notice.txt", context), to=[user.email],
        connection=connection, from_email=settings.BOUNCE_EMAIL or None,  # envelope sender
        headers={
            **automatic_headers(),
            "From": settings.DEFAULT_FROM_EMAIL,
            "Message-ID": message_id(message.name),
            "Date": format_datetime(timezone.now().replace(second=0, microsecond=0)),
            "List-Unsubscribe": f"<{context['unsubscribe_url']}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            **_thread(message),
        },
    )  # fmt: skip
    mail.attach_alternative(render_to_string("notices/mail/notice.html", context), "text/html")
    for told in context["items"]:
        if told["picture"]:
            mail.attach(_inline(told["item"].table.pk, told["picture"]))
    return mail


def _inline(number: int, picture: bytes) -> MIMEImage:
    """An inline picture that the HTML references by `cid:`."""
    part = MIMEImage(picture, "png")
    part.add_header("Content-ID", f"<table-{number}>")
    part.add_header("Content-Disposition", "inline", filename=f"table-{number}.png")
    return part


def _tables(items: Iterable[Item]) -> dict[int, str]:
    """Names of the tables of items, by id, in the same order. Example: Captivate 12."""
    return {
        item.table.pk: f"{PRESENTERS[item.table.title].name} {item.table.pk}"
        for item in items
        if item.table is not None
    }


def _subject(message: Message) -> str:
    """The subject of the email. A subject that only counts items also names the tables."""
    if any(item.subject == message.subject for item in message.items):
        return message.subject
    names = list(_tables(counted(message.items)).values())
    if not names:
        return message.subject
    more = len(names) - NAMED
    rest = [ngettext("%(num)s more", "%(num)s more", more) % {"num": more}] if more > 0 else []
    return _("%(subject)s: %(tables)s") % {
        "subject": message.subject, "tables": listed([*names[:NAMED], *rest]),
    }  # fmt: skip


def _thread(message: Message) -> dict[str, str]:
    """The headers that make mail programs group the emails of a table (RFC 5322, RFC 2919)."""
    tables = _tables(message.items)
    if len(tables) != 1:
        return {"List-Id": f"Captain's Table <tables.{site_host()}>"} if tables else {}
    ((number, name),) = tables.items()
    root = f"<table-{number}@{site_host()}>"  # no email has this id; all emails of the table reply to it
    return {"In-Reply-To": root, "References": root, "List-Id": f"{name} <table-{number}.{site_host()}>"}


def _context(message: Message, user: User) -> dict[str, Any]:
    is_talk = all(item.kind in TALKING for item in message.items)
    token = unsubscribe_token(user.pk, TALK if is_talk else TURNS)
    items = [_item_context(item, user, number) for number, item in enumerate(message.items)]
    return {
        "heading": _subject(message) if len(items) > 1 else "", "preview": "", "items": items,
        "unsubscribe_url": absolute("unsubscribe", token), "settings_url": absolute("notifications"),
    }  # fmt: skip


def _item_context(item: Item, user: User, number: int) -> dict[str, Any]:
    """The template context for one item; the first item is number 0."""
    with_news = number < WITH_NEWS
    is_over = item.kind == Notice.Kind.FINISHED and item.table is not None
    return {
        "item": item,
        **_more_time(item, user),
        "check_url": absolute("table_chance", item.table.pk) if item.table is not None else "",
        "picture": _picture(item, user) if number < PICTURES else b"",
        "lines": _news(item, user) if with_news and item.told is None else [],
        "asked": _question_text(item, user) if with_news and item.kind == Notice.Kind.TURN else "",
        "reason": reason_words(item.table) if item.table is not None and is_over else "",
        "ranked": sorted(item.seats, key=lambda seat: (seat.rank or 0, seat.number)) if is_over else [],
    }


def _more_time(item: Item, user: User) -> dict[str, str]:
    """Where the reader of a reminder can ask for more time, and how much; empty for other emails."""
    if item.kind != Notice.Kind.REMINDER or item.table is None or item.deadline is None:
        return {"more_time_url": "", "time_left": ""}
    year = item.deadline.astimezone(user.zone).year
    days, most = user.vacation_left(year), DAYS[Proposal.Kind.EXTEND][-1]
    spent = ngettext(
        "You have %(num)s day of vacation left in %(year)s", "You have %(num)s days of vacation left in %(year)s", days
    ) % {"num": days, "year": year}  # fmt: skip
    agreed = ngettext(
        "the players can agree on %(num)s more day", "the players can agree on up to %(num)s more days", most
    ) % {"num": most}  # fmt: skip
    left = _("%(spent)s; %(agreed)s.") % {"spent": spent, "agreed": agreed}
    token = more_time_token(user.pk, item.table.pk)
    return {"more_time_url": absolute("accounts:more_time", token), "time_left": left}


def _playable_table(item: Item) -> Table | None:
    """The item's table, if it has started and this release plays its rules."""
    table = item.table
    return table if table is not None and table.state and is_playable(table) else None


def _question_text(item: Item, user: User) -> str:
    """The question to the reader, worded as on the table's page; empty if it has been answered."""
    table, seat = _playable_table(item), seat_of(user, item.seats)
    if table is None or seat is None or not seat.is_awaited:
        return ""
    game = game_at(table)
    return str(PRESENTERS[game.slug].prompt(game.observe(state_at(table), seat.number), seat.number))


def _picture(item: Item, user: User) -> bytes:
    """The position that all players may see now, as PNG; empty if there is none, or if cards have to be remembered.

    An email is permanent, so it would show what players are supposed to forget. It is sent even if drawing fails.
    """
    table = _playable_table(item)
    if table is None or not KINDS[item.kind].shows_position or seat_of(user, item.seats) is None:
        return b""
    if fades_now(table):
        return b""
    try:
        return png_for_mails(table)
    except Exception:  # the library may fail in any way
        log.exception("no picture of table %s", table.pk)
        return b""


def _news(item: Item, user: User) -> list[LogLine]:
    """What happened since the reader last acted, oldest first, as far as the reader may know it."""
    table, seat = _playable_table(item), seat_of(user, item.seats)
    if table is None or seat is None:
        return []
    state = state_at(table)
    lines = log_page(table, state, seat.number, names_of(item.seats), limit=LINES)
    lines = with_time_out_warnings(table, item.seats, lines)
    return [line for line in reversed(lines) if line.ply > seat.acted_ply]
