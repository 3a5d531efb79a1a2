"""What programs fetch: the feeds of one's deadlines, and the script that shows notifications."""

from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page, require_safe

from games.feeds import atom_of, calendar_of
from games.models import Preferences
from games.selectors.deadlines import deadlines_of, feed_of


@require_safe
@conditional_page
def deadlines_ics(request: HttpRequest, feed_token: UUID) -> HttpResponse:
    """One's deadlines as a calendar; the secret in the address is the permission."""
    chosen = _feed_or_404(feed_token)
    return _private(calendar_of(deadlines_of(chosen.user)), "text/calendar; charset=utf-8")


@require_safe
@conditional_page
def deadlines_atom(request: HttpRequest, feed_token: UUID) -> HttpResponse:
    """One's deadlines as an Atom feed; the secret in the address is the permission."""
    chosen = _feed_or_404(feed_token)
    address = f"{settings.SITE_URL}{reverse('deadlines_atom', args=[feed_token])}"
    made_at = chosen.feed_made_at or chosen.user.date_joined
    text = atom_of(deadlines_of(chosen.user), address=address, made_at=made_at)
    return _private(text, "application/atom+xml; charset=utf-8")


def _feed_or_404(token: UUID) -> Preferences:
    chosen = feed_of(token)
    if chosen is None:
        raise Http404(_("There is no feed at this address, or not any more."))
    return chosen


def _private(text: str, content_type: str) -> HttpResponse:
    answer = HttpResponse(text, content_type=content_type)
    patch_cache_control(answer, private=True, no_cache=True)
    answer["X-Robots-Tag"] = "noindex"
    return answer


@require_safe
@conditional_page
def service_worker(request: HttpRequest) -> HttpResponse:
    """The script that shows notifications. It stands at the root, because it may speak for no more than its folder."""
    text = (settings.BASE_DIR / "static" / "site" / "worker.js").read_bytes()
    answer = HttpResponse(text, content_type="text/javascript; charset=utf-8")
    patch_cache_control(answer, no_cache=True)
    return answer
