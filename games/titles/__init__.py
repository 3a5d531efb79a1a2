"""The titles that this server plays, each in a folder of its own, where they are found."""

from games.engine.registry import Registry

__all__ = ["TITLES"]

TITLES = Registry.found_in("games.titles")
