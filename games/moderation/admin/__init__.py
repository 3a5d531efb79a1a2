"""Admin pages for moderators. Moderators change rows only through acts, never directly."""

from games.moderation.admin import circles, decisions, people, reports, tables

__all__ = ["circles", "decisions", "people", "reports", "tables"]
