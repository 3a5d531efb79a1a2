"""Admin pages of moderators, a module for each kind of row. Rows are changed only by acts, never by hand."""

from games.moderation.admin import decisions, people, reports, tables, talk

__all__ = ["decisions", "people", "reports", "tables", "talk"]
