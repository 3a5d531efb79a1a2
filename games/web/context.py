"""The context processor for all pages."""

from typing import Any

from django.db import connection
from django.http import HttpRequest

from games.models import Decision
from games.moderation.selectors import line_of
from games.pages.read_only import is_read_only

_NOBODY = (0, False, False)  # for readers who are not logged in
# Every page runs this query, and the ORM would take longer to build it than to run it.
_FRAME = """
SELECT
    (SELECT count(*) FROM games_seat JOIN games_table ON games_table.id = games_seat.table_id
     WHERE games_seat.user_id = accounts_user.id AND games_seat.is_awaited AND NOT games_table.is_held),
    EXISTS(SELECT 1 FROM games_decision WHERE person_id = accounts_user.id AND seen_at IS NULL),
    EXISTS(SELECT 1 FROM games_preferences WHERE user_id = accounts_user.id AND (
        (webhook_ended_at IS NOT NULL AND webhook_url <> '')
        OR (suspended_at IS NOT NULL AND refused_address = accounts_user.email)))
FROM accounts_user WHERE id = %s
"""


def waiting(request: HttpRequest) -> dict[str, Any]:
    """The frame's data: number of waiting tables, the latest unconfirmed decision, and flags for banners.

    Runs one query, and a second one only if there is a decision to confirm.
    """
    user = getattr(request, "user", None)
    count, has_word, has_closed = _frame(user.pk) if user is not None and user.is_authenticated else _NOBODY
    unseen = Decision.objects.filter(person=user, seen_at=None).order_by("-pk") if has_word else ()
    return {
        "waiting_count": count,
        "moderators_word": next(map(line_of, unseen[:1]), None),
        "has_closed_channel": has_closed,  # mail or webhook was turned off after failed deliveries
        "is_read_only": is_read_only(),
    }


def waiting_count(user_id: int) -> int:
    """The number of tables that wait for this person, as the frame of every page shows it."""
    return int(_frame(user_id)[0])


def _frame(user_id: int) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(_FRAME, [user_id])
        return cursor.fetchone() or _NOBODY
