"""Pages of circles: the lists, a new one, joining by a link, a circle with its chat, and its settings."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.links import absolute
from games.circles import services
from games.circles.forms import CircleChangeForm, CircleForm
from games.circles.selectors import (
    circle_by_link,
    circle_for,
    circle_of_member,
    circle_view,
    own_circles,
    public_circles,
    season_in,
)
from games.errors import TableError
from games.ledger.circles import is_member
from games.models import Circle, Member
from games.pages.paging import page_key_in, posted_number, slice_of
from games.pages.rate_limit import check_rate_limit
from games.pages.read_only import writing_if_possible
from games.pages.responses import PlayerRequest, add_retry_after, player_page, player_post, refuse, say
from games.presenters import PRESENTERS
from games.talk.selectors import OLDER, circle_talk
from games.talk.services import circle_line_say, circle_read


@require_safe
def circles(request: HttpRequest) -> HttpResponse:
    """The reader's circles, and all public ones."""
    slice_ = slice_of(public_circles(), page_key_in(request))
    own = own_circles(request.user) if request.user.is_authenticated else []
    return render(request, "circles/circles.html", {"own": own, "slice": slice_, "rows": list(slice_)})


@player_page
def circle_open(request: PlayerRequest) -> HttpResponse:
    """Open a circle."""
    form = CircleForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            return redirect("circle", services.circle_open(request.user, **form.cleaned_data).pk)
        except ValidationError as error:
            form.add_error("name", error)
        except TableError as error:
            return refuse(request, error, reverse("circles"))
    return render(request, "circles/circle_open.html", {"form": form}, status=422 if form.errors else 200)


@never_cache
@require_safe
def circle(request: HttpRequest, circle_id: int) -> HttpResponse:
    """A circle's page, with the standings of this season or `?season=2026-4`."""
    found = circle_for(request.user, circle_id)
    view = circle_view(request.user, found, season_in(request.GET.get("season", "")))
    return render(request, "circles/circle.html", {"page": view, "circle": found, "presenters": PRESENTERS})


@player_page
def circle_settings(request: PlayerRequest, circle_id: int) -> HttpResponse:
    """What a member chooses, and for the owner name, link, members and the end of the circle."""
    found, own = circle_of_member(request.user, circle_id)
    form = CircleChangeForm(found, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            services.circle_change(request.user, found.pk, **form.cleaned_data)
        except ValidationError as error:
            form.add_error("name", error)
        except TableError as error:
            return refuse(request, error, reverse("circle_settings", args=[found.pk]))
        else:
            say(request, _("Saved."))
            return redirect("circle", found.pk)
    return _settings_page(request, found, own, form)


def _settings_page(
    request: PlayerRequest, found: Circle, own: Member, form: CircleChangeForm
) -> HttpResponse:
    is_owner = found.owner_id == request.user.pk
    members = found.members.exclude(user=request.user).select_related("user").order_by("pk")
    context: dict[str, Any] = {
        "circle": found, "own": own, "form": form, "is_owner": is_owner, "members": members if is_owner else (),
        "link": absolute("circle_link", found.link) if is_owner else "",
    }  # fmt: skip
    return render(request, "circles/circle_settings.html", context, status=422 if form.errors else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def circle_link(request: HttpRequest, link: str) -> HttpResponse:
    """The page at a circle's invitation link. A POST joins."""
    found = circle_by_link(link)
    if request.method == "POST" and request.user.is_authenticated:
        try:
            check_rate_limit(request.user, "invite")
            services.circle_join(request.user, link)
        except TableError as error:
            return refuse(request, error, reverse("circle_link", args=[link]))
        say(request, _("Welcome to %(name)s.") % {"name": found})
        return redirect("circle", found.pk)
    context = {"circle": found, "count": found.members.count(), "is_in": is_member(request.user, found.pk)}
    return render(request, "circles/circle_link.html", context)


def _act(
    request: PlayerRequest, circle_id: int, service: Callable[[], object], done: str = ""
) -> HttpResponse:
    """Do something in a circle of the reader's, and return to its page; or to the list, if it is no longer theirs."""
    circle_of_member(request.user, circle_id)
    try:
        check_rate_limit(request.user, "move")
        service()
    except TableError as error:
        return refuse(request, error, reverse("circle_settings", args=[circle_id]))
    say(request, done)
    return (
        redirect("circle_settings", circle_id) if is_member(request.user, circle_id) else redirect("circles")
    )


@player_post
def circle_link_renew(request: PlayerRequest, circle_id: int) -> HttpResponse:
    """Replace the invitation link."""
    by = request.user
    done = _("The circle has a new link. The old one doesn't work anymore.")
    return _act(request, circle_id, lambda: services.link_renew(by, circle_id), done)


@player_post
def circle_leave(request: PlayerRequest, circle_id: int) -> HttpResponse:
    """Leave the circle."""
    by = request.user
    return _act(
        request, circle_id, lambda: services.member_leave(by, circle_id), _("You've left the circle.")
    )


@player_post
def member_remove(request: PlayerRequest, circle_id: int) -> HttpResponse:
    """Remove the member `person`."""

    def remove() -> None:
        services.member_remove(request.user, circle_id, person=posted_number(request, "person"))

    return _act(request, circle_id, remove, _("The member was removed, and the circle has a new link."))


@player_post
def owner_set(request: PlayerRequest, circle_id: int) -> HttpResponse:
    """Hand the circle over to the member `person`."""

    def hand_over() -> None:
        services.owner_set(request.user, circle_id, person=posted_number(request, "person"))

    return _act(request, circle_id, hand_over, _("The circle has a new owner."))


@player_post
def circle_close(request: PlayerRequest, circle_id: int) -> HttpResponse:
    """Close the circle for good."""
    by = request.user
    return _act(request, circle_id, lambda: services.circle_close(by, circle_id), _("The circle is closed."))


@player_post
def quiet_set(request: PlayerRequest, circle_id: int) -> HttpResponse:
    """Choose whether the reader hears of the circle's tables (field `tell`)."""
    is_quiet = "tell" not in request.POST
    return _act(
        request,
        circle_id,
        lambda: services.quiet_set(request.user, circle_id, is_quiet=is_quiet),
        _("Saved."),
    )


@player_page
def circle_talk_page(request: PlayerRequest, circle_id: int) -> HttpResponse:
    """A circle's chat, or the messages before `?before=`; a POST sends the message `text`."""
    found, own = circle_of_member(request.user, circle_id)
    if request.method == "POST":
        return _say(request, found, own)
    before = page_key_in(request)
    answer = _talk_page(request, found, own, before=before)
    if before is None:
        with writing_if_possible():
            circle_read(own)
    return answer


def _say(request: PlayerRequest, found: Circle, own: Member) -> HttpResponse:
    text = request.POST.get("text", "")
    try:
        for action in ("talk", "talk-long"):
            check_rate_limit(request.user, action)
        circle_line_say(request.user, found.pk, text=text)
    except TableError as error:
        answer = _talk_page(request, found, own, status=error.status, said=text, problem=error.sentence)
        return add_retry_after(answer, error)
    return redirect(reverse("circle_talk", args=[found.pk]) + "#talk-form")


def _talk_page(
    request: PlayerRequest, found: Circle, own: Member, *, before: int | None = None, status: int = 200,
    **words: Any,
) -> HttpResponse:  # fmt: skip
    context = {
        "circle": found, "talk": circle_talk(own, before=before, size=OLDER), "is_older": before is not None,
        "said": "", "problem": "", **words,
    }  # fmt: skip
    return render(request, "circles/circle_talk.html", context, status=status)
