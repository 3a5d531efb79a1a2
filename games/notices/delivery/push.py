"""Web Push: notifications in the player's registered browsers, signed with our key (VAPID, RFC 8292)."""

import json
import time
from collections.abc import Callable
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.models import User
from games.engine.kit import labelled
from games.models import Notice, PushSubscription, Seat
from games.notices.delivery.context import DeliveryContext
from games.notices.delivery.message import Message
from games.notices.delivery.outbound import NotDelivered, post
from games.notices.delivery.turn_part import turn_of
from games.notices.selectors import preferences_of
from games.notices.turn_links import FEW, links_are_on, offered_move, turn_url
from games.pictures.positions import fades_now
from games.tables.unit_of_work import Position

KEPT = 24 * 3600  # seconds for which a push service stores a message for an offline browser
SIGNED_FOR = 12 * 3600  # seconds; push services accept at most a day
GONE = (404, 410)  # the subscription no longer exists
LINES = 3  # tables in one notification


def push_send(message: Message, context: DeliveryContext, accepted: Callable[[], object]) -> None:
    """Send the message to all of the player's browsers. Raises NotDelivered if none of them accepted it."""
    body = json.dumps(push_content(message, context.user)).encode()
    answers = [_push(browser, body, message) for browser in context.browsers]
    failed = [answer for answer in answers if answer]
    if len(failed) == len(answers):
        raise NotDelivered(Notice.Reason.UNREACHED, "; ".join(failed))
    accepted()


def public_key() -> str:
    """Our public key in the format that browsers expect: the uncompressed point, base64url."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat  # noqa: PLC0415  # slow to import, and few processes need it
    from py_vapid.utils import b64urlencode  # noqa: PLC0415  # slow to import, and few processes need it

    point = _vapid().public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    encoded: str = b64urlencode(point)
    return encoded


@cache
def _vapid() -> Any:
    from py_vapid import Vapid02  # noqa: PLC0415  # slow to import, and few processes need it

    return Vapid02.from_string(settings.VAPID_PRIVATE_KEY)


def push_content(message: Message, user: User) -> dict[str, Any]:
    """The content of a notification. It is encrypted for the browser; static/notices/worker.js reads it."""
    lines = [item.heading for item in message.items[:LINES]] if len(message.items) > 1 else [_detail(message)]
    if len(message.items) > LINES:
        lines.append(_("... and more"))
    title = message.subject if len(message.items) > 1 else message.items[0].heading
    return {
        "title": title, "body": "\n".join(lines), "url": message.url, "tag": message.name.hex,
        "actions": _actions(message, user),
    }  # fmt: skip


def _actions(message: Message, user: User) -> list[dict[str, str]]:
    """The buttons about one turn: the default move of few, and all moves. Each opens a page, which asks."""
    turn = turn_of(message.items[0], user) if len(message.items) == 1 and links_are_on(user) else None
    if turn is None:
        return []
    position, seat = turn
    open_all = {"title": pgettext("on a button", "Open"), "action": turn_url(user, seat, position.table.ply)}
    move = _default_of_few(position, seat)
    if move is None or fades_now(position.table) or preferences_of(user).is_bare:
        return [open_all]
    words, url = offered_move(user, position, seat, move)
    return [{"title": str(words), "action": url}, open_all]


def _default_of_few(position: Position, seat: Seat) -> Any:
    """The seat's default move; None if it may choose among many."""
    game, state = position.game, position.state
    few = 0 < len(game.legal_moves(state, seat.number)) <= FEW
    return game.default_move(state, seat.number) if few else None


def _detail(message: Message) -> str:
    item = message.items[0]
    if item.told is not None:
        return "\n".join(labelled(name, text) for name, text in item.told.lines)
    who = _("With %(names)s.") % {"names": item.others} if item.others else ""
    if item.deadline is None:
        return who
    until = formats.date_format(timezone.localtime(item.deadline), pgettext("date format", "l j M, H:i e"))
    return " ".join(part for part in (who, _("Until %(moment)s.") % {"moment": until}) if part)


def _push(browser: PushSubscription, body: bytes, message: Message) -> str:
    """Send to one browser; returns why it was not accepted, or an empty string."""
    try:
        status = post(browser.endpoint, _encrypt(browser, body), _headers(browser, message))
    except NotDelivered as error:
        return error.detail
    if status in GONE:
        PushSubscription.objects.filter(pk=browser.pk).update(ended_at=timezone.now())
    return "" if status < 300 else f"{browser.label}: HTTP {status}"


def _encrypt(browser: PushSubscription, body: bytes) -> bytes:
    from pywebpush import WebPusher  # noqa: PLC0415  # slow to import, and few processes need it

    keys = {"p256dh": browser.p256dh, "auth": browser.auth}
    encrypted: bytes = WebPusher({"endpoint": browser.endpoint, "keys": keys}).encode(body)["body"]
    return encrypted


def _headers(browser: PushSubscription, message: Message) -> dict[str, str]:
    parts = urlsplit(browser.endpoint)
    sender = settings.DEFAULT_FROM_EMAIL.rsplit("<", 1)[-1].rstrip(">")
    claims = {
        "sub": f"mailto:{sender}", "aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + SIGNED_FOR,
    }  # fmt: skip
    return {
        **_vapid().sign(claims),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        **push_urgency(message),
    }


def push_urgency(message: Message) -> dict[str, str]:
    """The headers for the push service that depend on the message."""
    return {
        "TTL": str(KEPT),
        "Topic": message.name.hex,  # a second copy replaces the first
        "Urgency": "high" if message.deadline is not None else "normal",
    }
