"""Mails: the news of each table for this reader, links, and one-click unsubscribing."""

from collections.abc import Callable
from contextlib import suppress
from email.utils import format_datetime
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.models import Notice
from games.notices.delivery.context import DeliveryContext
from games.notices.delivery.message import Item, Message
from games.notices.delivery.unread_talk import TALKING
from games.notices.delivery.unsubscribe import TALK, TURNS, unsubscribe_token
from games.tables.access import seat_of
from games.tables.log import LogLine, log_page, names_of
from games.tables.table_rules import is_playable, state_at
from games.tables.words import reason_words

__all__ = ["mail_send", "message_id"]

WITH_NEWS = 10  # tables with news in one mail; nobody would read a longer one
LINES = 20  # plies of news, at most


def mail_send(message: Message, context: DeliveryContext, accepted: Callable[[], object]) -> None:
    """Send the message as one mail, and call `accepted` as soon as the server has taken it over.

    Raises whatever the mail backend raises before that. What goes wrong when we part is nothing to the mail.
    """
    connection = get_connection()
    mail = _mail(message, context.user, connection)
    connection.open()  # here, for Django would else also close it, before we could write down that the mail is out
    try:
        mail.send()
        accepted()
    finally:
        with suppress(Exception):
            connection.close()


def message_id(name: UUID) -> str:
    """The Message-ID of a message: the same at every try, so that mail programs recognise a second copy."""
    return f"<{name.hex}@{urlsplit(settings.SITE_URL).hostname or 'localhost'}>"


def _mail(message: Message, user: User, connection: BaseEmailBackend) -> EmailMultiAlternatives:
    context = _context(message, user)
    mail = EmailMultiAlternatives(
        subject=message.subject, body=render_to_string("notices/mail/notice.txt", context), to=[user.email],
        connection=connection, from_email=settings.BOUNCE_EMAIL or None,  # sender of the envelope
        headers={
            "From": settings.DEFAULT_FROM_EMAIL,
            "Message-ID": message_id(message.name),
            "Date": format_datetime(timezone.now().replace(second=0, microsecond=0)),
            "List-Unsubscribe": f"<{context['unsubscribe_url']}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
    )  # fmt: skip
    mail.attach_alternative(render_to_string("notices/mail/notice.html", context), "text/html")
    return mail


def _context(message: Message, user: User) -> dict[str, Any]:
    is_talk = all(item.kind in TALKING for item in message.items)
    unsubscribe = reverse("unsubscribe", args=[unsubscribe_token(user.pk, TALK if is_talk else TURNS)])
    items = [_rendered(item, user, number < WITH_NEWS) for number, item in enumerate(message.items)]
    return {
        "heading": message.subject if len(items) > 1 else "", "preview": "", "items": items,
        "unsubscribe_url": f"{settings.SITE_URL}{unsubscribe}",
        "settings_url": f"{settings.SITE_URL}{reverse('notifications')}",
    }  # fmt: skip


def _rendered(item: Item, user: User, with_news: bool) -> dict[str, Any]:
    """The context of the templates for one item."""
    is_over = item.kind == Notice.Kind.FINISHED and item.table is not None
    return {
        "item": item,
        "lines": _news(item, user) if with_news and item.told is None else [],
        "reason": reason_words(item.table) if item.table is not None and is_over else "",
        "ranked": sorted(item.seats, key=lambda seat: (seat.rank or 0, seat.number)) if is_over else [],
    }


def _news(item: Item, user: User) -> list[LogLine]:
    """What happened since the reader last acted, as far as this reader may know it, the oldest first."""
    table, seat = item.table, seat_of(user, list(item.seats))
    if seat is None or table is None or not table.state or not is_playable(table):
        return []
    state = state_at(table)
    lines = log_page(table, state, seat.number, names_of(item.seats), limit=LINES)
    return [line for line in reversed(lines) if line.ply > seat.acted_ply]
