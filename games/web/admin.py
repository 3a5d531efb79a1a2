"""Imports the admin pages of every subject, which registers them."""

from games.decks import admin as decks
from games.moderation import admin as moderation
from games.notices import admin as notices
from games.upkeep import admin as upkeep

__all__ = ["decks", "moderation", "notices", "upkeep"]
