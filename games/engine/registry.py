"""Titles by slug and rules version, found by their packages: the engine knows none of them by name."""

import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import Any, TypeAlias

from games.engine.contract import Game
from games.engine.errors import Illegal
from games.engine.search.knowledge import Knowledge, generic_knowledge

__all__ = ["AnyGame", "Registry", "package_name"]

AnyGame: TypeAlias = Game[Any, Any]

_OLDER = re.compile(r"v([1-9][0-9]*)")  # a package of an older rules version, in that of its title


def package_name(slug: str) -> str:
    """What the package of a title is called: its slug, as far as Python allows."""
    return slug.replace("-", "_")


class Registry(Mapping[str, AnyGame]):
    """A read-only dictionary of titles, in the order in which they are shown.

    Whatever package lies in a package that is added is a title and offers its `GAME`, save those whose names begin with
    an underscore. They come package by package, and by name within each.

    A package `v1` in that of a title offers the `GAME` of rules version 1, which tables that began under it go on with.
    """

    def __init__(self, *games: AnyGame) -> None:
        self._games = {game.slug: game for game in games}
        self._versions = {game.slug: {game.rules_version: game} for game in games}
        self._found = dict(self._versions)  # all that there are, whatever is rehearsed
        self._homes: dict[str, str] = {}  # the dotted name of each title's package, if it was found there

    @classmethod
    def found_in(cls, *packages: str) -> "Registry":
        """All titles of some packages."""
        registry = cls()
        for package in packages:
            registry.add(package)
        return registry

    def add(self, package: str) -> None:
        """Find the titles of one more package, when a process starts. Raises ValueError for what is none."""
        for found in sorted(iter_modules(import_module(package).__path__), key=lambda module: module.name):
            if found.ispkg and not found.name.startswith("_"):
                self._add(f"{package}.{found.name}")

    def _add(self, home: str) -> None:
        game = _game_in(home)
        if home.rpartition(".")[2] != package_name(game.slug):
            raise ValueError(f"Expected {game.slug} in a package {package_name(game.slug)}, but got {home}")
        if self._homes.setdefault(game.slug, home) != home:
            raise ValueError(
                f"Expected one title called {game.slug}, but got {self._homes[game.slug]} and {home}"
            )
        self._found[game.slug] = {**_older_in(home, game), game.rules_version: game}
        self.rehearse(game.slug)

    def rehearse(self, slug: str, *versions: int) -> None:
        """Offer only these rules versions of a title, the last as the present one, as an older release does.

        Without any, all that there are are offered again. For a rehearsal of upgrades in one process.
        """
        found = self._found[slug]
        self._versions[slug] = {number: found[number] for number in versions or found}
        self._games[slug] = list(self._versions[slug].values())[-1]

    def home(self, slug: str) -> str:
        """The dotted name of the title's package."""
        return self._homes[slug]

    def version_home(self, slug: str, version: int) -> str:
        """The dotted name of the package of a rules version; for the present one that of the title."""
        is_present = max(self._found[slug]) == version
        return self._homes[slug] if is_present else f"{self._homes[slug]}.v{version}"

    def versions(self, slug: str) -> Mapping[int, AnyGame]:
        """Every rules version of a title that is played here, the oldest first; none of an unknown title."""
        return self._versions.get(slug, {})

    def game_of(self, slug: str, version: int) -> AnyGame | None:
        """The rules of a title as a table began with them; None if they are not played here any more."""
        return self._versions.get(slug, {}).get(version)

    def knowledge(self, slug: str) -> Knowledge[Any, Any]:
        """What players know of the title: `KNOWLEDGE` of its module `knowledge`, or what holds for every title."""
        home = self._homes.get(slug)
        if home is None or find_spec(f"{home}.knowledge") is None:
            return generic_knowledge(self[slug])
        known: Knowledge[Any, Any] = import_module(f"{home}.knowledge").KNOWLEDGE
        return known

    def knowledge_for(self, game: AnyGame) -> Knowledge[Any, Any]:
        """What players know of these rules. The title's own module knows the newest ones, and their states, alone."""
        is_own = game is self._found[game.slug][max(self._found[game.slug])]
        return self.knowledge(game.slug) if is_own else generic_knowledge(game)

    def __getitem__(self, slug: str) -> AnyGame:
        return self._games[slug]

    def __iter__(self) -> Iterator[str]:
        return iter(self._games)

    def __len__(self) -> int:
        return len(self._games)

    def game(self, slug: str) -> AnyGame:
        """The title; raises Illegal where there is none of that slug."""
        if slug not in self._games:
            raise Illegal(f"Expected a title out of {', '.join(self._games)}, but got {slug!r}")
        return self._games[slug]


def _game_in(home: str) -> AnyGame:
    game = getattr(import_module(home), "GAME", None)
    if not isinstance(game, Game):
        raise ValueError(f"Expected {home} to offer a GAME, but got {game!r}")
    return game


def _older_in(home: str, present: AnyGame) -> dict[int, AnyGame]:
    """The older rules versions in the package of a title, the oldest first."""
    found = (_OLDER.fullmatch(module.name) for module in iter_modules(import_module(home).__path__))
    numbers = sorted(int(name[1]) for name in found if name)
    return {number: _older(f"{home}.v{number}", number, present) for number in numbers}


def _older(home: str, number: int, present: AnyGame) -> AnyGame:
    game = _game_in(home)
    if (game.slug, game.rules_version) != (present.slug, number) or number >= present.rules_version:
        wanted = f"{present.slug}, rules version {number}, older than {present.rules_version}"
        raise ValueError(f"Expected {home} to be {wanted}, but got {game.slug}, {game.rules_version}")
    return game
