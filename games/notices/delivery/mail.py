"""Emails: each table's news for the reader, links, and one-click unsubscribe."""

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
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

from accounts.links import CIRCLES, TALK, TURNS, absolute, site_host, unsubscribe_token
from accounts.mails import automatic_headers
from accounts.models import User
from games.engine.kit import listed
from games.models import Notice
from games.notices.delivery.context import TALKING, DeliveryContext
from games.notices.delivery.kinds import KINDS
from games.notices.delivery.message import Item, Message, counted
from games.notices.delivery.turn_part import FULL, item_context
from games.notices.selectors import preferences_of
from games.presenters import PRESENTERS
from games.tables.access import seat_of
from games.talk.replies import HINT, reply_address

NAMED = 3  # tables named in the subject
LARGEST = 90_000  # bytes of a whole email; some programs cut it at 100 KB
SHOWN = (
    10,
    6,
    3,
    0,
)  # tables with pictures and moves in one email: as many as fit, the others are only listed
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
    if preferences_of(user).is_bare:
        message = _bare(message)
    for shown in SHOWN:
        mail = _mail_showing(message, user, shown, connection)
        if len(mail.message().as_bytes()) <= LARGEST:
            break
    return mail


def _mail_showing(
    message: Message, user: User, shown: int, connection: BaseEmailBackend | None
) -> EmailMultiAlternatives:
    """The email with pictures and moves for the most urgent `shown` tables."""
    context = _context(message, user, shown)
    mail = _MailWithPictures(
        subject=_subject(message), body=render_to_string("notices/mail/notice.txt", context), to=[user.email],
        reply_to=_reply_to(message, user), connection=connection,
        from_email=settings.BOUNCE_EMAIL or None,  # envelope sender
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
        for name, picture in _pictures(told):
            mail.attach(_inline(name, picture))
    return mail


def _pictures(told: dict[str, Any]) -> Iterator[tuple[str, bytes]]:
    """The inline pictures of an item, each with its name."""
    number = told["item"].table.pk if told["item"].table else 0
    if told["picture"]:
        yield f"table-{number}", told["picture"]
    for place, held in enumerate(told["turn"].hand if told["turn"] else (), start=1):
        if held.picture:
            yield f"card-{number}-{place}", held.picture


def _inline(name: str, picture: bytes) -> MIMEImage:
    """An inline picture that the HTML references by `cid:`."""
    part = MIMEImage(picture, "png")
    part.add_header("Content-ID", f"<{name}>")
    part.add_header("Content-Disposition", "inline", filename=f"{name}.png")
    return part


def _bare(message: Message) -> Message:
    """The message without a word about any game. Messages of moderators stay as they are."""
    items = tuple(_bare_item(item) for item in message.items)
    asks = any(KINDS[item.kind].asks for item in items)
    return replace(message, subject=_("It's your turn") if asks else _("News from your tables"), items=items)


def _bare_item(item: Item) -> Item:
    if item.table is None:
        return item
    heading = _("It's your turn") if KINDS[item.kind].asks else _("News from your table")
    return replace(item, heading=heading, subject=heading, others="", told=None, is_bare=True)


def _tables(items: Iterable[Item]) -> dict[int, str]:
    """Names of the tables of items, by id, in the same order. Example: Captivate 12."""
    return {
        item.table.pk: _("Table %(number)s") % {"number": item.table.pk}
        if item.is_bare
        else f"{PRESENTERS[item.table.title].name} {item.table.pk}"
        for item in items
        if item.table is not None
    }


def _subject(message: Message) -> str:
    """The subject of the email. A subject that only counts items also names the tables."""
    if any(item.is_bare for item in message.items) or any(
        item.subject == message.subject for item in message.items
    ):
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


def _reply_to(message: Message, user: User) -> list[str]:
    """Where a reply goes to the chat, if the email is about one table of the reader and the site has an inbox."""
    seated = {item.table.pk for item in message.items if item.table is not None and seat_of(user, item.seats)}
    return (
        [reply_address(user, *seated)]
        if settings.INBOX_ADDRESS and len(_tables(message.items)) == len(seated) == 1
        else []
    )


def _context(message: Message, user: User, shown: int) -> dict[str, Any]:
    kinds = {item.kind for item in message.items}
    way = TALK if kinds <= set(TALKING) else CIRCLES if kinds == {Notice.Kind.CIRCLE} else TURNS
    token = unsubscribe_token(user.pk, way)
    tables, is_full = min(len(message.items), shown), len(message.items) <= FULL
    items = [
        item_context(item, user, tables if number < shown else 0, is_full=is_full)
        for number, item in enumerate(message.items)
    ]
    return {
        "heading": message.subject if len(items) > 1 else "", "preview": "", "items": items, "shown": shown,
        "reply_hint": HINT if _reply_to(message, user) else "",
        "unsubscribe_url": absolute("unsubscribe", token), "settings_url": absolute("notifications"),
    }  # fmt: skip
