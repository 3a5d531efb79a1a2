"""What the site stores about one person besides the games, for the personal export."""

from typing import Any

from accounts.models import User
from games.models import Entry, Follow, Member, Rating, RatingChange

MOST = 1000  # rows of one kind, latest first


def person_data(user: User) -> dict[str, Any]:
    """Whether it is a bot account, and the language, ratings, circles, follows and tournament entries as JSON values.

    Circles have no other members.
    """
    return {
        "is_bot_account": user.is_program, "language": user.language,
        "ratings": [
            {"title": row.title, "mu": row.mu, "sigma": row.sigma, "games": row.games}
            for row in Rating.objects.filter(user=user).order_by("title")
        ],
        "rating_changes": [_change(row) for row in _latest(RatingChange.objects.filter(user=user))],
        "circles": [
            {
                "name": row.circle.name, "joined_at": row.joined_at.isoformat(),
                "is_owner": row.circle.owner_id == user.pk, "is_quiet": row.is_quiet,
            }
            for row in _latest(Member.objects.filter(user=user).select_related("circle"))
        ],
        "circle_messages": [
            {"circle": row.circle.name, "text": row.text, "said_at": row.said_at.isoformat()}
            for row in _latest(user.talk_lines.filter(circle__isnull=False).select_related("circle"))
            if row.circle is not None
        ],
        "follows": [
            {"username": row.person.username, "made_at": row.made_at.isoformat()}
            for row in _latest(Follow.objects.filter(by=user).select_related("person"))
        ],
        "tournament_entries": [_entry(row) for row in _latest(Entry.objects.filter(user=user))],
    }  # fmt: skip


def _latest(rows: Any) -> Any:
    return rows.order_by("-pk")[:MOST]


def _change(row: RatingChange) -> dict[str, Any]:
    return {
        "title": row.title, "rank": row.rank, "weight": row.weight, "mu_change": row.mu_change,
        "sigma_change": row.sigma_change, "at": row.at.isoformat(),
    }  # fmt: skip


def _entry(row: Entry) -> dict[str, Any]:
    return {
        "tournament": row.tournament.name, "title": row.tournament.title, "joined_at": row.joined_at.isoformat(),
        "withdrawn_at": row.withdrawn_at.isoformat() if row.withdrawn_at else None,
    }  # fmt: skip
