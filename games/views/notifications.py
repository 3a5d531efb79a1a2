"""How a player is told of things, and what the player was told."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games import services
from games.access import seat_of, table_for
from games.delivery.push import public_key
from games.errors import TableError
from games.models import PushSubscription
from games.notification_form import PreferencesForm, PushForm, browser_label
from games.presenters import PRESENTERS
from games.selectors.notices import is_muted, ledger_page, muted_tables, preferences_of
from games.views.answers import number_in, player_required, refuse, say


@require_http_methods(["GET", "POST"])
@never_cache
@player_required
def notifications(request: HttpRequest) -> HttpResponse:
    """When and where one is told of things."""
    user: Any = request.user
    chosen = preferences_of(user)
    form = PreferencesForm(request.POST or None, initial=PreferencesForm.initial_of(user, chosen))
    if request.method == "POST" and form.is_valid():
        services.preferences_save(user, form.chosen(user), mail=form.cleaned_data["mail"])
        say(request, _("Your choices are saved."))
        return redirect("notifications")
    context = {
        "form": form, "chosen": chosen, "browsers": PushSubscription.objects.filter(user=user).order_by("pk"),
        "muted": muted_tables(user), "push_key": public_key(), "presenters": PRESENTERS,
    }  # fmt: skip
    return render(request, "games/notifications.html", context, status=422 if form.errors else 200)


@require_GET
@never_cache
@player_required
def notification_log(request: HttpRequest) -> HttpResponse:
    """What one was told, when and where; what not, and why."""
    slice_, lines = ledger_page(request.user, number_in(request, "before"))
    return render(request, "games/notification_log.html", {"slice": slice_, "lines": lines})


@require_POST
@player_required
def notification_test(request: HttpRequest) -> HttpResponse:
    """A trial message on every channel; what becomes of it stands in the ledger."""
    try:
        services.notice_test(request.user)
    except TableError as error:
        return refuse(request, error, "/notifications/")
    say(request, _("A trial message is on its way. What becomes of it stands here."))
    return redirect("notification_log")


@require_POST
@player_required
def push_add(request: HttpRequest) -> HttpResponse:
    """Show notifications in the browser that posts this."""
    form = PushForm(request.POST)
    if not form.is_valid():
        return render(request, "400.html", status=400)
    label = browser_label(request.headers.get("User-Agent", ""))
    services.push_add(request.user, label=label, **form.cleaned_data)
    say(request, _("This browser shows you notifications now."))
    return redirect("notifications")


@require_POST
@player_required
def push_remove(request: HttpRequest, subscription_id: int) -> HttpResponse:
    """Show no more notifications in one of one's browsers."""
    get_object_or_404(PushSubscription, user=request.user, pk=subscription_id)
    services.push_remove(request.user, subscription_id)
    say(request, _("That browser shows you no more notifications."))
    return redirect("notifications")


@require_POST
@player_required
def feed_change(request: HttpRequest) -> HttpResponse:
    """Open one's feeds at a new address, or with `revoke` close them."""
    if "revoke" in request.POST:
        services.feed_revoke(request.user)
        say(request, _("Your feeds are closed: their addresses lead nowhere any more."))
    else:
        services.feed_renew(request.user)
        say(request, _("Your feeds have a new address."))
    return redirect("notifications")


@require_http_methods(["GET", "POST"])
@never_cache
@player_required
def table_mute(request: HttpRequest, table_id: int) -> HttpResponse:
    """Ask whether one wants to hear no more of a table; do so, or undo it with `unmute`, on a post."""
    table = table_for(request.user, table_id)
    if seat_of(request.user, list(table.seats.all())) is None:
        return redirect("table", table_id=table.pk)
    if request.method == "POST":
        services.table_mute(request.user, table, is_muted="unmute" not in request.POST)
        say(request, _("Done."))
        return redirect("table_mute", table_id=table.pk)
    context = {
        "table": table,
        "presenter": PRESENTERS[table.title],
        "is_muted": is_muted(request.user, table.pk),
    }
    return render(request, "games/table_mute.html", context)
