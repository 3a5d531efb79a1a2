"""Mail in development: a backend that writes each message to a file, and the pages at /_mail/ that show them.

Why not Django's file backend: it writes all emails of a connection to one file, where they can't be separated reliably,
and a reader may see a partial file.
"""

import email
import hashlib
import re
import time
import uuid
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from email.message import EmailMessage as ParsedMessage
from email.policy import default as email_policy
from functools import wraps
from pathlib import Path
from typing import NamedTuple

from csp.constants import SELF
from csp.decorators import csp_update
from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import path
from django.utils.html import urlize
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from games.pages.rate_limit import is_operator

app_name = "dev_mail"
_SHOWN = 100  # newest messages in the list


class EmailBackend(BaseEmailBackend):
    """Write each message to a file in the folder EMAIL_FILE_PATH. Files are created atomically.

    A message with an already known Message-ID is skipped as a duplicate, as mail programs do.
    """

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Write the messages; returns how many there were."""
        folder = _folder()
        folder.mkdir(parents=True, exist_ok=True)
        for message in email_messages:
            mark = _file_mark(message)
            if not any(folder.glob(f"*-{mark}.eml")):
                key = f"{time.time_ns()}-{mark}"
                draft = folder / f".{key}.tmp"
                draft.write_bytes(message.message().as_bytes())
                draft.replace(folder / f"{key}.eml")
        return len(email_messages)


def _file_mark(message: EmailMessage) -> str:
    """Twelve characters that identify the message: always the same for one Message-ID."""
    name = message.extra_headers.get("Message-ID") or uuid.uuid4().hex
    return hashlib.sha256(str(name).encode()).hexdigest()[:12]


class Mail(NamedTuple):
    """An email as shown on the pages."""

    key: str
    sent: datetime
    sender: str
    to: str
    subject: str
    text: str
    html: str | None

    @property
    def linked_text(self) -> SafeString:
        """The text, escaped, with clickable links."""
        return mark_safe(urlize(self.text, autoescape=True))  # noqa: S308  # urlize escapes it


View = Callable[..., HttpResponseBase]


def _development_only(view: View) -> View:
    """Make `view` return 404 on a public site, without the file backend, and for other machines.

    People who can read other people's emails can log in as them.
    """

    @wraps(view)
    def guarded(request: HttpRequest, *args: str, **kwargs: str) -> HttpResponseBase:
        is_kept = settings.DEBUG and settings.EMAIL_BACKEND == "config.dev_mail.EmailBackend"
        if not is_kept or not is_operator(request):
            raise Http404
        return view(request, *args, **kwargs)

    return guarded


# Development only: allow the frame, and inline styles inside it.
_policy_of_frame_page: Callable[[View], View] = csp_update({"frame-src": [SELF]})
_POLICY_OF_FRAME = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"


@require_safe
@_development_only
def index(request: HttpRequest) -> HttpResponse:
    """List the newest emails."""
    files = sorted(_folder().glob("*.eml"), reverse=True)[:_SHOWN]
    return render(request, "dev_mail/index.html", {"mails": [_read(file) for file in files]})


@require_safe
@_development_only
@_policy_of_frame_page
def show(request: HttpRequest, key: str) -> HttpResponse:
    """Show one email."""
    return render(request, "dev_mail/show.html", {"mail": _mail_or_404(key)})


@require_safe
@_development_only
@xframe_options_sameorigin
def html(request: HttpRequest, key: str) -> HttpResponse:
    """The HTML part of an email, for a sandboxed frame. Only inline styles are allowed."""
    mail = _mail_or_404(key)
    if mail.html is None:
        raise Http404
    return HttpResponse(mail.html, headers={"Content-Security-Policy": _POLICY_OF_FRAME})


def _folder() -> Path:
    return Path(settings.EMAIL_FILE_PATH)


def _mail_or_404(key: str) -> Mail:
    file = _folder() / f"{key}.eml"
    if not re.fullmatch(r"\d+-[0-9a-f]{12}", key) or not file.is_file():
        raise Http404
    return _read(file)


def _read(file: Path) -> Mail:
    message = email.message_from_bytes(file.read_bytes(), policy=email_policy)
    seconds = int(file.stem.split("-")[0]) / 1e9
    return Mail(
        key=file.stem,
        sent=datetime.fromtimestamp(seconds, UTC),
        sender=str(message["From"] or ""),
        to=str(message["To"] or ""),
        subject=str(message["Subject"] or ""),
        text=_part(message, "plain") or "",
        html=_part(message, "html"),
    )


def _part(message: ParsedMessage, kind: str) -> str | None:
    body = message.get_body((kind,))
    return None if body is None else str(body.get_content())


urlpatterns = [
    path("", index, name="index"),
    path("<slug:key>/", show, name="show"),
    path("<slug:key>/html/", html, name="html"),
]
