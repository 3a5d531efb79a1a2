"""`manage.py messages`: extracts all messages and merges them into the catalogues, or checks these."""

import io
from argparse import ArgumentParser
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from django.conf.locale import LANG_INFO
from django.core.management.base import BaseCommand, CommandError

from config.catalogues import PSEUDO, UNFINISHED, catalogues
from tools.message_checks import faults
from tools.messages import extracted, merged, path_of


class Command(BaseCommand):
    """Write the catalogues of all languages anew; with a language's code, begin one."""

    help = "Extract all messages, and merge them into locale/<language>/LC_MESSAGES/django.po."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the languages."""
        parser.add_argument("new", nargs="*", help="languages to begin, such as es or pt-br")
        parser.add_argument("--check", action="store_true", help="only list what is wrong")

    def handle(self, *, new: list[str], check: bool, **options: Any) -> None:
        """Write the catalogues whose text has changed.

        Raises:
            CommandError: if Django doesn't know a new language; with `check`, if a finished catalogue is not
                complete, correct and up to date.
        """
        if unknown := [language for language in new if language not in {*LANG_INFO, PSEUDO}]:
            raise CommandError(f"Django doesn't know {', '.join(unknown)}. Give a code such as es or pt-br.")
        template = extracted()
        if check:
            self._check(template)
            return
        for language in dict.fromkeys([*(code for code, _ in catalogues()), *new]):
            text, path = merged(language, template), path_of(language)
            if not path.exists() or path.read_text() != text:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
                self.stdout.write(f"wrote {path.relative_to(path.parents[3])}")

    def _check(self, template: Catalog) -> None:
        wrong = []
        for language, path in catalogues():
            if language in {*UNFINISHED, PSEUDO}:
                continue
            if path.read_text() != merged(language, template):
                wrong.append(f"{language}: not up to date, run `make messages`")
            found = read_po(io.BytesIO(path.read_bytes()))
            wrong += [f"{language}: {fault}" for fault in faults(found)]
        if wrong:
            raise CommandError("\n".join(wrong))
