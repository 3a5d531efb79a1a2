"""The audit log, where moderators can undo decisions, and the access audit."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import AccessRecord, Decision
from games.moderation.services.decisions import expect_impartial, expect_to_judge
from games.moderation.services.undo import UNDO, can_undo, decision_undo, may_undo
from games.pages.admin import Act, ActingAdmin, ReadOnly


@admin.register(Decision)
class DecisionAdmin(ActingAdmin):
    """All decisions with their reasons. A decision is never changed; another decision can undo it."""

    list_display = ("__str__", "table", "person", "by", "reason", "made_at", "outcome")
    list_filter = ("kind", "made_at")
    search_fields = ("=by__username", "=person__username", "reason")
    search_help_text = _("A user name, or a word from the reason")
    date_hierarchy = None
    ordering = ("-pk",)
    fields = ("kind", "table", "person", "by", "reason", "made_at", "facts", "outcome", "undoes")
    readonly_fields = ("outcome",)
    acts = (
        Act(
            "undo", _("Undo"),
            _("Reverses the decision as far as that's still possible. Undoing a rewind restores the moves it took "
              "back, and takes back the moves made since."),
            "games.moderate_table", lambda by, decision, data: decision_undo(by, decision.pk, **data),
            is_possible=can_undo, is_for=may_undo,
        ),
    )  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[Decision]:
        """Decisions with the related rows that the list shows."""
        rows = (
            super()
            .get_queryset(request)
            .select_related("table", "person", "by", "undone_by", "bulk_extension")
        )
        # People must not see that a moderator looked at their connections.
        rows = rows.exclude(kind=Decision.Kind.CONNECT, person=request.user)
        return rows.defer("table__state", "table__seed")

    def expect(self, by: User, row: Decision) -> None:
        """Raise NotAllowed if the decision is about `by`, or if `by` has or had a seat at its table."""
        if row.kind in UNDO and row.person is not None:
            expect_to_judge(by, row.person)
        if row.table is not None:
            expect_impartial(by, row.table, list(row.table.seats.all()))

    @admin.display(description=_("result"))
    def outcome(self, decision: Decision) -> str | Promise:
        """The number of the decision that undid it, or the number of tables reached so far."""
        if hasattr(decision, "undone_by"):
            return _("undone by #%(number)s") % {"number": decision.undone_by.pk}
        if hasattr(decision, "bulk_extension"):
            words = _("%(count)s tables") if decision.bulk_extension.done_at else _("%(count)s tables so far")
            return words % {"count": decision.bulk_extension.count}
        return "-"


@admin.register(AccessRecord)
class AccessRecordAdmin(ReadOnly):
    """The access audit: who looked at hidden information, and why."""

    list_display = ("table", "seat", "ply", "by", "reason", "made_at")
    search_fields = ("=table__id", "=by__username")
    ordering = ("-pk",)
    fields = list_display
    readonly_fields = ("seat",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[AccessRecord]:
        """Access records with the related rows that the list shows."""
        rows = super().get_queryset(request).select_related("table", "by")
        return rows.defer("table__state", "table__seed")

    @admin.display(description=_("view"))
    def seat(self, record: AccessRecord) -> int | str | Promise:
        """The seat number, counted from 1, or "everything"."""
        return _("everything") if record.seat_number is None else record.seat_number + 1
