"""Recognises emails that were accepted and later returned by a mail server, by their Message-ID (RFC 3464)."""

import re
from collections.abc import Iterator
from datetime import timedelta
from email import message_from_bytes, message_from_string
from email.message import EmailMessage, Message
from email.policy import default as email_policy
from uuid import UUID

from django.utils import timezone

from games.models import Notice
from games.notices.channels import mail_refused
from games.notices.delivery.deliver import put_back

PAUSE = timedelta(hours=1)  # a full or unknown mailbox won't change within a minute
_OUT = (Notice.Status.SENT, Notice.Status.MERGED)


def bounce_take(raw: bytes) -> bool:
    """Reschedule the notices of a returned email; returns whether the email was ours."""
    report = message_from_bytes(raw, policy=email_policy)
    try:
        name, status = next(_quoted_claims(report), None), _failure(report)
    except (IndexError, LookupError, ValueError):  # Python's parser raises these for some malformed headers
        return False
    if name is None or status is None:
        return False
    sent = Notice.objects.filter(claim=name, channel=Notice.Channel.MAIL, status__in=_OUT)
    notices = list(sent.select_related("user"))
    put_back(notices, Notice.Reason.RETURNED, status, first=PAUSE)
    if notices and status.startswith("5"):
        user = notices[0].user
        # Otherwise the user has changed the address since.
        is_certain = user.email.casefold() in _recipients(report)
        mail_refused(user, status, timezone.now(), is_certain=is_certain)
    return bool(notices)


def _failure(report: EmailMessage) -> str | None:
    """The server's status of the failure; None if it is only a delay or not a bounce report."""
    for part in report.walk():
        if part.get_content_type() != "message/delivery-status":
            continue
        for fields in part.get_payload():
            if isinstance(fields, Message) and str(fields.get("Action", "")).strip().lower() == "failed":
                return f"{fields.get('Status', '')} {fields.get('Diagnostic-Code', '')}".strip() or "failed"
    return None


def _recipients(report: EmailMessage) -> set[str]:
    """The addresses in the report, in lower case: as we wrote them, and as they were forwarded."""
    return {
        str(value).rpartition(";")[2].strip().casefold()
        for part in report.walk()
        if part.get_content_type() == "message/delivery-status"
        for fields in part.get_payload()
        if isinstance(fields, Message)
        for value in (fields.get("Original-Recipient"), fields.get("Final-Recipient"))
        if value
    }


def _quoted_claims(report: EmailMessage) -> Iterator[UUID]:
    """The claims of our messages that the report quotes."""
    for part in report.walk():
        found = part.get("Message-ID", "") if part is not report else ""
        if part.get_content_type() == "text/rfc822-headers":
            found = message_from_string(part.get_content()).get("Message-ID", "")
        if match := re.fullmatch(r"\s*<([0-9a-f]{32})@[^>]*>\s*", str(found)):
            yield UUID(match.group(1))
