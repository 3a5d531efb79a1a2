"""The lobby, creating a table, and everything that happens at a table before it starts."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from games.errors import NotPossible, TableError
from games.ledger.circles import circles_of
from games.models import Invitation, Seat, Table
from games.pages.blocks import render_blocks
from games.pages.paging import NUMBER, number_in, page_key_in, slice_of
from games.pages.rate_limit import check_rate_limit
from games.pages.responses import (
    PlayerRequest,
    go_to_table,
    player_page,
    player_post,
    player_required,
    refuse,
    say,
)
from games.presenters import PRESENTERS
from games.tables import lists
from games.tables import lobby as services
from games.tables.access import may_see, seat_of, table_by_token, table_for
from games.tables.active_decisions import decision_reason
from games.tables.conditions import condition_words, why_not
from games.tables.forms import InviteForm, LobbyForm, TableForm, like_table
from games.tables.lobby import join_link, mail_invite
from games.tables.log import names_of
from games.tables.panels import OPEN, Place, Visit, panels_at
from games.tables.unit_of_work import seats_of
from games.tables.words import answer_words, clock_words


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Tables to join; with `?watch=1` to watch, with `?offered=1` to take over a seat. LobbyForm filters them."""
    show = next((name for name in ("watch", "offered") if name in request.GET), "")
    form, before = LobbyForm(_lobby_filters(request)), page_key_in(request)
    tables = form.among(lists.public_tables(show, request.user), request.user).defer("state", "seed")
    first = [] if show else list(lists.of_followed(tables, request.user))
    slice_ = slice_of(tables.exclude(pk__in=[table.pk for table in first]), before)
    rows = lists.rows_of([*([] if before else first), *slice_], request.user)
    context = {
        "slice": slice_, "rows": rows, "form": form, "show": show, "presenters": PRESENTERS,
        "first": 0 if before else len(first),
    }  # fmt: skip
    return render(request, "tables/lobby.html", context)


def _lobby_filters(request: HttpRequest) -> Mapping[str, str]:
    """The filters in the query, which we remember in the session of a logged-in reader; or else those remembered."""
    asked = {name: request.GET[name] for name in LobbyForm.base_fields if name in request.GET}
    if not request.user.is_authenticated:
        return asked
    remembered: dict[str, str] = request.session.get("lobby", {})
    if asked and asked != remembered:
        request.session["lobby"] = asked
    return asked or remembered


@require_safe
@player_required
def next_table(request: PlayerRequest) -> HttpResponse:
    """Redirect to the reader's most urgent table, except those in `?skip=`."""
    skip = [int(word) for word in request.GET.get("skip", "").split(",") if NUMBER.fullmatch(word)]
    table_id = lists.next_table(request.user, skip)
    if table_id is None:
        say(request, _("No other table is waiting for you.") if skip else _("No table is waiting for you."))
        return redirect("my_tables")
    return redirect("table", table_id=table_id)


@player_page
def table_create(request: PlayerRequest, title: str = "") -> HttpResponse:
    """Choose title, seats, pace and options; a post creates the table. `?like=` copies a table's settings."""
    title = title or next(iter(PRESENTERS))
    if title not in PRESENTERS:
        raise Http404(_("There is no such game."))
    circles = circles_of(request.user)
    form = TableForm(title, request.POST or None, initial=_initial_values(request, title), circles=circles)
    if request.method == "POST" and form.is_valid():
        return _create_table(request, form)
    context = {
        "form": form, "title": title, "presenter": PRESENTERS[title], "presenters": PRESENTERS,
        "circle": number_in(request.GET, "circle"),
    }  # fmt: skip
    return render(request, "tables/table_create.html", context, status=400 if form.errors else 200)


def _initial_values(request: PlayerRequest, title: str) -> dict[str, Any]:
    """The initial values of the form. Raises Http404 if the reader may not see the table in `?like=`."""
    like = request.GET.get("like", "")
    if circle := number_in(request.GET, "circle"):
        return {"circle": circle, "admission": Table.Admission.CIRCLE}
    if not NUMBER.fullmatch(like):
        return {}
    table = table_for(request.user, int(like))
    return like_table(table) if table.title == title else {}


def _create_table(request: PlayerRequest, form: TableForm) -> HttpResponse:
    data = form.cleaned_data
    try:
        check_rate_limit(request.user, "open")
        table = services.table_create(
            request.user, title=form.title, options=form.options(), seats=data["seats"],
            seats_from=form.seats_from(), admission=data["admission"], seating=data["seating"], pace=form.pace(),
            is_rated=data["is_rated"], conditions=form.conditions(), circle=form.chosen_circle(),
        )  # fmt: skip
    except TableError as error:
        return refuse(request, error, reverse("table_create"))
    return go_to_table(table.pk)


def open_table(
    request: HttpRequest, table: Table, token: str = "", *, form: InviteForm | None = None, status: int = 200
) -> HttpResponse:
    """The page of a table that has not started: players and actions. `form` is an invitation form with errors."""
    seats = seats_of(table)
    mine = seat_of(request.user, seats)
    context: dict[str, Any] = {
        "table": table, "presenter": PRESENTERS[table.title], "seats": seats, "mine": mine, "token": token,
        "names": names_of(seats),
        "clock": clock_words(table.timing), "answer": answer_words(table.timing),
        "is_creator": mine is not None and table.creator_id == mine.user_id,
        "can_start": services.can_start(table, len(seats)), "invite_form": form or InviteForm(),
        "known": lists.known_players(mine.user, [seat.user_id for seat in seats]) if mine and mine.user else (),
        "preview": _preview(table, seats),
        "is_invited": request.user.is_authenticated
        and table.invitations.filter(user=request.user, is_live=True).exists(),
        "invitations": table.invitations.select_related("user").filter(is_live=True) if mine else (),
        "decision_reason": decision_reason(table) if may_see(request.user, table) else "",
        "conditions": condition_words(table),
        "why_not": why_not(request.user, table) if table.is_open and mine is None else "",
        "join_link": join_link(table),
        **panels_at(OPEN, Visit(request.user, table, seats, mine, by_link=bool(token))),
    }  # fmt: skip
    return render_blocks(request, "tables/open_table.html", context, status=status)


def _preview(table: Table, seats: list[Seat]) -> dict[str, str]:
    """The link preview in chats. It shows only what the page shows to everybody who has the link."""
    title, free = PRESENTERS[table.title].name, table.seat_count - len(seats)
    clock = clock_words(table.timing)
    return {
        "title": _("%(name)s invites you to play %(title)s") % {"name": table.creator, "title": title},
        "description": ngettext("%(count)d seat is free.", "%(count)d seats are free.", free) % {"count": free}
        + f" {clock[:1].upper()}{clock[1:]}. " + _("Players take turns over days."),
    }  # fmt: skip


@require_safe
def table_link(request: HttpRequest, token: str) -> HttpResponse:
    """The page at a table's secret link: a table that has not started; later a redirect to the table."""
    table = table_by_token(token)
    if not table.state:
        return open_table(request, table, token)
    if table.is_running and not may_see(request.user, table):
        return _running_page(request, table, token)
    if table.is_running and seat_of(request.user, seats_of(table)) is None:
        say(request, _("This game has started without you. You can watch it."))
    return go_to_table(table.pk)


def _running_page(request: HttpRequest, table: Table, token: str) -> HttpResponse:
    """The page for the link of a running table that the reader may not see, with the seats to take over."""
    seats = seats_of(table)
    visit = Visit(request.user, table, seats, None, by_link=True)
    context = {
        "table": table, "presenter": PRESENTERS[table.title], "seats": seats, "token": token,
        **panels_at((Place.BY_LINK,), visit),
    }  # fmt: skip
    return render(request, "tables/running_by_link.html", context)


def nonce_in(request: HttpRequest) -> str:
    """The nonce in the form; empty if the site should choose it."""
    return request.POST.get("nonce", "").strip().lower()


@player_post
def seat_take(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Join a table, with the token of its link if the form has one."""
    token, nonce = request.POST.get("token", ""), nonce_in(request)
    table = table_by_token(token) if token else table_for(request.user, table_id)
    if table.pk != table_id:
        raise Http404(_("There is no such table, or it is not open to you."))
    return _act(
        request, table, lambda: services.seat_take(request.user, table.pk, token=token, nonce=nonce),
        _("You've joined the table."),
    )  # fmt: skip


@player_post
def seat_contribute(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Add the player's part of the chance to a table that has not started."""
    table = table_for(request.user, table_id)
    # No message: it would cover the bottom of a first board, and the page of an open table shows it anyway.
    return _act(
        request, table, lambda: services.seat_contribute(request.user, table.pk, nonce=nonce_in(request))
    )


@player_post
def seat_release(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Leave a table before it starts."""
    table = table_for(request.user, table_id)
    try:
        services.seat_release(request.user, table.pk)
    except TableError as error:
        return refuse(request, error, reverse("table", args=[table.pk]))
    say(request, _("You have given up your seat."))
    return redirect("lobby")


@player_post
def seat_invite_view(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Invite a player by name, or anybody by email address. Errors are shown next to the field."""
    table = table_for(request.user, table_id)
    form = InviteForm(request.POST)
    if not form.is_valid():
        return _page_with_invitation_error(request, table, form, 409)
    name = form.cleaned_data["name"]
    try:
        check_rate_limit(request.user, "invite")
        if "@" in name:
            mail_invite(request.user, table, name)
        else:
            services.seat_invite(request.user, table.pk, name=name)
    except NotPossible as error:
        form.add_error("name", str(error.sentence))
        return _page_with_invitation_error(request, table, form, error.status)
    except TableError as error:
        return refuse(request, error, reverse("table", args=[table.pk]))
    say(request, _("%(name)s has been invited.") % {"name": name})
    return go_to_table(table.pk)


def _page_with_invitation_error(
    request: PlayerRequest, table: Table, form: InviteForm, status: int
) -> HttpResponse:
    if table.is_open and table.seats.filter(user=request.user).exists():
        return open_table(request, table, form=form, status=status)
    error = NotPossible(" ".join(map(str, form.errors["name"])))
    return refuse(request, error, reverse("table", args=[table.pk]))


@player_post
def invitation_decline(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Decline an invitation. It disappears, but the player can still join."""
    table = table_for(request.user, table_id)
    Invitation.objects.filter(table=table, user=request.user).update(is_live=False)
    return redirect("my_tables")


@player_post
def table_start(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Start the table with its current players."""
    table = table_for(request.user, table_id)
    return _act(
        request, table, lambda: services.table_start(request.user, table.pk), _("The game has started.")
    )


@player_post
def table_cancel(request: PlayerRequest, table_id: int) -> HttpResponse:
    """Close a table that has not started."""
    table = table_for(request.user, table_id)
    return _act(
        request, table, lambda: services.table_cancel(request.user, table.pk), _("The table is closed.")
    )


def _act(request: HttpRequest, table: Table, service: Callable[[], object], done: str = "") -> HttpResponse:
    try:
        service()
    except TableError as error:
        return refuse(request, error, reverse("table", args=[table.pk]))
    if done:
        say(request, done)
    return go_to_table(table.pk)
