"""What moderators see and do, a module for each kind of row. Nothing is ever changed by hand."""

from games.moderation.admin import decisions, people, reports, tables, talk

__all__ = ["decisions", "people", "reports", "tables", "talk"]
