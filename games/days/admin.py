"""Read-only admin pages of proposals and departures."""

from django.contrib import admin

from games.models import Departure, Proposal
from games.pages.admin import ReadOnly


@admin.register(Proposal)
class ProposalAdmin(ReadOnly):
    """What seats proposed, and the outcome."""

    list_display = ("table", "kind", "days", "by", "status", "made_at", "closed_at")
    list_filter = ("status", "kind")
    search_fields = ("=table__id", "=by__username")
    list_select_related = ("table", "by")


@admin.register(Departure)
class DepartureAdmin(ReadOnly):
    """Players whose seats were taken over."""

    list_display = ("table", "seat_number", "user", "left_at")
    search_fields = ("=table__id", "=user__username")
    list_select_related = ("table", "user")
