"""Admin pages for moderators. Moderators change rows only through acts, never directly."""

from games.moderation.admin import decisions, people, reports, tables

__all__ = ["decisions", "people", "reports", "tables"]
