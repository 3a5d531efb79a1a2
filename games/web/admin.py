"""The admin of the games: the pages of every subject register themselves when they are imported."""

from games.decks import admin as decks
from games.moderation import admin as moderation
from games.notices import admin as notices
from games.upkeep import admin as upkeep

__all__ = ["decks", "moderation", "notices", "upkeep"]
