"""`manage.py puzzles`: finds puzzles for a title and writes them to its folder, or checks the existing ones."""

from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine.puzzle import Puzzle, dump_puzzles
from games.puzzles.catalog import file_of, puzzles_in
from games.puzzles.finding import faults_of, overused_in, puzzle_in, with_lines, without_overused
from games.puzzles.making import finished_positions, puzzles_in_game, puzzles_of_game
from games.titles import TITLES


class Command(BaseCommand):
    """Search bots' games, or people's finished games, for positions that are puzzles."""

    help = "Find puzzles of a title with its current rules, and write them to its folder."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments for the title, the number of puzzles, and their source."""
        parser.add_argument("slug", choices=list(TITLES))
        parser.add_argument(
            "--count", type=int, default=50, help="number of puzzles to have in the file (default: 50)"
        )
        parser.add_argument("--seed", type=int, default=1, help="seed of the bots' games")
        parser.add_argument(
            "--from",
            type=int,
            dest="start",
            metavar="NUMBER",
            help="first game (default: the last in the file)",
        )
        parser.add_argument("--games", type=int, default=1000, help="maximum number of games to search")
        parser.add_argument("--jobs", type=int, default=1, help="processes")
        parser.add_argument("--finished", action="store_true", help="search finished games of people instead")
        parser.add_argument("--anew", action="store_true", help="delete the existing puzzles first")
        parser.add_argument("--check", action="store_true", help="only check the existing puzzles")
        parser.add_argument("--drop", action="store_true", help="with --check: delete puzzles with faults")
        parser.add_argument("--replies", action="store_true", help="only choose the replies again")
        parser.add_argument("--folder", type=Path, help="file to write (default: that of the title)")

    def handle(self, *, slug: str, check: bool, folder: Path | None, **options: Any) -> None:
        """Write each puzzle as soon as it is found, so that the command can be interrupted."""
        file = file_of(slug, TITLES[slug].rules_version)
        file = folder / file.name if folder else file
        if options["replies"]:
            self._play_on(slug, file, options["jobs"])
        elif check:
            self._check(slug, file, drops=options["drop"])
        else:
            self._find(slug, file, options)

    def _find(self, slug: str, file: Path, options: dict[str, Any]) -> None:
        kept = [] if options["anew"] else without_overused(puzzles_in(file))
        known = {puzzle.key for puzzle in kept}
        found = _puzzles_in_finished_games(slug) if options["finished"] else _self_play(slug, kept, options)
        while len(kept) < options["count"] and (puzzle := next(found, None)) is not None:
            if puzzle.key not in known and puzzle.best.move not in overused_in(kept):
                known.add(puzzle.key)
                kept.append(puzzle)
                _write(file, kept)
                self.stdout.write(f"{len(kept)}: {puzzle.source}: {puzzle.best.move}")
        self.stdout.write(f"{file}: {len(kept)} puzzles")

    def _play_on(self, slug: str, file: Path, jobs: int) -> None:
        with ProcessPoolExecutor(jobs) as pool:
            _write(file, list(pool.map(partial(with_lines, slug), puzzles_in(file))))

    def _check(self, slug: str, file: Path, *, drops: bool) -> None:
        puzzles = puzzles_in(file)
        faults = {puzzle.key: faults_of(slug, puzzle) for puzzle in puzzles}
        for puzzle in puzzles:
            for fault in faults[puzzle.key]:
                self.stderr.write(f"{puzzle.key} ({puzzle.source}): {fault}")
        good = [puzzle for puzzle in puzzles if not faults[puzzle.key]]
        if drops and len(good) < len(puzzles):
            _write(file, good)
        elif len(good) < len(puzzles):
            raise CommandError(f"{len(puzzles) - len(good)} of {len(puzzles)} puzzles have faults")
        self.stdout.write(f"{file}: {len(good)} of {len(puzzles)} puzzles are good")


def _write(file: Path, puzzles: Sequence[Puzzle]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(dump_puzzles(puzzles))


def _puzzles_in_finished_games(slug: str) -> Iterator[Puzzle]:
    return filter(None, map(puzzle_in, finished_positions(slug)))


def _self_play(slug: str, kept: Sequence[Puzzle], options: dict[str, Any]) -> Iterator[Puzzle]:
    """The puzzles of one game after another, in parallel if there are several processes.

    `kept` grows during the search and determines which answers are overused.
    """
    start = _last_game(kept, options["seed"]) if options["start"] is None else options["start"]
    numbers = range(start, start + options["games"])
    if options["jobs"] == 1:
        for number in numbers:
            yield from puzzles_in_game(slug, options["seed"], overused_in(kept), number)
        return
    with ProcessPoolExecutor(options["jobs"]) as pool:
        for some in _some(numbers, options["jobs"]):
            of_game = partial(puzzles_of_game, slug, options["seed"], overused_in(kept))
            for found in pool.map(of_game, some):
                yield from found


def _last_game(kept: Sequence[Puzzle], seed: int) -> int:
    """The number of the last game of this seed in which a puzzle was found. It may contain more."""
    found = (puzzle.source.split() for puzzle in kept)
    return max((int(words[2]) for words in found if words[:2] == ["self-play", str(seed)]), default=0)


def _some(numbers: Sequence[int], count: int) -> Iterable[Sequence[int]]:
    return (numbers[at : at + count] for at in range(0, len(numbers), count))
