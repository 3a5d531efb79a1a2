"""A user's calendar page: nights, days off, vacations."""

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts import vacations
from accounts.forms import CalendarForm, VacationForm
from accounts.models import User
from games.days.absences import absence_announce, deadlines_recompute
from games.ledger.reminders import reminders_replan


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def calendar(request: HttpRequest) -> HttpResponse:
    """Show the reader's calendar. A POST changes nights and days off."""
    user = _copy_of_reader(request)
    form = CalendarForm(request.POST if request.method == "POST" else None, instance=user)
    if form.is_valid():
        reminders_replan(form.save(), timezone.now())
        messages.success(request, _("Your calendar is saved. It applies to new deadlines."))
        return redirect("accounts:calendar")
    return _page(request, form=form)


@require_POST
@login_required
def vacation_announce(request: HttpRequest) -> HttpResponse:
    """Announce a vacation at all of the reader's tables."""
    form = VacationForm(request.POST)
    if not form.is_valid():
        return _page(request, vacation_form=form)
    first, last = form.cleaned_data["first"], form.cleaned_data["last"]
    try:
        user = vacations.vacation_add(_copy_of_reader(request), first, last)
    except ValidationError as error:
        form.add_error(None, error)
        return _page(request, vacation_form=form)
    absence_announce(user, first, last)
    messages.success(request, _("Your vacation has been announced at your tables."))
    return redirect("accounts:calendar")


@require_POST
@login_required
def vacation_end(request: HttpRequest) -> HttpResponse:
    """Cancel a vacation, or end it early."""
    form = VacationForm({"first": request.POST.get("first"), "last": request.POST.get("first")})
    try:
        if not form.is_valid():
            raise ValidationError(_("This vacation doesn't exist or has already ended."))
        user = vacations.vacation_end(_copy_of_reader(request), form.cleaned_data["first"])
    except ValidationError as error:
        messages.error(request, error.messages[0])
    else:
        deadlines_recompute(user)
        messages.success(request, _("Welcome back."))
    return redirect("accounts:calendar")


def _copy_of_reader(request: HttpRequest) -> User:
    """A copy of the reader, because a refused form must not change the name in the page's header."""
    return User.objects.get(pk=cast(User, request.user).pk)


def _page(
    request: HttpRequest, *, form: CalendarForm | None = None, vacation_form: VacationForm | None = None
) -> HttpResponse:
    user = _copy_of_reader(request)
    year = timezone.localdate().year
    context: dict[str, Any] = {
        "form": form or CalendarForm(instance=user),
        "vacation_form": vacation_form or VacationForm(),
        "vacations": vacations.vacations_of(user),
        "years": [(each, vacations.days_left(user, each)) for each in (year, year + 1)],
        "zone": user.time_zone.replace("_", " "),
    }
    is_wrong = any(each is not None and each.errors for each in (form, vacation_form))
    return render(request, "accounts/calendar.html", context, status=422 if is_wrong else 200)
