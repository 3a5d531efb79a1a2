"""`manage.py title_freeze`: keeps the rules of a title as they are, for the tables that began under them."""

import re
import shutil
from argparse import ArgumentParser
from importlib import import_module
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.titles import TITLES

PLAYTHROUGHS = Path(settings.BASE_DIR) / "tests" / "playthroughs"
LEFT_OUT = ("fingerprint.toml", "lessons", "puzzles", "__pycache__", "v[1-9]*")  # nobody learns older rules


class Command(BaseCommand):
    """Copy the package of a title into itself as its present rules version, with its golden playthroughs."""

    help = "Keep the present rules of a title as an older version, before they are changed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the title and what both versions share."""
        parser.add_argument("slug", choices=list(TITLES))
        parser.add_argument(
            "--share", action="append", default=[], metavar="MODULE",
            help="a module of the title that is not copied, such as data that no rule depends on",
        )  # fmt: skip

    def handle(self, *, slug: str, share: list[str], **options: Any) -> None:
        """Write the copy and tell what is to be done next."""
        home, version = TITLES.home(slug), TITLES[slug].rules_version
        package = Path(str(import_module(home).__file__)).parent
        kept = package / f"v{version}"
        if kept.exists():
            raise CommandError(f"Rules version {version} of {slug} is kept already")
        shutil.copytree(package, kept, ignore=shutil.ignore_patterns(*LEFT_OUT, *_files_of(share)))
        for file in kept.rglob("*.py"):
            file.write_text(_renamed(file.read_text(), home, version, share))
        goldens = PLAYTHROUGHS / slug
        shutil.copytree(goldens, goldens / kept.name, ignore=shutil.ignore_patterns("v[1-9]*"))
        self.stdout.write(
            f"kept {home}.{kept.name}. Now change the rules, set rules_version={version + 1}, rewrite the "
            f"playthroughs, and record it: manage.py fingerprint {slug} --write"
        )


def _files_of(modules: list[str]) -> list[str]:
    return [name for module in modules for name in (module, f"{module}.py")]


def _renamed(text: str, home: str, version: int, shared: list[str]) -> str:
    """The text of a module with the names of modules that were copied along."""
    but = "|".join(map(re.escape, shared)) or "(?!)"
    return re.sub(rf"\b{re.escape(home)}\b(?!\.(?:{but})\b)", f"{home}.v{version}", text)
