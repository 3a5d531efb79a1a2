"""Read-only views of a table: as a seat or a spectator sees it, or the full state. Secrets require a reason."""

import json
import re
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.replay import ReplayError
from games.errors import RulesMissing, TableError
from games.models import Table
from games.moderation.rewind_page import rewind_page
from games.moderation.services.reports import access_audit_write
from games.moderation.table_file import board_of
from games.pages.admin import Act, ActForm, ActingAdmin, moderator_of
from games.pages.responses import refuse
from games.tables.active_decisions import ending_of

_PLY = re.compile(r"[0-9]{1,7}")

_WARNING = gettext_lazy(
    "We record this. You can never take a seat at this table afterwards. When the game is finished, its players can "
    "read that a moderator looked, when and why."
)
SEAT = Act(
    "seat", gettext_lazy("See what a seat sees"), _WARNING, "games.moderate_table",
    lambda by, row, data: access_audit_write(by, row.pk, seat=data["seat"], reason=data["reason"]),
)  # fmt: skip
STATE = Act(
    "state", gettext_lazy("See the full state"), _WARNING, "games.see_full_state",
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
        return self._board(request, self._started(request, table_id, SEAT), None)

    def seat_view(self, request: HttpRequest, table_id: int, seat: int) -> HttpResponse:
        """Show what a seat sees. Requires a reason unless the game ended by its rules."""
        table = self._started(request, table_id, SEAT)
        if seat >= table.seat_count:
            raise Http404(_("Page not found."))
        # A moderator's ending can be undone, so the game's secrets stay secret.
        is_told = table.is_finished and ending_of(table) is None
        refused = None if is_told else self._asked(request, table, SEAT, seat)
        return refused or self._board(request, table, seat)

    def state_view(self, request: HttpRequest, table_id: int) -> HttpResponse:
        """Show the full state. Requires a reason."""
        table = self._started(request, table_id, STATE)
        refused = self._asked(request, table, STATE, None)
        if refused is not None:
            return refused
        text = json.dumps(json.loads(table.state), indent=1, ensure_ascii=False)
        return self._shown(request, {"table": table, "text": text})

    def act_view(self, request: HttpRequest, object_id: str, act: str) -> HttpResponse:
        """Ask for the reason, then act. On the rewind page, a step button only shows another board."""
        if act != "rewind" or "to" not in request.POST:
            return super().act_view(request, object_id, act)
        row, chosen = self._found(request, object_id, act)
        return self._refused(request, row) or self._ask(request, row, chosen, chosen.form(row), status=200)

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

    def _started(self, request: HttpRequest, table_id: int, act: Act) -> Table:
        table = Table.objects.filter(pk=table_id).first()
        if table is None or not table.state:
            raise Http404(_("Page not found."))
        if not self.has_view_permission(request, table) or not request.user.has_perm(act.permission):
            raise PermissionDenied
        return table

    def _asked(self, request: HttpRequest, table: Table, act: Act, seat: int | None) -> HttpResponse | None:
        """The page that asks for a reason, or None once the reason is recorded."""
        form = ActForm(table, request.POST if request.method == "POST" else None)
        if not form.is_valid():
            return self._ask(request, table, act, form, status=422 if form.errors else 200)
        try:
            act.do(moderator_of(request), table, {**form.cleaned_data, "seat": seat})
        except TableError as error:
            form.add_error(None, str(error.sentence))
            return self._ask(request, table, act, form, status=error.status)
        table.refresh_from_db()  # the page must not be older than the record of it
        return None

    def _board(self, request: HttpRequest, table: Table, seat: int | None) -> HttpResponse:
        try:
            return self._shown(request, board_of(table, seat))
        except RulesMissing as error:
            return refuse(request, error, reverse("admin:games_table_change", args=[table.pk]))

    def _shown(self, request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
        answer = render(request, "moderation/board.html", context)
        add_never_cache_headers(answer)
        return answer


def _ply_in(request: HttpRequest) -> int | None:
    """The ply given by a step button, a form or the query; None if there is none or it is not a number."""
    step = request.POST.get("to", "").partition(":")[0]
    stepped = request.POST.get("slide", "") if step == "slide" else step
    named = stepped or request.POST.get("ply") or request.GET.get("ply", "")
    return int(named) if _PLY.fullmatch(named) else None
