"""Webhooks: messages posted to a URL of the player, in the format of the receiving service."""

import json
from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.utils import formats, timezone
from django.utils.translation import gettext as _

from games.models import Notice, Preferences
from games.notices.delivery.context import DeliveryContext
from games.notices.delivery.message import Item, Message
from games.notices.delivery.outbound import NotDelivered, post

__all__ = ["webhook_send"]

LONGEST = 1900  # characters; Discord takes 2,000
AGENT = "Captains-Table-Webhook/1"


def webhook_send(message: Message, context: DeliveryContext) -> None:
    """Post the message to the player's webhook. Raises NotDelivered."""
    chosen = context.preferences
    body = _BODIES[chosen.webhook_kind](message)
    headers = {"Content-Type": "application/json", "User-Agent": AGENT}
    status = post(chosen.webhook_url, json.dumps(body).encode(), headers)
    if not 200 <= status < 300:
        raise NotDelivered(Notice.Reason.REFUSED, f"HTTP {status}")


def _discord(message: Message) -> dict[str, Any]:
    # Players choose their names, so @everyone in a name must not notify anybody.
    return {"content": _text(message), "allowed_mentions": {"parse": []}}


def _slack(message: Message) -> dict[str, Any]:
    text = _text(message)
    for sign, escaped in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
        text = text.replace(sign, escaped)
    return {"text": text}


def _plain(message: Message) -> dict[str, Any]:
    """The message as JSON; `id` is the same if it is sent twice."""
    return {
        "id": message.name.hex,
        "subject": message.subject,
        "url": message.url,
        "items": [_plain_item(item) for item in message.items],
    }


def _plain_item(item: Item) -> dict[str, Any]:
    return {
        "kind": item.kind,
        "text": item.subject,
        "title": item.table.title if item.table else None,
        "table": item.table.pk if item.table else None,
        "url": item.url,
        "deadline": _minute(item.deadline) if item.deadline else None,
    }


def _minute(when: datetime) -> str:
    return when.replace(second=0, microsecond=0).isoformat()


_BODIES: dict[str, Callable[[Message], dict[str, Any]]] = {
    Preferences.Webhook.DISCORD: _discord,
    Preferences.Webhook.SLACK: _slack,
    Preferences.Webhook.PLAIN: _plain,
}


def _text(message: Message) -> str:
    lines = [_line(item) for item in message.items]
    while len("\n".join(lines)) > LONGEST and len(lines) > 1:
        lines = [*lines[:-2], _("... and more: %(address)s") % {"address": message.url}]
    return "\n".join(lines)[:LONGEST]


def _line(item: Item) -> str:
    if item.deadline is None:
        return f"{item.subject}: {item.url}"
    until = formats.date_format(timezone.localtime(item.deadline), "l j M, H:i e")
    return _("%(subject)s, until %(moment)s: %(address)s") % {
        "subject": item.subject, "moment": until, "address": item.url,
    }  # fmt: skip
