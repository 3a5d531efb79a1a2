"""Restricts guests to the views named here. All other views that need a log-in refuse them."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from accounts.models import User
from games.guests.guests import guest_seen
from games.pages.responses import is_partial_request, way_back

GUESTS_MAY = frozenset({
    # Open to everybody.
    "home", "about", "rules", "statistics", "lessons", "lesson_course", "lesson", "puzzles", "puzzle_catalog", "puzzle",
    "puzzle_picture", "player", "ratings", "tournaments", "tournament", "circles", "circle", "circle_link",
    "lobby", "preview", "table_link", "service_worker", "unsubscribe", "index", "show", "html",
    "security_txt", "config.reports.policy_report", "config.site_pages.link_trimmed",
    "privacy", "terms", "contact", "robots_txt", "favicon", "offline",
    # Their own tables, against bots or by link.
    "play_now", "my_tables", "games_export", "next_table", "table", "table_log", "table_picture", "table_preview",
    "table_replay", "table_chance", "table_export", "table_rules_check", "table_transcript", "move_play", "orders_set",
    "asking_set", "turn_undo", "seat_resign", "notes_switch", "lesson_notes",
    "seat_take", "seat_contribute", "guest_join", "seat_release", "seat_return", "seat_take_over", "proposal_make",
    "proposal_answer",
    "table_start", "table_cancel", "hint", "table_talk", "line_say", "talk_read", "private_note", "report",
    "decisions", "decision_read", "account_logout", "accounts:language_set",
})  # fmt: skip


class GuestMiddleware:
    """Extends the life of active guests, and asks them to sign up where an account is required."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Pass the request on; `process_view` does the work."""
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        """Refuse what guests may not do.

        The account pages treat a guest as logged out, so that they can sign up or log in.
        """
        user, match = request.user, request.resolver_match
        if not isinstance(user, User) or not user.is_guest or match is None:
            return None
        guest_seen(request, user)
        if match.view_name in GUESTS_MAY:
            return None
        if match.route.startswith("accounts/"):
            request.guest = User.objects.get(pk=user.pk)  # type: ignore[attr-defined]  # whom the sign-up keeps
            request.user = AnonymousUser()
            return None
        messages.info(
            request,
            _("You need an account for that. Sign up, and you keep the games that you played as a guest."),
        )
        answer = redirect_to_login(way_back(request, kwargs), reverse("account_signup"))
        return HttpResponseClientRedirect(answer.url) if is_partial_request(request) else answer
