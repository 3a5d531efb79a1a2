"""All puzzles by title and number, from each title's files, and the puzzle of the day.

A puzzle is played by the rules it was found with. If those rules are gone, the puzzle is not listed.

The puzzle of the day is the same for everybody, from midnight to midnight UTC. Titles take turns by day. Each title's
puzzles follow a fixed, shuffled order, so none repeats before all others of its title were used. A new puzzle changes
the order only slightly.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cache, cached_property
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

from django.utils import timezone

from games.engine.presenter import Presenter
from games.engine.puzzle import Puzzle, load_puzzles, state_of
from games.engine.registry import AnyGame
from games.presenters import PRESENTERS
from games.titles import TITLES


@dataclass(frozen=True)
class PuzzleEntry:
    """A puzzle with its number."""

    slug: str  # of the title
    number: int  # from 1
    count: int  # puzzles of the title
    puzzle: Puzzle

    @property
    def result_key(self) -> tuple[str, str]:
        """The title and key under which results are stored."""
        return self.slug, self.puzzle.key

    @property
    def game(self) -> AnyGame:
        """The rules that the puzzle was found with."""
        return TITLES.versions(self.slug)[self.puzzle.rules_version]

    @property
    def presenter(self) -> Presenter:
        """The title's presenter."""
        return PRESENTERS[self.game.slug]

    @cached_property
    def state(self) -> Any:
        """The full state, including hidden information."""
        return state_of(self.game, self.puzzle)


def folder_of(slug: str) -> Path:
    """The folder with a title's puzzles."""
    return Path(str(import_module(TITLES.home(slug)).__file__)).parent / "puzzles"


def file_of(slug: str, version: int) -> Path:
    """The file with the puzzles of a rules version; it may not exist."""
    return folder_of(slug) / f"v{version}.json"


def puzzles_in(file: Path) -> tuple[Puzzle, ...]:
    """The puzzles in a file; empty if the file does not exist. Raises Malformed."""
    return load_puzzles(file.read_text()) if file.exists() else ()


def catalog_of(slug: str) -> Sequence[PuzzleEntry]:
    """A title's puzzles, oldest rules first; empty if there is no such title."""
    # Check the slug first, so that invalid URLs don't fill the cache.
    return _catalog(slug) if slug in TITLES else ()


@cache
def _catalog(slug: str) -> Sequence[PuzzleEntry]:
    """Read a title's puzzles, once per process."""
    found = [puzzle for version in TITLES.versions(slug) for puzzle in puzzles_in(file_of(slug, version))]
    return tuple(PuzzleEntry(slug, number, len(found), each) for number, each in enumerate(found, start=1))


def catalogs() -> Mapping[str, Sequence[PuzzleEntry]]:
    """The puzzles of all titles that have any, by slug."""
    return {slug: catalog for slug in TITLES if (catalog := catalog_of(slug))}


def entry_at(slug: str, number: int) -> PuzzleEntry | None:
    """The title's puzzle with this number, from 1; None if it does not exist."""
    catalog = catalog_of(slug)
    return catalog[number - 1] if 1 <= number <= len(catalog) else None


def day_of(now: datetime) -> date:
    """The date in UTC at this time."""
    return now.astimezone(UTC).date()


def today() -> date:
    """The current date in UTC."""
    return day_of(timezone.now())


def puzzle_on(day: date) -> PuzzleEntry | None:
    """The puzzle of a day; None if there are no puzzles."""
    titles = list(catalogs().values())
    if not titles:
        return None
    turn, title = divmod(day.toordinal(), len(titles))
    order = _order(titles[title])
    return order[turn % len(order)]


def _order(catalog: Sequence[PuzzleEntry]) -> Sequence[PuzzleEntry]:
    return sorted(catalog, key=lambda entry: sha256(entry.puzzle.key.encode()).digest())
