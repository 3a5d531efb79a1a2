"""Emails to the site: bounces, and replies that go to a table's chat.

They arrive by `manage.py receive_mail`, from the mailbox INBOX_URL, or from a webhook of django-anymail. All three
call `mail_take`.
"""

import hashlib
import logging
import ssl
from email import message_from_bytes
from email.message import EmailMessage as ReceivedMail
from email.policy import default as email_policy
from email.utils import parseaddr
from typing import Any
from urllib.parse import unquote, urlsplit

from allauth.account.models import EmailAddress
from anymail.signals import inbound
from django.conf import settings
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.dispatch import receiver
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from imap_tools import AND, BaseMailBox, MailBox, MailBoxStartTls, MailBoxUnencrypted, MailMessageFlags

from accounts.links import absolute
from accounts.mails import automatic_headers
from games.errors import MalformedInput, NotAllowed, NotPossible, TableError
from games.notices.delivery.bounce import bounce_take
from games.pages.rate_limit import check_rate_limit, is_within_limit
from games.talk.replies import ReplyAddress, is_automatic, reply_address_read, reply_text
from games.talk.services import line_say

MOST_BYTES = 1_048_576  # of an email; what follows is attachments, which nobody reads
MOST_MAILS = 100  # per visit to the mailbox
TIMEOUT = 20  # seconds
_REMEMBERED = 7 * 24 * 3600  # seconds for which a second copy of an email is recognised
_TO = ("To", "Cc", "Delivered-To", "X-Original-To", "Envelope-To")
# Python's parser raises these for some malformed emails.
_BROKEN = (AssertionError, AttributeError, IndexError, LookupError, TypeError, ValueError)

log = logging.getLogger(__name__)


def mail_take(raw: bytes, recipient: str = "") -> bool:
    """Take an email: a reply goes to the chat, a bounce is recorded. Returns whether it was either of them."""
    raw = raw[:MOST_BYTES]
    mail = message_from_bytes(raw, policy=email_policy)
    try:
        address, is_reply = reply_address_read(_recipients(mail, recipient)), not is_automatic(mail)
        sender, name = parseaddr(str(mail.get("From", "")))[1], str(mail.get("Message-ID", ""))
    except _BROKEN:
        return False
    if address is None or not is_reply:
        return bounce_take(raw) or address is not None
    key = "reply:" + hashlib.sha256(f"{address} {name}".encode()).hexdigest()
    if not (name and cache.get(key)):
        _reply_take(address, mail, sender)
        cache.set(key, 1, _REMEMBERED)
    return True


def _recipients(mail: ReceivedMail, recipient: str) -> str:
    """All addresses that the email may have been sent to."""
    return " ".join([recipient, *(str(value) for name in _TO for value in mail.get_all(name, ()))])


def _reply_take(address: ReplyAddress, mail: ReceivedMail, sender: str) -> None:
    """Write the reply in the chat, or explain to the person why not."""
    user = address.user
    with timezone.override(user.zone), translation.override(user.reads):
        try:
            _expect_to_reply(address, sender)
            line_say(user, address.table_id, text=_text_of(mail))
        except TableError as error:
            log.info("a reply by email was refused: %s", error.code)
            _explain(address, str(error.sentence))


def _expect_to_reply(address: ReplyAddress, sender: str) -> None:
    """Count a reply. Raises TableError if the address is expired, or not the sender's own, or for too many replies."""
    user = address.user
    if not user.is_active:
        raise NotAllowed(_("Your account is suspended."))
    own = {user.email, *EmailAddress.objects.filter(user=user, verified=True).values_list("email", flat=True)}
    if sender.casefold() not in {each.casefold() for each in own}:
        # Otherwise people could write in the name of somebody who forwarded an email to them.
        raise NotAllowed(
            _("The reply came from %(address)s, which isn't the address of your account.") % {"address": sender[:254]}
        )  # fmt: skip
    if address.is_expired:
        raise NotPossible(_("The email is too old to reply to. Write on the table's page instead."))
    for action in ("talk", "talk-long"):
        check_rate_limit(user, action)


def _text_of(mail: ReceivedMail) -> str:
    try:
        return reply_text(mail)
    except _BROKEN as error:
        raise MalformedInput(_("We couldn't read your email.")) from error


def _explain(address: ReplyAddress, reason: str) -> None:
    """Email the person why nothing was written, a few times a day at most. A lost email isn't retried."""
    if not address.user.email or not is_within_limit("reply-refused", str(address.user.pk)):
        return
    context = {"reason": reason, "table": address.table_id, "url": absolute("table_talk", address.table_id)}
    EmailMessage(
        subject=_("Your reply isn't in the chat of table %(table)s") % context,
        body=render_to_string("notices/mail/reply_refused.txt", context), to=[address.user.email],
        headers=automatic_headers(),
    ).send(fail_silently=True)  # fmt: skip


def inbox_read() -> None:
    """Take the unread emails of the mailbox INBOX_URL. Deletes replies and bounces, and marks the others as read.

    An email that can't be taken, as when the database is down, stays unread for the next visit.
    """
    with _mailbox() as mailbox:
        for found in mailbox.fetch(AND(seen=False), limit=MOST_MAILS, mark_seen=False):
            try:
                is_ours = mail_take(found.obj.as_bytes())
            except Exception:
                log.exception("an email in the inbox was not taken")
                continue
            if is_ours:
                mailbox.delete(found.uid or "")
            else:
                mailbox.flag(found.uid or "", MailMessageFlags.SEEN, value=True)


def _mailbox() -> BaseMailBox:
    """The mailbox of INBOX_URL, logged in."""
    url = urlsplit(settings.INBOX_URL)
    host = url.hostname or ""
    tls = {"ssl_context": ssl.create_default_context()}  # without it, imaplib accepts any certificate
    match url.scheme:
        case "imap+ssl":
            mailbox: BaseMailBox = MailBox(host, url.port or 993, TIMEOUT, **tls)
        case "imap+tls":
            mailbox = MailBoxStartTls(host, url.port or 143, TIMEOUT, **tls)
        case _:
            mailbox = MailBoxUnencrypted(host, url.port or 143, TIMEOUT)
    folder = unquote(url.path[1:]) or "INBOX"
    mailbox.login(unquote(url.username or ""), unquote(url.password or ""), initial_folder=folder)
    return mailbox


@receiver(inbound)
def _webhook_take(event: Any, **_how: object) -> None:
    """Take an email that a mail service posted to /anymail/."""
    mail_take(event.message.as_bytes(), event.message.envelope_recipient or "")
