"""Operations on the reader's own account: profile, calendar, preferences, notices and deadlines."""

from copy import copy
from datetime import date
from typing import Annotated, Any

from django.core.exceptions import ValidationError as FormError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from ninja.params.functions import Query

from accounts import vacations
from accounts.forms import CalendarForm, ProfileForm
from accounts.links import absolute
from accounts.models import User, reliability
from accounts.views import profile_save
from games.api.access import ApiRequest
from games.api.requests import expect_valid, own_table
from games.api.routing import ACCOUNT, Operations
from games.api.shapes import people as shapes
from games.api.shapes.queries import BeforeQuery
from games.api.showing import player_of
from games.days.absences import absence_announce, deadlines_recompute
from games.ledger.reminders import reminders_replan
from games.models import Notice, Preferences, TableMute
from games.notices import services
from games.notices.forms import PreferencesForm
from games.notices.selectors import deadlines_of, ledger_page, preferences_of
from games.pages.rate_limit import check_rate_limit
from games.ratings.selectors import choice_of
from games.web.context import waiting_count

operations = Operations("Account")


@operations.read("/account", shapes.AccountShape)
def account_show(request: ApiRequest) -> shapes.AccountShape:
    """Your account, and what this token allows."""
    return _account(request)


def _account(request: ApiRequest) -> shapes.AccountShape:
    user = request.user
    return shapes.AccountShape(
        player=player_of(user), time_zone=user.time_zone, muted_until=user.muted_until, waiting=waiting_count(user.pk),
        reliability=reliability(user.punctuality), scopes=sorted(request.grant.scopes),
    )  # fmt: skip


@operations.write("PATCH /account", shapes.AccountShape, ACCOUNT)
def account_change(request: ApiRequest, given: shapes.AccountGiven) -> shapes.AccountShape:
    """Change your display name or time zone."""
    user = User.objects.get(pk=request.user.pk)
    name, data = user.display_name, {"display_name": user.display_name, "time_zone": user.time_zone}
    form = ProfileForm({**data, **given.model_dump(exclude_none=True)}, instance=user)
    expect_valid(form)
    if not profile_save(form, name):
        expect_valid(form)
    request.user = User.objects.get(pk=user.pk)
    return _account(request)


@operations.read("/account/calendar", shapes.CalendarShape, ACCOUNT)
def calendar_show(request: ApiRequest) -> shapes.CalendarShape:
    """Your nights, days off and vacations."""
    return _calendar(request.user)


def _calendar(user: User) -> shapes.CalendarShape:
    year = timezone.now().astimezone(user.zone).year
    return shapes.CalendarShape(
        sleep_from=_time(user.sleep_from), sleep_to=_time(user.sleep_to), days_off=user.days_off,
        vacations=[
            shapes.VacationShape(first=first.isoformat(), last=last.isoformat())
            for first, last in vacations.vacations_of(user)
        ],
        days_left={str(each): vacations.days_left(user, each) for each in (year, year + 1)},
    )  # fmt: skip


def _time(moment: Any) -> str | None:
    return moment and f"{moment:%H:%M}"


@operations.write("PUT /account/calendar", shapes.CalendarShape, ACCOUNT)
def calendar_set(request: ApiRequest, given: shapes.CalendarGiven) -> shapes.CalendarShape:
    """Set your nights and days off. They apply to new deadlines."""
    check_rate_limit(request.user, "move")
    form = CalendarForm(given.model_dump(exclude_none=True), instance=User.objects.get(pk=request.user.pk))
    expect_valid(form)
    user = form.save()
    reminders_replan(user, timezone.now())
    return _calendar(user)


@operations.write("POST /account/vacations", shapes.CalendarShape, ACCOUNT)
def vacation_announce(request: ApiRequest, given: shapes.VacationGiven) -> shapes.CalendarShape:
    """Announce a vacation at all your tables. Deadlines that fall into it move."""
    check_rate_limit(request.user, "move")
    first, last = _day(given.first), _day(given.last)
    user = vacations.vacation_add(request.user, first, last)
    absence_announce(user, first, last)
    return _calendar(user)


@operations.write("DELETE /account/vacations/{first}", shapes.CalendarShape, ACCOUNT)
def vacation_end(request: ApiRequest, first: str) -> shapes.CalendarShape:
    """Cancel the vacation that begins on a day, or end it today if it has begun."""
    check_rate_limit(request.user, "move")
    user = vacations.vacation_end(request.user, _day(first))
    deadlines_recompute(user)
    return _calendar(user)


def _day(word: str) -> date:
    try:
        return date.fromisoformat(word)
    except ValueError as error:
        raise FormError(_("Expected a day such as 2027-07-01.")) from error


@operations.read("/account/preferences", shapes.PreferencesShape, ACCOUNT)
def preferences_show(request: ApiRequest) -> shapes.PreferencesShape:
    """When and where you are notified, and who sees your ratings."""
    return _preferences(request.user)


_COLUMNS = ("rings_when_near", "talk", "plays_from_mail", "is_bare", "webhook_kind", "webhook_url")
_TIMES = ("quiet_from", "quiet_until", "digest_time")


def _preferences(user: User) -> shapes.PreferencesShape:
    chosen = preferences_of(user)
    columns: dict[str, Any] = {name: getattr(chosen, name) for name in _COLUMNS}
    times: dict[str, Any] = {name: _time(getattr(chosen, name)) for name in _TIMES}
    return shapes.PreferencesShape(
        mail=user.mail_turns, offsets=chosen.offsets, ratings=choice_of(user), always_ask=user.always_ask,
        **columns, **times,
    )  # fmt: skip


@operations.write("PATCH /account/preferences", shapes.PreferencesShape, ACCOUNT)
def preferences_change(request: ApiRequest, given: shapes.PreferencesGiven) -> shapes.PreferencesShape:
    """Change when and where you are notified, and who sees your ratings.

    To end quiet hours or the daily email, send null for their times.
    """
    check_rate_limit(request.user, "move")
    user = User.objects.get(pk=request.user.pk)
    chosen, asked = preferences_of(user), given.model_dump(exclude_unset=True)
    now = _preferences(user).model_dump()
    wanted = {**now, **{name: value for name, value in asked.items() if value is not None or name in _TIMES}}
    rhythm = "daily" if wanted["digest_time"] else "each"
    form = PreferencesForm({**wanted, "rhythm": rhythm}, instance=copy(chosen))
    expect_valid(form)
    with transaction.atomic():
        services.preferences_save(form.instance, form.Meta.fields, mail=form.cleaned_data["mail"])
        Preferences.objects.filter(pk=user.pk).update(ratings=wanted["ratings"])
        User.objects.filter(pk=user.pk).update(always_ask=wanted["always_ask"])
    return _preferences(User.objects.get(pk=user.pk))


@operations.read("/notices", shapes.NoticeList)
def notices(request: ApiRequest, asked: Annotated[BeforeQuery, Query()]) -> shapes.NoticeList:
    """Your notices of the last 60 days: what was sent on each channel, and why others were not."""
    slice_, lines = ledger_page(request.user, asked.before)
    return shapes.NoticeList(
        notices=[_notice(line.notice, str(line.reason)) for line in lines], before=slice_.before
    )


def _notice(notice: Notice, reason: str) -> shapes.NoticeShape:
    channel: Any = notice.channel
    return shapes.NoticeShape(
        id=notice.pk, kind=notice.kind, words=notice.get_kind_display(), channel=channel, status=notice.status,
        reason=reason, table=notice.table_id, title=notice.table.title if notice.table else None,
        created_at=notice.created_at, sent_at=notice.sent_at,
    )  # fmt: skip


@operations.read("/tables/{int:table_id}/mute", shapes.MuteShape)
def mute_show(request: ApiRequest, table_id: int) -> shapes.MuteShape:
    """Whether you get no notices of a table at which you have a seat."""
    table = own_table(request.user, table_id)
    return shapes.MuteShape(is_muted=TableMute.objects.filter(user=request.user, table=table).exists())


@operations.write("PUT /tables/{int:table_id}/mute", shapes.MuteShape, ACCOUNT)
def table_mute(request: ApiRequest, table_id: int, given: shapes.MuteGiven) -> shapes.MuteShape:
    """Mute a table, or unmute it."""
    services.table_mute(request.user, own_table(request.user, table_id), is_muted=given.is_muted)
    return shapes.MuteShape(is_muted=given.is_muted)


@operations.read("/account/feeds", shapes.FeedsShape, ACCOUNT)
def feeds_show(request: ApiRequest) -> shapes.FeedsShape:
    """The secret addresses of your deadlines, for calendars and feed readers; null while they are off."""
    return _feeds(request.user)


def _feeds(user: User) -> shapes.FeedsShape:
    token = preferences_of(user).feed_token
    ics, atom = (absolute(f"deadlines_{kind}", token) if token else None for kind in ("ics", "atom"))
    return shapes.FeedsShape(ics=ics, atom=atom)


@operations.write("POST /account/feeds", shapes.FeedsShape, ACCOUNT)
def feeds_renew(request: ApiRequest) -> shapes.FeedsShape:
    """Turn your feeds on, or give them new addresses. The old ones don't work anymore."""
    services.feeds_renew(request.user)
    return _feeds(request.user)


@operations.write("DELETE /account/feeds", shapes.FeedsShape, ACCOUNT)
def feeds_stop(request: ApiRequest) -> shapes.FeedsShape:
    """Turn your feeds off."""
    services.feeds_stop(request.user)
    return _feeds(request.user)


@operations.read("/deadlines", shapes.DeadlineList)
def deadlines(request: ApiRequest) -> shapes.DeadlineList:
    """Your deadlines, nearest first, as in the calendar feed."""
    return shapes.DeadlineList(
        deadlines=[
            shapes.DeadlineShape(
                table=row.seat.table_id, title=row.seat.table.title, others=row.others, deadline=row.deadline,
                since=row.since,
            )
            for row in deadlines_of(request.user)
        ]
    )  # fmt: skip
