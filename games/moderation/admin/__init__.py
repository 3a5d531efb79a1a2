"""Admin pages for moderators, one module for each model. Moderators change rows only through acts, never directly."""

from games.moderation.admin import decisions, people, reports, tables, talk

__all__ = ["decisions", "people", "reports", "tables", "talk"]
