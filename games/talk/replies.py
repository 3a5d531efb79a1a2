"""Chat by email: an address that lets one person write in one table's chat, and the text of a reply without quotes.

The address is INBOX_ADDRESS with a token: captain+3f-2a-gb1-<signature>@example.org names the user, the table and the
last day, in base 36. Its signature ends with the user's password or email address. All letters are lower case, because
some mail servers change them.
"""

import base64
import re
from dataclasses import dataclass
from email.message import EmailMessage

import html2text
from django.conf import settings
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.http import base36_to_int, int_to_base36
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from mailparser_reply.constants import MAIL_LANGUAGES
from mailparser_reply.parser import EmailMessage as ParsedText

from accounts.models import User
from games.errors import NotPossible
from games.models.talk import LINE_LENGTH

# Our emails say this before anything about the position. If a reply contains it, some of our email was not cut.
HINT = gettext_lazy("Reply to this email to write in the chat.")

DAYS = 30  # for which an address is valid
_READ = 2 * LINE_LENGTH  # characters; the parser would take minutes for some longer texts
for _words in MAIL_LANGUAGES.values():
    _words["signatures"] = [
        "(?!)"
    ]  # "Thanks, that was fun" isn't one; the parser would cut it and all that follows
# Mail programs add these without being asked, and the chat refuses them.
_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u2060\ufeff"))


@dataclass(frozen=True)
class ReplyAddress:
    """What a valid address says."""

    user: User
    table_id: int
    is_expired: bool


def reply_address(user: User, table_id: int) -> str:
    """The address for the user's replies to a table's chat; empty if the site has no inbox."""
    if not settings.INBOX_ADDRESS:
        return ""
    name, _at, host = settings.INBOX_ADDRESS.rpartition("@")
    ids = "-".join(map(int_to_base36, (user.pk, table_id, _today() + DAYS)))
    return f"{name}+{ids}-{_signature(user, ids, settings.SECRET_KEY)}@{host}"


def reply_address_read(recipients: str) -> ReplyAddress | None:
    """The first of our addresses in a text; None without one, or if its signature is wrong."""
    name, _at, host = map(re.escape, settings.INBOX_ADDRESS.rpartition("@"))
    number = r"([0-9a-z]{1,12})"
    pattern = rf"{name}\+({number}-{number}-{number})-([a-z2-7]{{16}})@{host}(?![\w.-])"
    match = re.search(pattern, recipients, re.IGNORECASE) if host else None
    if match is None:
        return None
    ids, *numbers, signature = (each.lower() for each in match.groups())
    person, table, last_day = map(base36_to_int, numbers)
    user = User.objects.filter(pk=person).first()
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    if user is None or not any(constant_time_compare(signature, _signature(user, ids, key)) for key in keys):
        return None
    return ReplyAddress(user, table, last_day < _today())


def _today() -> int:
    return timezone.now().date().toordinal()


def _signature(user: User, ids: str, key: str) -> str:
    """80 bits, in 16 letters and digits: the part before the @ may have only 64 characters."""
    value = f"{ids}:{user.email}:{user.password}"
    digest = salted_hmac("games.reply", value, secret=key, algorithm="sha256").digest()
    return base64.b32encode(digest[:10]).decode().lower()


def is_automatic(mail: EmailMessage) -> bool:
    """Whether a program wrote the email: a bounce, a vacation reply, a mailing list, or one of our own emails."""
    submitted = str(mail.get("Auto-Submitted", "no")).partition(";")[0].strip().lower()
    return (
        submitted != "no"
        or str(mail.get("Precedence", "")).strip().lower() in {"auto_reply", "bulk", "junk", "list"}
        or str(mail.get("Return-Path", "")).strip() == "<>"
        or mail.get_content_type() == "multipart/report"
        or any(
            name in mail for name in ("X-Auto-Response-Suppress", "X-Autoreply", "X-Autorespond", "List-Id")
        )
    )


def reply_text(mail: EmailMessage) -> str:
    """What the person wrote, without quotes, signature and attachments; perhaps empty. Raises NotPossible.

    An email may show its reader's hand, so nothing is returned if the quote could not be told from the reply.
    """
    part = mail.get_body(("plain", "html"))
    if part is None:
        return ""
    text = str(part.get_content())
    if part.get_content_subtype() == "html":
        text = _plain(text)
    elif str(part.get_param("format")).lower() == "flowed":
        text = _unwrapped(text, "" if str(part.get_param("delsp")).lower() == "yes" else " ")
    text = _without_quotes(text.translate(_INVISIBLE))
    if str(HINT) in " ".join(text.split()):
        raise NotPossible(
            _("We couldn't tell your reply from the email that you replied to. Delete our email from your reply, and"
              " send it again.")
        )  # fmt: skip
    return text


def _plain(html: str) -> str:
    """The text of HTML, with ">" before each line of a quote."""
    reader = html2text.HTML2Text(bodywidth=0)
    reader.ignore_links = reader.ignore_images = reader.ignore_emphasis = reader.ignore_tables = True
    return re.sub(r"\\([\\`*_{}\[\]()#+.!-])", r"\1", reader.handle(html))  # no Markdown


def _unwrapped(text: str, join: str) -> str:
    """The text without the line breaks that a mail program inserted (RFC 3676)."""
    return re.sub(r"^(?!>|-- $)(.*) \n(?!>)", rf"\1{join}", text.replace("\r\n", "\n"), flags=re.MULTILINE)


def _without_quotes(text: str) -> str:
    """The text above all quotes, or below them."""
    own = re.sub(r"^[ \t]*>.*\n?", "", text.replace("\r\n", "\n"), flags=re.MULTILINE)
    spaced = re.sub(r"[^\S\n]+", " ", own).strip()
    start = re.sub(r"\n\s*\n", "\n\n", spaced)[:_READ]
    parsed = ParsedText(start, list(MAIL_LANGUAGES), keep_hyphen_lists=True).read()
    # The line above the quote: of K-9, in any language, and of Outlook, an <hr>.
    return re.sub(r"\n(?:-{4,}[^\n]*|\* \* \*)$", "", parsed.replies[0].body).rstrip()
