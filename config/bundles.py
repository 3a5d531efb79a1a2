"""Bundles: scripts or style sheets that pages need together, in one file without comments.

Every request costs a phone a tenth of a second or more. The parts stay files of their own. Bundles are made when static
files are searched, and stored in `VAR`.
"""

import os
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder, find
from django.core.files.storage import FileSystemStorage
from rcssmin import cssmin
from rjsmin import jsmin

# The parts of each bundle, in order. A style sheet's URLs are relative to its bundle.
BUNDLES = {
    "site/every-page.css": (
        "site/tokens.css", "site/base.css", "site/frame.css", "site/forms.css", "site/components.css",
        "tables/table.css", "talk/talk.css",
    ),
    "site/reader.js": ("site/offline.js", "site/session.js", "site/times.js"),
    "tables/table-page.js": (
        "tables/live.js", "tables/motion.js", "tables/drag.js", "site/terms.js", "talk/talk.js"
    ),
    "tables/exercise-page.js": (
        "tables/motion.js", "tables/part.js", "tables/exercise.js", "site/terms.js", "tables/nonce.js"
    ),
    "history/replay-page.js": ("tables/motion.js", "tables/part.js", "history/replay.js", "site/terms.js"),
}  # fmt: skip
_TITLE = "title.css"  # made of all style sheets of a title's pages, board.css last
_ADMIN = "admin.css"  # which only the admin loads


class BundleFinder(BaseFinder):
    """Finds the bundles for `collectstatic`, and for the development site."""

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:  # Django's signature
        """The file of a bundle by its served path; empty for other paths."""
        sources = _sources_of(path)
        if not sources:
            return []
        found = _make(path, sources)
        return [found] if find_all or kwargs.get("all") else found

    def check(self, **kwargs: Any) -> list[Any]:
        """No settings to check."""
        return []

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, FileSystemStorage]]:
        """All bundles with their storage."""
        folders = (settings.BASE_DIR / "static" / "games").iterdir()
        titles = [f"games/{folder.name}/{_TITLE}" for folder in sorted(folders)]
        storage = FileSystemStorage(location=_folder())
        for path in (*BUNDLES, *titles):
            if self.find(path):
                yield path, storage


def _sources_of(path: str) -> list[Path]:
    folder, _slash, name = path.rpartition("/")
    if not (folder.startswith("games/") and name == _TITLE):
        return [Path(str(found)) for part in BUNDLES.get(path, ()) if (found := find(part))]
    board = find(f"{folder}/board.css")
    sheets = Path(str(board)).parent.glob("*.css") if board else ()
    return sorted(
        (each for each in sheets if each.name != _ADMIN),
        key=lambda each: (each.name == "board.css", each.name),
    )


def _folder() -> Path:
    return Path(settings.VAR / "bundles")


def _make(path: str, sources: list[Path]) -> str:
    """Write a bundle. It is renamed into place, because other processes may do the same at the same time."""
    minify = jsmin if path.endswith(".js") else cssmin
    text = "\n".join(minify(source.read_text()) for source in sources)
    made = _folder() / path
    if not made.exists() or made.read_text() != text:
        made.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=made.parent, delete=False) as file:
            file.write(text)
        os.replace(file.name, made)  # noqa: PTH105  # as in config/fonts.py
    return str(made)
