"""The admin of the games: what moderators see and do, a module for each subject. Nothing is ever changed by hand."""

from games.admin import decisions, decks, ledger, people, reports, tables, talk, upkeep

__all__ = ["decisions", "decks", "ledger", "people", "reports", "tables", "talk", "upkeep"]
