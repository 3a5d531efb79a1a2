"""What moderators can do at a table, and read-only views of it. Views of secrets require a reason."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.utils.cache import add_never_cache_headers
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine.replay import ReplayError
from games.errors import RulesMissing
from games.models import Seat, Table
from games.moderation.admin import forms
from games.moderation.services import jobs, rewind, tables
from games.moderation.services.reports import access_audit_write
from games.moderation.table_page import board_of, rewind_page
from games.pages.admin import Act, ActForm, ActingAdmin
from games.pages.responses import refuse
from games.tables.active_decisions import ending_of
from games.tables.table_rules import is_playable

_PLY = re.compile(r"[0-9]{1,7}")


def _is_running(table: Table) -> bool:
    return table.is_running and is_playable(table)


def _has_seat(table: Table, test: Callable[[Seat], bool]) -> bool:
    return _is_running(table) and any(test(seat) for seat in table.seats.all())


def _clock_is_running(seat: Seat) -> bool:
    return seat.is_awaited and (seat.deadline is not None or seat.remaining is not None)


def _can_rewind(table: Table) -> bool:
    is_played = table.is_running or table.is_finished
    return is_played and bool(table.state) and table.head is not None and is_playable(table)


def _act(  # noqa: PLR0917  # a row of the table below
    name: str, label: Promise, explained: Promise, do: Callable[..., object], form: type[ActForm],
    is_possible: Callable[[Table], bool],
) -> Act:  # fmt: skip
    return Act(
        name, label, explained, "games.moderate_table",
        lambda by, table, data: do(by, table.pk, **data), form, is_possible,
    )  # fmt: skip


ACTS = (
    _act(
        "hold", _("Pause"), _("Stops the game and its clocks until you resume it."),
        tables.table_hold, forms.HoldForm, lambda table: _is_running(table) and not table.is_held,
    ),
    _act(
        "go-on", _("Resume"), _("The clocks continue with the time that was left."),
        tables.table_go_on, ActForm, lambda table: _is_running(table) and table.is_held,
    ),
    _act(
        "extend", _("More time"), _("Gives more time to everybody whose turn it is."),
        tables.table_extend, forms.ExtendForm, lambda table: _has_seat(table, _clock_is_running),
    ),
    _act(
        "rewind", _("Rewind"),
        _("Returns the game to the position before a move. Later moves stay in the log, crossed out. The players who "
          "had to move then get a fresh clock. A finished game resumes."),
        rewind.table_rewind, forms.RewindForm, _can_rewind,
    ),
    _act(
        "default", _("Play the safe move"),
        _("Plays the move that a time-out would play, for a seat whose turn it is."),
        tables.default_play, forms.AwaitedForm, lambda table: _has_seat(table, forms.AwaitedForm.is_offered),
    ),
    _act(
        "replace", _("Replace a player"),
        _("Gives the seat, with its hidden information, to another player. The current player can't come back."),
        tables.seat_replace, forms.ReplaceForm, _is_running,
    ),
    _act(
        "offer", _("Open a seat for takeover"),
        _("Others can take over the seat. If its turn comes and nobody takes it over within two days, it leaves the "
          "game. Its player can take it back by moving."),
        tables.seat_offer, forms.OfferForm, lambda table: _has_seat(table, forms.OfferForm.is_offered),
    ),
    _act(
        "finish", _("End with ranks"),
        _("Ends the game with the ranks that you enter. 1 is the best. Tied seats share a rank, and the next rank is "
          "skipped."),
        tables.table_finish, forms.FinishForm, _is_running,
    ),
    _act(
        "casual", _("Make casual"),
        _("The game doesn't count for ratings. If it's finished, its changes are taken back; later games keep theirs."),
        tables.table_make_casual, ActForm, lambda table: table.is_rated,
    ),
    replace(_act(
        "call-off", _("Call off"), _("Permanently closes the table without a result."),
        tables.table_call_off, ActForm, lambda table: table.is_open or table.is_running,
    ), is_final=True),
)  # fmt: skip

EXTEND_ALL = Act(
    "extend-all", _("More time at all tables"),
    _("After an outage: gives more time to everybody whose turn it is, at every active table. It takes a "
      "few minutes to reach all tables, and no table gets it twice."),
    "games.extend_all_tables", lambda by, row, data: jobs.tables_extend_all(by, **data), forms.ExtendForm,
)  # fmt: skip

_WARNING = _(
    "We record this. You can never take a seat at this table afterwards. When the game is finished, its players can "
    "read that a moderator looked, when and why."
)
SEAT = Act(
    "seat", _("See what a seat sees"), _WARNING, "games.moderate_table",
    lambda by, row, data: access_audit_write(by, row.pk, seat=data["seat"], reason=data["reason"]),
)  # fmt: skip
STATE = Act(
    "state", _("See the full state"), _WARNING, "games.see_full_state",
    lambda by, row, data: access_audit_write(by, row.pk, seat=None, reason=data["reason"]),
)  # fmt: skip


class TableViews(ActingAdmin):
    """Admin pages that show a board."""

    def get_urls(self) -> list[URLPattern]:
        """Add the URLs of the board views."""
        site = self.admin_site
        return [
            path("<int:table_id>/view/", site.admin_view(self.spectator_view), name="games_table_view"),
            path("<int:table_id>/view/<int:seat>/", site.admin_view(self.seat_view), name="games_table_seat"),
            path("<int:table_id>/state/", site.admin_view(self.state_view), name="games_table_state"),
            *super().get_urls(),
        ]

    def spectator_view(self, request: HttpRequest, table_id: int) -> HttpResponse:
        """Show what a spectator sees, even if the table is private."""
        return self._board(request, self._get_started_table(request, table_id, SEAT), None)

    def seat_view(self, request: HttpRequest, table_id: int, seat: int) -> HttpResponse:
        """Show what a seat sees. Requires a reason unless the game ended by its rules."""
        table = self._get_started_table(request, table_id, SEAT)
        if seat >= table.seat_count:
            raise Http404(_("Page not found."))
        # A moderator's ending can be undone, so the game's secrets stay secret.
        is_told = table.is_finished and ending_of(table) is None
        refused = None if is_told else self._record_access(request, table, SEAT, seat)
        return refused or self._board(request, table, seat)

    def state_view(self, request: HttpRequest, table_id: int) -> HttpResponse:
        """Show the full state. Requires a reason."""
        table = self._get_started_table(request, table_id, STATE)
        refused = self._record_access(request, table, STATE, None)
        if refused is not None:
            return refused
        text = json.dumps(json.loads(table.state), indent=1, ensure_ascii=False)
        return self._render(request, {"table": table, "text": text})

    def act_view(self, request: HttpRequest, object_id: str, act: str) -> HttpResponse:
        """Ask for the reason, then act. On the rewind page, a step button only shows another board."""
        if act != "rewind" or "to" not in request.POST:
            return super().act_view(request, object_id, act)
        row, chosen = self._row_and_act(request, object_id, act)
        return self._refusal_page(request, row) or self._ask(
            request, row, chosen, chosen.form(row), status=200
        )

    def _ask(self, request: HttpRequest, row: Any, act: Act, form: ActForm, *, status: int) -> HttpResponse:
        """The form of the act; for a rewind, the page that chooses the ply."""
        if act.name != "rewind":
            return super()._ask(request, row, act, form, status=status)
        try:
            page = rewind_page(row, _ply_in(request))
        except (RulesMissing, ReplayError):  # without a board, the moderator types the number
            return super()._ask(request, row, act, form, status=status)
        context = {
            "table": row, "act": act, "page": page, "step_used": request.POST.get("to", "").partition(":")[2],
            "reason": request.POST.get("reason", ""), "help_text": form.fields["reason"].help_text,
            "errors": [error for found in form.errors.values() for error in found],
        }  # fmt: skip
        return render(request, "moderation/rewind.html", context, status=status)

    def _get_started_table(self, request: HttpRequest, table_id: int, act: Act) -> Table:
        table = Table.objects.filter(pk=table_id).first()
        if table is None or not table.state:
            raise Http404(_("Page not found."))
        if not self.has_view_permission(request, table) or not request.user.has_perm(act.permission):
            raise PermissionDenied
        return table

    def _record_access(
        self, request: HttpRequest, table: Table, act: Act, seat: int | None
    ) -> HttpResponse | None:
        """The page that asks for a reason, or None once the reason is recorded."""
        asked = self.perform(request, table, act, seat=seat)
        table.refresh_from_db()  # the page must not be older than the record of it
        return asked

    def _board(self, request: HttpRequest, table: Table, seat: int | None) -> HttpResponse:
        try:
            return self._render(request, board_of(table, seat))
        except RulesMissing as error:
            return refuse(request, error, reverse("admin:games_table_change", args=[table.pk]))

    def _render(self, request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
        answer = render(request, "moderation/board.html", context)
        add_never_cache_headers(answer)
        return answer


def _ply_in(request: HttpRequest) -> int | None:
    """The ply given by a step button, a form or the query; None if there is none or it is not a number."""
    step = request.POST.get("to", "").partition(":")[0]
    stepped = request.POST.get("slide", "") if step == "slide" else step
    named = stepped or request.POST.get("ply") or request.GET.get("ply", "")
    return int(named) if _PLY.fullmatch(named) else None
