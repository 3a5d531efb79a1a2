"""`manage.py fingerprint`: compares the rules' behaviour with the recorded fingerprints, or records new ones."""

from argparse import ArgumentParser
from importlib import import_module
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.engine.fingerprint import Fingerprint, dump, fingerprint_of, load
from games.engine.playthrough import Script, parse
from games.engine.registry import AnyGame
from games.titles import TITLES

PLAYTHROUGHS = Path(settings.BASE_DIR) / "tests" / "playthroughs"
SAYS = """{slug}, rules version {version}: it doesn't behave as recorded ({what}).
Games in progress must not change. Raise `rules_version` and put the old rules into OLDER of {home}
(docs/adding-a-title.md, 7). If no table anywhere has used this version, --anew records it again."""


class Command(BaseCommand):
    """Check the rules versions of some or all titles; with --write, record versions without a fingerprint."""

    help = (
        "Check that every rules version of a title still behaves as recorded. --write records a new version."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments for titles and recording."""
        parser.add_argument("titles", nargs="*", choices=[[], *TITLES], help="default: all")
        parser.add_argument("--write", action="store_true", help="record versions that are not recorded yet")
        parser.add_argument(
            "--anew", action="store_true", help="record the current version again, if it was never released"
        )

    def handle(self, *, titles: list[str], write: bool, anew: bool, **options: Any) -> None:
        """Print the results; the exit code is 1 if a version differs or has no fingerprint."""
        problems = [
            problem
            for slug in titles or TITLES
            for game in TITLES.versions(slug).values()
            for problem in self._check_or_record(
                game, is_written=write or anew, is_anew=anew and game is TITLES[slug]
            )
        ]
        if problems:
            raise CommandError("\n".join(problems))

    def _check_or_record(self, game: AnyGame, *, is_written: bool, is_anew: bool) -> list[str]:
        file = _file_of(game.slug)
        known = load(file.read_text()) if file.exists() else {}
        found = fingerprint_of(game, _scripts(game))
        before = known.get(game.rules_version)
        name = f"{game.slug}, rules version {game.rules_version}"
        if before is not None and not is_anew:
            return self._compare(game, name, before, found)
        if not is_written:
            return [f"{name}: not recorded yet; run manage.py fingerprint {game.slug} --write"]
        file.write_text(dump({**known, game.rules_version: found}))
        self.stdout.write(f"{name}: recorded")
        if found in known.values():
            self.stdout.write("It behaves like an older version: add a playthrough in which they differ.")
        return []

    def _compare(self, game: AnyGame, name: str, before: Fingerprint, found: Fingerprint) -> list[str]:
        what = found.differences(before)
        if not what:
            self.stdout.write(f"{name}: as recorded")
            return []
        home = TITLES.home(game.slug).replace(".", "/")
        return [SAYS.format(slug=game.slug, version=game.rules_version, what=", ".join(what), home=home)]


def _file_of(slug: str) -> Path:
    package = Path(str(import_module(TITLES.home(slug)).__file__)).parent
    return package / "fingerprint.toml"


def _scripts(game: AnyGame) -> dict[str, Script]:
    """The golden playthroughs of a version by file name. Those of an older version are in a folder like `v1`."""
    folder = PLAYTHROUGHS / game.slug
    if game is not TITLES[game.slug]:
        folder /= f"v{game.rules_version}"
    return {file.name: parse(file.read_text()) for file in folder.glob("*.txt")}
