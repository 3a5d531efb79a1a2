"""`manage.py compile_templates`: finds templates that do not compile, before a reader does."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.template import TemplateSyntaxError, engines
from django.template.backends.base import BaseEngine


class Command(BaseCommand):
    """Compile all of our templates, for Jinja2 and Django."""

    help = "Compile all templates of this project and list those with errors."

    def handle(self, **options: Any) -> None:
        """Compile all templates.

        Raises:
            CommandError: some do not compile; the message lists each with its error.
        """
        pages = list(_names(settings.BASE_DIR / "templates", besides="django"))
        frames = list(_names(settings.BASE_DIR / "templates" / "django"))
        broken = [*_errors_in(engines["jinja2"], pages), *_errors_in(engines["django"], frames)]
        if broken:
            raise CommandError("\n".join(broken))
        self.stdout.write(f"{len(pages) + len(frames)} templates compile.")


def _names(folder: Path, besides: str = "") -> Iterator[str]:
    """Yield the names of all templates under `folder`, except those in its subfolder `besides`."""
    for file in sorted(folder.rglob("*")):
        name = file.relative_to(folder)
        if file.is_file() and name.parts[0] != besides:
            yield name.as_posix()


def _errors_in(engine: BaseEngine, names: list[str]) -> Iterator[str]:
    for name in names:
        try:
            engine.get_template(name)
        except (TemplateSyntaxError, UnicodeDecodeError) as error:
            yield f"{name}: {error}"
