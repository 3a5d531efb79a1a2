"""`manage.py title_new`: writes a playable starter title with its rule sheet and tests."""

import importlib
import importlib.util
import keyword
import re
import subprocess
import sys
from argparse import ArgumentParser
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from games.engine.registry import package_name
from games.titles import TITLES

ROOT = Path(settings.BASE_DIR)
BLANK = ROOT / "tests" / "blank_title"  # itself a title, which every test run plays
SLUG = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LENGTH = 40  # characters of a slug, as stored with tables
REASONS = ("all-laid", "left")  # end reasons of the blank title
LISTS = {  # the first table in each of these files lists all titles
    "README.md": "| {name} | 2-4 | lay the highest card |",
    "docs/rules/README.md": "| [{slug}]({slug}.md) | {name} | 2-4 | hands and deck | nothing yet |",
}


@dataclass(frozen=True)
class New:
    """The name of the new title, and the paths of its parts."""

    slug: str
    name: str
    ids: str  # prefix of its rule ids
    package: Path
    sheet: Path
    tests: Path

    def place_of(self, file: Path) -> Path:
        """Where to write the copy of a file of the blank title."""
        path = file.relative_to(BLANK)
        if path.parts[0] == "blank":
            return self.package / path.relative_to("blank")
        return self.sheet if path.suffix == ".md" else self.tests / self.rename(path.name)

    def rename(self, text: str) -> str:
        """A text or file name with the new title's names instead of the blank title's."""
        names = {
            "tests.blank_title.blank": _package_of(self.package), "tests.blank_title": _package_of(self.tests),
            "_blank_": f"_{self.package.name}_", "BL-": f"{self.ids}-", "_bl_": f"_{self.ids.lower()}_",
            "Blank": self.name, "blank": self.slug,
        }  # fmt: skip
        return re.sub("|".join(names), lambda found: names[found[0]], text)


class Command(BaseCommand):
    """Write a new title: its package, its rule sheet, its tests and its golden playthroughs."""

    help = "Create a playable title with passing tests, as a starting point for your own rules."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the slug and the optional arguments."""
        parser.add_argument("slug", help="such as captn-eli, for the package captn_eli")
        parser.add_argument("--name", help="name that players see (default: the words of the slug)")
        parser.add_argument("--ids", help="prefix of its ruling ids (default: initials of the slug)")
        parser.add_argument(
            "--into", type=Path, help="folder of a package in TITLE_PACKAGES (default: games/titles)"
        )

    def handle(
        self, *, slug: str, name: str | None, ids: str | None, into: Path | None, **options: Any
    ) -> None:
        """Write all files, list them, and print the next step."""
        _expect_free(slug)
        name = name or slug.replace("-", " ").title()
        ids = (ids or _initials(slug)).upper()
        if not name.isprintable() or set(name) & set('"\\%') or not re.fullmatch("[A-Z]{2,4}", ids):
            raise CommandError(
                f"Expected a name without quotes, backslashes or %, and a prefix of two to four letters, "
                f"but got {name}, {ids}"
            )
        new = _new(slug, name, ids, into.absolute() if into else None)
        written = _write(new)
        if into is None:
            _list(new)
        container = new.package.parent
        importlib.invalidate_caches()
        TITLES.add(_package_of(container))
        for reason in REASONS:
            call_command("playthrough", slug, find=reason, stdout=self.stdout)
        call_command("fingerprint", slug, write=True, stdout=self.stdout)
        for file in written:
            self.stdout.write(f"wrote {_short_path(file)}")
        self.stdout.write(
            f"Now write the rules in {_short_path(new.sheet)}; docs/adding-a-title.md explains the next steps."
        )
        if into is not None:
            self.stdout.write(f"To play it, add {_package_of(container)} to TITLE_PACKAGES.")


def _expect_free(slug: str) -> None:
    if not SLUG.fullmatch(slug) or len(slug) > LENGTH or keyword.iskeyword(package_name(slug)):
        raise CommandError(f"Expected a slug of lowercase letters, digits and hyphens, but got {slug}")
    if slug in TITLES:
        raise CommandError(f"A title called {slug} already exists")
    if (ROOT / "templates" / slug).exists():  # the new title's templates would be in this folder
        raise CommandError(f"A title can't be called {slug}: templates/{slug} already exists")


def _initials(slug: str) -> str:
    words = slug.split("-")
    return "".join(word[0] for word in words)[:4] if len(words) > 1 else slug[:2]


def _new(slug: str, name: str, ids: str, into: Path | None) -> New:
    package = package_name(slug)
    if into is not None:
        return New(slug, name, ids, into / package, into / f"{slug}.md", into)
    sheet, tests = ROOT / "docs" / "rules" / f"{slug}.md", ROOT / "tests" / "titles" / package
    return New(slug, name, ids, ROOT / "games" / "titles" / package, sheet, tests)


def _package_of(folder: Path) -> str:
    """The dotted name of a package, from its folder."""
    names = [folder.name]
    while (folder := folder.parent) != ROOT and (folder / "__init__.py").exists():
        names.append(folder.name)
    return ".".join(reversed(names))


def _write(new: New) -> list[Path]:
    """Write the blank title's files under the new names. Raises CommandError before overwriting a file."""
    places = {new.place_of(file): file for file in sorted(BLANK.rglob("*")) if file.suffix in (".py", ".md")}
    init = new.tests / "__init__.py"
    if taken := [place for place in places if place.exists() and place != init]:
        raise CommandError(f"File already exists: {_short_path(taken[0])}")
    for folder in (new.tests, new.package):  # outermost first, because package names depend on the parents
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "__init__.py").touch()
    for place, file in places.items():
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(new.rename(file.read_text()))
    _format([place for place in places if place.suffix == ".py"])
    return list(places)


def _list(new: New) -> None:
    """Add the title to the lists of titles in the docs."""
    for file, row in LISTS.items():
        if (ROOT / file).exists():
            lines = (ROOT / file).read_text().splitlines()
            begin = next(at for at, line in enumerate(lines) if line.startswith("| ---"))
            end = next(at for at, line in enumerate(lines) if at > begin and not line.startswith("|"))
            lines.insert(end, row.format(name=new.name, slug=new.slug))
            (ROOT / file).write_text("\n".join([*lines, ""]))


def _format(files: list[Path]) -> None:
    """Sort imports and wrap lines, which depend on the names, if ruff is installed."""
    if importlib.util.find_spec("ruff"):
        ruff = [sys.executable, "-m", "ruff"]
        subprocess.run([*ruff, "check", "-q", "--select", "I", "--fix", *files], check=True, cwd=ROOT)  # noqa: S603
        subprocess.run([*ruff, "format", "-q", *files], check=True, cwd=ROOT)  # noqa: S603


def _short_path(file: Path) -> str:
    return str(file.relative_to(ROOT) if file.is_relative_to(ROOT) else file)
