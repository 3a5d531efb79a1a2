"""Pages about the site itself: operator and terms, and files that browsers and crawlers request by fixed names."""

from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.http import escape_leading_slashes
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

# Keep tables, whose links are secrets, and account pages out of search engines. Preview bots may fetch links that
# people post; private tables and missing tables give them the same response.
_ROBOTS = """User-agent: *
Disallow: /accounts/
Disallow: /admin/
Disallow: /feeds/
Disallow: /join/
Disallow: /mail/
Disallow: /tables/

User-agent: Discordbot
User-agent: facebookexternalhit
User-agent: LinkedInBot
User-agent: Slackbot-LinkExpanding
User-agent: TelegramBot
User-agent: Twitterbot
User-agent: WhatsApp
Disallow: /accounts/
Disallow: /admin/
Disallow: /feeds/
Disallow: /mail/
"""


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Show the privacy notice, in the operator's own words or the project's."""
    return _page(request, "privacy", _("Privacy"))


@require_safe
def terms(request: HttpRequest) -> HttpResponse:
    """Show the terms of use, in the operator's own words or the project's."""
    return _page(request, "terms", _("Terms"))


@require_safe
def contact(request: HttpRequest) -> HttpResponse:
    """Show who runs the site, and how to contact them."""
    return _page(request, "contact", _("Contact"))


def _page(request: HttpRequest, name: str, title: str) -> HttpResponse:
    context = {
        "name": name, "title": title, "paragraphs": _operator_text(name), "operator": settings.OPERATOR_NAME,
        "contact": settings.OPERATOR_CONTACT, "address": settings.OPERATOR_ADDRESS,
        "contact_words": settings.OPERATOR_CONTACT.removeprefix("mailto:"),
    }  # fmt: skip
    return render(request, "site/words.html", context)


def _operator_text(name: str) -> list[str]:
    """The paragraphs of the operator's own text; empty if there is no such file."""
    file = Path(settings.OPERATOR_TEXTS) / f"{name}.txt" if settings.OPERATOR_TEXTS else None
    if file is None or not file.is_file():
        return []
    return [part.strip() for part in file.read_text().split("\n\n") if part.strip()]


@require_safe
def robots_txt(request: HttpRequest) -> HttpResponse:
    """Return the rules for crawlers (RFC 9309)."""
    return HttpResponse(_ROBOTS, content_type="text/plain; charset=utf-8")


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect to the icon from its conventional URL."""
    return redirect(staticfiles_storage.url("site/favicon.ico"))


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """The page that the service worker shows when the site is unreachable; the same for everybody."""
    return HttpResponse(render(request, "site/offline.html").content)


@require_safe
def link_trimmed(request: HttpRequest, link: str) -> HttpResponse:
    """Redirect to the link without the characters that a chat program wrongly included, such as ")." or ">"."""
    return redirect(escape_leading_slashes(f"/{link}"))


urlpatterns = [
    path("privacy/", privacy, name="privacy"),
    path("terms/", terms, name="terms"),
    path("contact/", contact, name="contact"),
    path("robots.txt", robots_txt, name="robots_txt"),
    path("favicon.ico", favicon, name="favicon"),
    path("offline/", offline, name="offline"),
]
