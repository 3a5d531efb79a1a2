"""What guests may open: what is named here, and nothing else that needs a log-in."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from accounts.models import User
from games.guests.guests import guest_seen
from games.pages.responses import is_part

__all__ = ["GUESTS_MAY", "GuestMiddleware"]

GUESTS_MAY = frozenset({
    # what everybody may
    "home", "about", "rules", "lessons", "lesson_course", "lesson", "puzzles", "puzzle_shelf", "puzzle", "lobby",
    "table_link", "service_worker", "unsubscribe", "index", "show", "html",
    "security_txt", "config.reports.policy_report", "privacy", "terms", "contact", "robots_txt", "favicon", "offline",
    # their own tables: against bots, or by link
    "play_now", "my_tables", "next_table", "table", "table_log", "move_play", "orders_set", "turn_undo", "seat_resign",
    "notes_switch", "lesson_notes",
    "seat_take", "guest_join", "seat_release", "seat_return", "seat_take_over", "proposal_make", "proposal_answer",
    "table_start", "table_cancel", "hint", "table_talk", "line_say", "talk_read", "private_note", "report",
    "decisions", "decision_read", "account_logout",
})  # fmt: skip


class GuestMiddleware:
    """Keeps guests who are here, and asks them to sign up for what needs an account."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer the request."""
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        """Refuse what guests may not. At the pages of accounts they are nobody yet: they sign up or log in there."""
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
        messages.info(request, _("That needs an account. Sign up: what you play as a guest stays yours."))
        answer = redirect("account_signup")
        return HttpResponseClientRedirect(answer.url) if is_part(request) else answer
