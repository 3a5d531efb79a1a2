"""All puzzles, by title and number: the files of each title, of those rules versions that are played here.

A puzzle is played by the rules that it was found by. Where these are not kept any more, it is not on the shelf.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

from games.engine.presenter import Presenter
from games.engine.puzzle import Puzzle, load_puzzles, state_of
from games.engine.registry import AnyGame
from games.presenters import PRESENTERS
from games.titles import TITLES

__all__ = ["Placed", "file_of", "folder_of", "placed_at", "puzzles_in", "shelf_of", "shelves"]


@dataclass(frozen=True)
class Placed:
    """One puzzle in its place on the shelf."""

    slug: str  # of the title
    number: int  # from 1
    count: int  # puzzles of the title
    puzzle: Puzzle

    @property
    def name(self) -> tuple[str, str]:
        """By which it is kept what people have made of it."""
        return self.slug, self.puzzle.key

    @property
    def game(self) -> AnyGame:
        """The rules that it was found by."""
        return TITLES.versions(self.slug)[self.puzzle.rules_version]

    @property
    def presenter(self) -> Presenter:
        """The words and the board."""
        return PRESENTERS[self.game.slug]

    @cached_property
    def state(self) -> Any:
        """The complete truth."""
        return state_of(self.game, self.puzzle)


def folder_of(slug: str) -> Path:
    """Where the puzzles of a title lie."""
    return Path(str(import_module(TITLES.home(slug)).__file__)).parent / "puzzles"


def file_of(slug: str, version: int) -> Path:
    """The puzzles of one rules version; there need not be any."""
    return folder_of(slug) / f"v{version}.json"


def puzzles_in(file: Path) -> tuple[Puzzle, ...]:
    """The puzzles of a file; none if there is no file. Raises Malformed."""
    return load_puzzles(file.read_text()) if file.exists() else ()


def shelf_of(slug: str) -> Sequence[Placed]:
    """The puzzles of a title, the oldest rules first; none if there is no such title."""
    return _shelf(slug) if slug in TITLES else ()  # whatever else an address may say is not kept


@cache
def _shelf(slug: str) -> Sequence[Placed]:
    """Read once in each process."""
    found = [puzzle for version in TITLES.versions(slug) for puzzle in puzzles_in(file_of(slug, version))]
    return tuple(Placed(slug, number, len(found), each) for number, each in enumerate(found, start=1))


def shelves() -> Mapping[str, Sequence[Placed]]:
    """All titles that have puzzles, with these."""
    return {slug: shelf for slug in TITLES if (shelf := shelf_of(slug))}


def placed_at(slug: str, number: int) -> Placed | None:
    """A puzzle of a title by its number from 1; None if there is none."""
    shelf = shelf_of(slug)
    return shelf[number - 1] if 1 <= number <= len(shelf) else None
