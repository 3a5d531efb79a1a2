"""Pages for notification settings and the ledger; feeds, the service worker, and unsubscribing from emails."""

from collections.abc import Callable
from copy import copy
from typing import Any
from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import translation
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import conditional_page, require_http_methods, require_safe

from accounts.links import CIRCLES, TALK, absolute, way_of_token
from accounts.models import User
from games.errors import TableError
from games.models import Preferences, PushSubscription, TableMute
from games.notices import services
from games.notices.channels import mail_resume, webhook_resume, webhook_secret_of, webhook_secret_renew
from games.notices.delivery.push import public_key
from games.notices.feeds import atom_of, calendar_of
from games.notices.forms import AlarmForm, PreferencesForm, PushForm, browser_label
from games.notices.selectors import (
    deadlines_of,
    feed_of,
    ledger_page,
    muted_tables,
    preferences_of,
    tournament_dates_of,
)
from games.pages.paging import page_key_in
from games.pages.responses import PlayerRequest, player_page, player_post, player_required, refuse, say
from games.presenters import PRESENTERS
from games.tables.access import seat_of, table_for


@player_page
def notifications(request: PlayerRequest) -> HttpResponse:
    """Show and change when and where the reader is notified."""
    user = request.user
    chosen = preferences_of(user)
    form = PreferencesForm(request.POST or None, instance=copy(chosen))
    if request.method == "POST" and form.is_valid():
        services.preferences_save(form.instance, form.Meta.fields, mail=form.cleaned_data["mail"])
        say(request, _("Your settings have been saved."))
        return redirect("notifications")
    if chosen.webhook_url:
        webhook_secret_of(chosen)
    context = {
        "is_suspended": chosen.is_suspended(user.email), "form": form, "chosen": chosen,
        "browsers": PushSubscription.objects.filter(user=user).order_by("pk"),
        "muted": muted_tables(user), "push_key": public_key(), "presenters": PRESENTERS,
    }  # fmt: skip
    return render(request, "notices/notifications.html", context, status=422 if form.errors else 200)


@require_safe
@never_cache
@player_required
def notification_log(request: PlayerRequest) -> HttpResponse:
    """Show the reader's ledger: which notices were sent, and why others were not."""
    slice_, lines = ledger_page(request.user, page_key_in(request))
    return render(request, "notices/notification_log.html", {"slice": slice_, "lines": lines})


@player_post
def notification_test(request: PlayerRequest) -> HttpResponse:
    """Send a test message on every channel; the ledger shows the results."""
    try:
        services.notice_test(request.user)
    except TableError as error:
        return refuse(request, error, "/notifications/")
    say(request, _("Test message sent. Its status will appear here."))
    return redirect("notification_log")


@player_post
def push_add(request: PlayerRequest) -> HttpResponse:
    """Turn on notifications in the browser that sends the request, or with `old`, check and renew them."""
    form = PushForm(request.POST)
    if not form.is_valid():
        return render(request, "400.html", status=400)
    browser = {**form.cleaned_data, "label": browser_label(request.headers.get("User-Agent", ""))}
    old = browser.pop("old")
    if old:
        return _renewed(request, old, browser)
    services.push_add(request.user, **browser)
    say(request, _("This browser will now show notifications."))
    return redirect("notifications")


def _renewed(request: PlayerRequest, old: str, browser: dict[str, str]) -> HttpResponse:
    try:
        if services.push_renew(request.user, old, **browser):
            say(
                request,
                _(
                    "This browser's notifications had stopped, and you may have missed some. They're on again."
                ),
            )
    except PushSubscription.DoesNotExist as error:
        raise Http404 from error
    return HttpResponse(status=204)


@player_post
def push_remove(request: PlayerRequest, subscription_id: int) -> HttpResponse:
    """Turn off notifications in one of the reader's browsers."""
    get_object_or_404(PushSubscription, user=request.user, pk=subscription_id).delete()
    say(request, _("That browser won't show notifications anymore."))
    return redirect("notifications")


@player_post
def channel_change(request: PlayerRequest) -> HttpResponse:
    """Reopen a closed channel of the reader (`mail` or `webhook`), or replace the webhook's secret (`secret`)."""
    change = _CHANGES.get(request.POST.get("change", ""))
    if change is None:
        return render(request, "400.html", status=400)
    act, words = change
    act(request.user)
    say(request, words)
    return redirect("notifications")


_CHANGES: dict[str, tuple[Callable[[User], None], Any]] = {
    "mail": (mail_resume, gettext_lazy("We'll email you again.")),
    "webhook": (webhook_resume, gettext_lazy("Your webhook is on again.")),
    "secret": (webhook_secret_renew, gettext_lazy("Your webhook has a new secret.")),
}


@player_post
def feed_change(request: PlayerRequest) -> HttpResponse:
    """Give the reader's feeds a new URL, or turn them off with `revoke`."""
    if "revoke" in request.POST:
        services.feeds_stop(request.user)
        say(request, _("Your feeds are off. The old addresses no longer work."))
    else:
        services.feeds_renew(request.user)
        say(request, _("Your feeds have new addresses. The old ones no longer work."))
    return redirect("notifications")


@player_page
def table_mute(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Ask whether to mute a table. A POST mutes it, or unmutes it with `unmute`."""
    table = table_for(request.user, table_id)
    if seat_of(request.user, table.seats.all()) is None:
        return redirect("table", table_id=table.pk)
    if request.method == "POST":
        services.table_mute(request.user, table, is_muted="unmute" not in request.POST)
        say(request, _("Done."))
        return redirect("table_mute", table_id=table.pk)
    is_muted = TableMute.objects.filter(user=request.user, table=table).exists()
    context = {"table": table, "presenter": PRESENTERS[table.title], "is_muted": is_muted}
    return render(request, "notices/table_mute.html", context)


@require_safe
@conditional_page
def deadlines_ics(request: HttpRequest, feed_token: UUID) -> HttpResponse:
    """The deadlines of the player with this token as a calendar, with alarms `?alarm=` minutes before them."""
    chosen = _feed_or_404(feed_token)
    form = AlarmForm(request.GET)
    if not form.is_valid():
        return render(request, "400.html", status=400)
    with translation.override(chosen.user.reads):
        text = calendar_of(
            deadlines_of(chosen.user), tournament_dates_of(chosen.user), alarm=form.cleaned_data["alarm"]
        )
    return _private(text, "text/calendar; charset=utf-8")


@require_safe
@conditional_page
def deadlines_atom(request: HttpRequest, feed_token: UUID) -> HttpResponse:
    """A player's deadlines as an Atom feed; the token in the URL is the permission."""
    chosen = _feed_or_404(feed_token)
    address, made_at = absolute("deadlines_atom", feed_token), chosen.feed_made_at or chosen.user.date_joined
    with translation.override(chosen.user.reads):
        text = atom_of(deadlines_of(chosen.user), address=address, made_at=made_at)
    return _private(text, "application/atom+xml; charset=utf-8")


def _feed_or_404(token: UUID) -> Preferences:
    chosen = feed_of(token)
    if chosen is None:
        raise Http404(_("There's no feed at this address."))
    return chosen


def _private(text: str, content_type: str) -> HttpResponse:
    answer = HttpResponse(text, content_type=content_type)
    patch_cache_control(answer, private=True, no_cache=True)
    answer["X-Robots-Tag"] = "noindex"
    return answer


@require_safe
@conditional_page
def service_worker(request: HttpRequest) -> HttpResponse:
    """The service worker, which shows notifications. Its path limits its scope, so it is served at the root."""
    text = (settings.BASE_DIR / "static" / "notices" / "worker.js").read_bytes()
    answer = HttpResponse(text, content_type="text/javascript; charset=utf-8")
    patch_cache_control(answer, no_cache=True)
    return answer


@csrf_exempt  # mail programs post here without loading a page first (RFC 8058)
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Turn off the emails that the token names: all, or those about chat or circles. Only a POST changes anything."""
    person, way = way_of_token(token) or (0, "")
    user = User.objects.filter(pk=person).first()
    if user is None:
        raise Http404(_("This link isn't valid."))
    if request.method == "POST":
        services.mails_stop(user, way)
    context = {"is_done": request.method == "POST", "is_talk": way == TALK, "is_circles": way == CIRCLES}
    return render(request, "notices/unsubscribe.html", context)
