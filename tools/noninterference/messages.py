"""Emails, pushes and webhooks that a reader would get now. Nothing is sent."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from email.mime.base import MIMEBase
from uuid import UUID

from django.core.mail import EmailMultiAlternatives
from django.utils import timezone, translation

from accounts.models import User
from games.models import Notice, Preferences, Seat, Table
from games.notices.delivery.context import context_of
from games.notices.delivery.mail import mail_for
from games.notices.delivery.message import Message, message_of
from games.notices.delivery.push import push_content, push_urgency
from games.notices.delivery.webhook import webhook_content
from tools.noninterference.answers import Answer, count_queries, message_answer
from tools.noninterference.readers import Reader, undone

_Kind, _Channel = Notice.Kind, Notice.Channel
# Kinds for a seat at a running table. Other kinds are about tables before or after the game, or about no table.
KINDS = (_Kind.TURN, _Kind.REMINDER, _Kind.STARTED, _Kind.TIMEOUT, _Kind.PROPOSAL, _Kind.TALK, _Kind.DIGEST)
_NAME = UUID(int=0)


def messages_to(
    reader: Reader, table: Table, kinds: Iterable[str] = KINDS, *, shown: str = ""
) -> dict[str, Answer]:
    """Each kind of message on each channel, by name, with the longest log that an email can contain.

    `shown` is what the rules have just shown to the reader.
    """
    found: dict[str, Answer] = {}
    if reader.user is not None and reader.seat is not None:
        with undone():
            Seat.objects.filter(table=table, number=reader.seat).update(acted_ply=-1)
            for kind in kinds:
                for channel, answer in _messages(reader, table, kind, shown):
                    found[f"{channel} {kind}"] = answer
    return found


def _messages(reader: Reader, table: Table, kind: str, shown: str) -> Iterator[tuple[str, Answer]]:
    notice = Notice(user=reader.user, table=Table.objects.get(pk=table.pk), kind=kind, channel=_Channel.MAIL)
    with count_queries() as count:
        context = context_of([notice], timezone.now())
        with timezone.override(context.user.zone), translation.override(context.user.reads):
            message = message_of(_NAME, [notice], context)
            if not message.items:  # an empty digest
                return
            mail = mail_for(message, context.user)
            text = "\n".join(
                [
                    str(mail.subject),
                    str(mail.body),
                    *(str(part) for part, _ in mail.alternatives),
                    *_pictures(mail),
                ]
            )
            envelope = {**mail.extra_headers, "To": mail.to, "Envelope": mail.from_email}
            others = list(_others(message, context.user))
    yield "mail", message_answer(envelope, text, count.queries, shown)
    for channel, headers, content in others:
        yield channel, message_answer(headers, json.dumps(content), 0, shown)


def _pictures(mail: EmailMultiAlternatives) -> Iterator[str]:
    """A hash for each picture in a mail."""
    for part in mail.attachments:
        if isinstance(part, MIMEBase):
            yield hashlib.sha256(part.get_payload(decode=True)).hexdigest()  # type: ignore[arg-type]  # of one part


def _others(message: Message, user: User) -> Iterator[tuple[str, dict[str, str], object]]:
    yield "push", push_urgency(message), push_content(message, user)
    for kind in Preferences.Webhook.values:
        yield f"webhook {kind}", {}, webhook_content(message, kind)
