"""The "Get more time" page that reminders link to: take vacation from the deadline on, or propose more time."""

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import vacations
from accounts.forms import MoreTimeForm
from accounts.links import seat_of_token
from accounts.models import User
from games.clock.clocks import HOUR
from games.days.absences import absence_announce
from games.days.agreements import proposal_make
from games.errors import NotAllowed, TableError
from games.models import Proposal, Seat
from games.pages.responses import refuse
from games.presenters import PRESENTERS


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def more_time(request: HttpRequest, token: str) -> HttpResponse:
    """Ask how to get more time at the token's table. Only a POST spends or proposes anything."""
    person, table_id = _parse_token(token)
    if cast(User, request.user).pk != person:
        return refuse(
            request,
            NotAllowed(_("This link is from an email to another player. Log in as that player to use it.")),
            "/",
        )
    seat = _seat_on_clock(person, table_id)
    if seat is None:
        messages.info(request, _("You have no deadline at this table now."))
        return redirect("table", table_id=table_id)
    form = MoreTimeForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            _request_time(seat, **form.cleaned_data)
        except ValidationError as error:
            form.add_error(None, error)
        except TableError as error:
            return refuse(request, error, request.path)
        else:
            return _done_response(request, seat, form.cleaned_data["way"])
    return _page(request, seat, form)


def _parse_token(token: str) -> tuple[int, int]:
    found = seat_of_token(token)
    if found is None:
        raise Http404(_("This link isn't valid."))
    return found


def _seat_on_clock(person: int, table_id: int) -> Seat | None:
    """The seat if its clock is running, else None."""
    seats = Seat.objects.filter(user=person, table=table_id, is_awaited=True, deadline__isnull=False)
    return seats.select_related("table", "user").defer("table__state", "table__seed").first()


def _request_time(seat: Seat, *, way: str, days: int) -> None:
    """Spend vacation from the day of the deadline, or propose more time. Raises ValidationError or TableError."""
    person, deadline = cast(User, seat.user), seat.deadline
    if way == MoreTimeForm.PROPOSE or deadline is None:
        proposal_make(person, seat.table_id, kind=Proposal.Kind.EXTEND, days=days)
        return
    first, last = vacations.span_from(deadline.astimezone(person.zone).date(), days)
    user = vacations.vacation_add(person, first, last)
    absence_announce(user, first, last)


def _done_response(request: HttpRequest, seat: Seat, way: str) -> HttpResponse:
    says = {
        MoreTimeForm.VACATION: _(
            "Your vacation has been announced at your tables, and your deadline has moved."
        ),
        MoreTimeForm.PROPOSE: _("You proposed more time. Your deadline moves once all players agree."),
    }
    messages.success(request, says[way])
    return redirect("table", table_id=seat.table_id)


def _page(request: HttpRequest, seat: Seat, form: MoreTimeForm) -> HttpResponse:
    person, deadline = cast(User, seat.user), seat.deadline
    day = None if deadline is None else deadline.astimezone(person.zone).date()
    context: dict[str, Any] = {
        "form": form, "seat": seat, "day": day, "title": PRESENTERS[seat.table.title].name,
        "days_left": 0 if day is None else vacations.days_left(person, day.year),
        "year": None if day is None else day.year, "rest_hours": seat.rest_left // HOUR,
    }  # fmt: skip
    return render(request, "accounts/more_time.html", context, status=422 if form.errors else 200)
