"""Webhooks: posts messages to a player's URL, in the format of the receiving service."""

import base64
import hmac
import json
import re
import time
from collections.abc import Callable
from datetime import UTC
from functools import partial
from html import escape
from typing import Any

from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.engine.kit import labelled
from games.models import Notice, Preferences
from games.notices.channels import webhook_secret_of
from games.notices.delivery.context import DeliveryContext
from games.notices.delivery.message import Item, Message
from games.notices.delivery.outbound import NotDelivered, post

LONGEST = 1900  # characters; Discord accepts 2,000
GONE = 410
AGENT = "Captains-Table-Webhook/1"
_MARKDOWN = re.compile(r"[\\*_~`|<>\[\]:@#]")  # Discord would link a name with "://", too


def webhook_send(message: Message, context: DeliveryContext, accepted: Callable[[], object]) -> None:
    """Post the message to the player's webhook. Raises NotDelivered."""
    chosen = context.preferences
    body = json.dumps(webhook_content(message, chosen.webhook_kind)).encode()
    signed = webhook_signature(webhook_secret_of(chosen), message.name.hex, int(time.time()), body)
    headers = {"Content-Type": "application/json", "User-Agent": AGENT, **signed}
    status = post(chosen.webhook_url, body, headers)
    if not 200 <= status < 300:
        raise NotDelivered(Notice.Reason.REFUSED, f"HTTP {status}", is_gone=status == GONE)
    accepted()


def webhook_signature(secret: str, name: str, moment: int, body: bytes) -> dict[str, str]:
    """The headers of Standard Webhooks: HMAC-SHA256 of name, moment (seconds since 1970) and body, joined by dots."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = hmac.digest(key, f"{name}.{moment}.".encode() + body, "sha256")
    return {
        "webhook-id": name,
        "webhook-timestamp": str(moment),
        "webhook-signature": f"v1,{base64.b64encode(signed).decode()}",
    }


def webhook_content(message: Message, kind: str) -> dict[str, Any]:
    """The JSON to post to a webhook of this kind, one of `Preferences.Webhook`."""
    return _BODIES[kind](message)


def _discord(message: Message) -> dict[str, Any]:
    # Player names may contain Markdown, and @everyone, which must not notify anybody.
    text = _text(message, lambda words: _MARKDOWN.sub(r"\\\g<0>", words))
    return {"content": text, "allowed_mentions": {"parse": []}}


def _slack(message: Message) -> dict[str, Any]:
    # Slack's Markdown has no escapes, so we turn it off. Mentions and links would still be read.
    return {"text": _text(message, partial(escape, quote=False)), "mrkdwn": False}


def _plain(message: Message) -> dict[str, Any]:
    """The message as JSON; `id` is the same if it is sent twice."""
    items = [
        {
            "kind": item.kind, "text": item.subject, "url": item.url,
            "title": item.table.title if item.table else None, "table": item.table.pk if item.table else None,
            "deadline": item.deadline.replace(second=0, microsecond=0).isoformat() if item.deadline else None,
            "event": _event(item),
        }
        for item in message.items
    ]  # fmt: skip
    return {"id": message.name.hex, "subject": message.subject, "url": message.url, "items": items}


_EVENTS = {
    Notice.Kind.TURN: "turn", Notice.Kind.REMINDER: "turn", Notice.Kind.FINISHED: "over", Notice.Kind.CANCELLED: "over",
    Notice.Kind.TALK: "chat", Notice.Kind.MENTION: "chat", Notice.Kind.INVITATION: "invited",
}  # fmt: skip


def _event(item: Item) -> dict[str, Any] | None:
    """The item as an event of the API (`games/api/shapes/events.py`); None without a table."""
    table = item.table
    if table is None:
        return None
    deadline = item.deadline and item.deadline.astimezone(UTC).strftime("%Y-%m-%dT%H:%MZ")
    return {
        "type": _EVENTS.get(Notice.Kind(item.kind), "changed"), "table": table.pk, "title": table.title,
        "ply": table.ply, "status": str(table.status), "deadline": deadline, "message": None, "url": item.url,
    }  # fmt: skip


_BODIES: dict[str, Callable[[Message], dict[str, Any]]] = {
    Preferences.Webhook.DISCORD: _discord,
    Preferences.Webhook.SLACK: _slack,
    Preferences.Webhook.PLAIN: _plain,
}


def _text(message: Message, escaped: Callable[[str], str]) -> str:
    lines = [_line(item, escaped(item.subject)) for item in message.items]
    while len("\n".join(lines)) > LONGEST and len(lines) > 1:
        lines = [*lines[:-2], _("... and more: %(address)s") % {"address": message.url}]
    return "\n".join(lines)[:LONGEST]


def _line(item: Item, subject: str) -> str:
    if item.deadline is None:
        return labelled(subject, item.url)
    until = formats.date_format(timezone.localtime(item.deadline), pgettext("date format", "l j M, H:i e"))
    return _("%(subject)s, until %(moment)s: %(address)s") % {
        "subject": subject, "moment": until, "address": item.url,
    }  # fmt: skip
