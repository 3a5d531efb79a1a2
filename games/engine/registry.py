"""Titles by slug and rules version, discovered in packages: the engine knows no title by name."""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, TypeAlias

from games.engine.contract import Game, Illegal
from games.engine.search.knowledge import Knowledge, generic_knowledge

AnyGame: TypeAlias = Game[Any, Any]


def package_name(slug: str) -> str:
    """The name of a title's package: its slug as a Python identifier."""
    return slug.replace("-", "_")


class Registry(Mapping[str, AnyGame]):
    """A read-only dictionary of titles, in the order in which they are shown.

    Every subpackage of an added package is a title and offers its `GAME`, unless its name begins with an underscore.
    Titles are ordered by package, and by name within each.

    A title whose rules have changed also offers `OLDER`, the games of older rules versions: tables that began with one
    of them continue with it.
    """

    def __init__(self, *games: AnyGame) -> None:
        self._games = {game.slug: game for game in games}
        self._versions = {game.slug: {game.rules_version: game} for game in games}
        self._homes: dict[str, str] = {}  # the dotted name of each title's package, if any

    @classmethod
    def of_packages(cls, *packages: str) -> "Registry":
        """A registry of all titles in these packages."""
        registry = cls()
        for package in packages:
            registry.add(package)
        return registry

    def add(self, package: str) -> None:
        """Add the titles in one more package, at process start. Raises ValueError for a subpackage that isn't one."""
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
        self._versions[game.slug] = {**_older_in(home, game), game.rules_version: game}
        self._games[game.slug] = game

    def home(self, slug: str) -> str:
        """The dotted name of the title's package."""
        return self._homes[slug]

    def versions(self, slug: str) -> Mapping[int, AnyGame]:
        """All rules versions of a title that can be played here, oldest first; empty for an unknown title."""
        return self._versions.get(slug, {})

    def game_of(self, slug: str, version: int) -> AnyGame | None:
        """A title's rules in this version; None if this server no longer plays them."""
        return self._versions.get(slug, {}).get(version)

    def fingerprint(self, slug: str, version: int) -> str:
        """The recorded digest of what the rules of this version do; empty if none is recorded."""
        recorded = _recorded(str(import_module(self._homes[slug]).__file__)) if slug in self._homes else {}
        return recorded.get(str(version), "")

    def knowledge(self, game: AnyGame) -> Knowledge[Any, Any]:
        """The knowledge for these rules, whatever their version: `knowledge_of` in the title's module `knowledge`."""
        home = self._homes.get(game.slug)
        if home is None or find_spec(f"{home}.knowledge") is None:
            return generic_knowledge(game)
        known: Knowledge[Any, Any] = import_module(f"{home}.knowledge").knowledge_of(game)
        return known

    def __getitem__(self, slug: str) -> AnyGame:
        return self._games[slug]

    def __iter__(self) -> Iterator[str]:
        return iter(self._games)

    def __len__(self) -> int:
        return len(self._games)

    def game(self, slug: str) -> AnyGame:
        """The title; raises Illegal for an unknown slug."""
        if slug not in self._games:
            raise Illegal(f"Expected a title out of {', '.join(self._games)}, but got {slug!r}")
        return self._games[slug]


@cache
def _recorded(module: str) -> dict[str, str]:
    """The digests in the `fingerprint.toml` beside a title's module, by rules version."""
    file = Path(module).with_name("fingerprint.toml")
    versions = tomllib.loads(file.read_text())["versions"] if file.exists() else {}
    return {number: str(each["behaviour"]) for number, each in versions.items()}


def _game_in(home: str) -> AnyGame:
    game = getattr(import_module(home), "GAME", None)
    if not isinstance(game, Game):
        raise ValueError(f"Expected {home} to offer a GAME, but got {game!r}")
    return game


def _older_in(home: str, present: AnyGame) -> dict[int, AnyGame]:
    """The older rules versions that a title's package offers, oldest first."""
    games: tuple[AnyGame, ...] = getattr(import_module(home), "OLDER", ())
    numbers = [game.rules_version for game in games]
    if {game.slug for game in games} - {present.slug} or [*numbers, present.rules_version] != sorted(
        {*numbers, present.rules_version}
    ):
        found = ", ".join(f"{game.slug} {game.rules_version}" for game in games)
        raise ValueError(
            f"Expected OLDER of {home} to be versions before {present.rules_version}, but got {found}"
        )
    return dict(zip(numbers, games, strict=True))
