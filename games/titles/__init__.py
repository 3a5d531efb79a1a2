"""The titles that this server plays, each in a package of its own."""

from games.engine.registry import Registry

TITLES = Registry.of_packages("games.titles")
