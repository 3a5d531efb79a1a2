"""Access to tables. Every view gets its table here; missing and forbidden tables return the same 404.

In both cases, readers who aren't logged in are redirected to the log-in page (`LogInFirstMiddleware`).
"""

from collections.abc import Callable, Iterable

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from accounts.models import Reader, User
from games.errors import NotPossible
from games.ledger.circles import is_member
from games.models import AccessRecord, Departure, Invitation, Seat, Table
from games.pages.responses import is_partial_request
from games.tables.unit_of_work import table_read

_GUEST_TABLES = 10  # at a time, per guest


class TableNotFound(Http404):
    """The table doesn't exist, or the reader may not see it; the error doesn't say which."""

    def __init__(self, sentence: str = "") -> None:
        super().__init__(sentence or _("There is no such table, or it is not open to you."))


def table_for(user: Reader, table_id: int) -> Table:
    """The table, if `user` (perhaps anonymous) may see it. Raises TableNotFound."""
    table = table_read(table_id)
    if table is None or not may_see(user, table):
        raise TableNotFound
    return table


def table_by_token(token: str) -> Table:
    """The table with this token, for anybody with its link. Raises Http404."""
    by_name = (Table.Admission.INVITED, Table.Admission.CIRCLE)
    table = Table.objects.filter(token=token).exclude(admission__in=by_name).first()
    if table is None:
        raise Http404(_("There is no such table, or it is not open to you."))
    return table


def may_see(user: Reader, table: Table) -> bool:
    """Whether the user may see the table: if it isn't public, only its creator, players and invited users may.

    If it is for a circle, its members may, too.
    """
    if table.admission == Table.Admission.OPEN:
        return True
    if not user.is_authenticated:
        return False
    return (
        is_for_members(table, user)
        or table.creator_id == user.pk
        or Seat.objects.filter(table=table, user=user).exists()
        or Invitation.objects.filter(table=table, user=user).exists()
    )


def is_for_members(table: Table, user: Reader) -> bool:
    """Whether the table is for the members of a circle, and the user is one."""
    return table.admission == Table.Admission.CIRCLE and is_member(user, table.circle_id)


def knows_secrets(user: User, table: Table) -> bool:
    """Whether a user without a seat knows secrets, from a former seat or from viewing them as a moderator."""
    had_seat = Departure.objects.filter(table=table, user=user).exists()
    return had_seat or AccessRecord.objects.filter(table=table, by=user).exists()


def seat_of(user: Reader, seats: Iterable[Seat]) -> Seat | None:
    """The seat of `user` among `seats`; None for a spectator."""
    if not user.is_authenticated:
        return None
    return next((seat for seat in seats if seat.user_id == user.pk), None)


def expect_guest_may_join(user: User) -> None:
    """Raise NotPossible for a guest who is already at the maximum number of tables."""
    if user.is_guest and Seat.objects.filter(user=user, is_live=True).count() >= _GUEST_TABLES:
        raise NotPossible(_("Guests can play at ten tables at a time. Finish a game, or sign up."))


class LogInFirstMiddleware:
    """Redirects to the log-in page after TableNotFound, whether the table is missing or forbidden.

    Names and tokens in addresses with NUL are never looked for: PostgreSQL can't.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Pass the request on. Raises Http404."""
        if "\0" in request.path_info:
            raise Http404(_("Page not found."))
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Redirect page requests without an account to the log-in page; posts and members get the 404."""
        if not isinstance(exception, TableNotFound) or request.method not in ("GET", "HEAD"):
            return None
        if request.user.is_authenticated and not request.user.is_guest:
            return None
        answer = redirect_to_login(request.get_full_path())
        return HttpResponseClientRedirect(answer.url) if is_partial_request(request) else answer
