"""Titles by slug. The dictionary itself stands in `games.titles`: the engine knows no title."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from games.engine.contract import Game
from games.engine.errors import Illegal

__all__ = ["AnyGame", "Registry"]

AnyGame: TypeAlias = Game[Any, Any]


class Registry(Mapping[str, AnyGame]):
    """A read-only dictionary of titles in the order in which they are shown."""

    def __init__(self, *games: AnyGame) -> None:
        self._games = {game.slug: game for game in games}

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
