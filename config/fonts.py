"""The site's fonts: three small subsets, cut from packages of complete fonts, for the same look everywhere.

They are made when static files are first searched, and stored in `VAR`. Source Sans and Source Serif have the SIL Open
Font License; its text is served with them.
"""

import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage

# The package and file of each font, by served name.
FONTS = {
    "sans-400.woff2": ("font_source_sans_pro", "SourceSansPro-Regular.ttf"),
    "sans-600.woff2": ("font_source_sans_pro", "SourceSansPro-Semibold.ttf"),
    "serif-600.woff2": ("font_source_serif_pro", "SourceSerifPro-Semibold.ttf"),
}
_LICENSE = "OFL.txt"
_FOLDER = "site/fonts"
# ASCII, letters and signs of western Europe, letters of Polish and its neighbours, and signs used on our pages.
_LETTERS = ("U+0020-007E", "U+00A0-017F", "U+2010-2015", "U+2018-201E", "U+2022", "U+2026", "U+2032-2033", "U+20AC",
            "U+2190-2193", "U+2212", "U+00D7")  # fmt: skip
_FEATURES = ("kern", "liga", "lnum", "tnum", "ccmp", "locl", "mark", "mkmk")


class FontFinder(BaseFinder):
    """Finds the fonts for `collectstatic`, and for the development site."""

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:  # Django's signature
        """The file of a font by its served path; empty for other paths."""
        folder, _slash, name = path.rpartition("/")
        if folder != _FOLDER or name not in (*FONTS, _LICENSE):
            return []
        found = str(_fonts_folder() / path)
        return [found] if find_all or kwargs.get("all") else found

    def check(self, **kwargs: Any) -> list[Any]:
        """No settings to check."""
        return []

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, FileSystemStorage]]:
        """All fonts with their storage."""
        storage = FileSystemStorage(location=_fonts_folder())
        for name in (*FONTS, _LICENSE):
            yield f"{_FOLDER}/{name}", storage


def _fonts_folder() -> Path:
    """The folder with the fonts. They are made if there are none for these package versions yet."""
    releases = [version(package.replace("_", "-")) for package, _file in FONTS.values()]
    kept: Path = settings.VAR / "fonts" / "-".join([*releases, version("fonttools")])
    if not kept.exists():
        _make(kept)
    return kept


def _make(kept: Path) -> None:
    """Make all fonts in a temporary folder and rename it, because another process may do the same at the same time."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=kept.parent) as beside:
        folder = Path(beside, "made", _FOLDER)
        folder.mkdir(parents=True)
        for name, (package, file) in FONTS.items():
            _cut(Path(str(files(package))) / "files" / file, folder / name)
        shutil.copy(Path(str(files("font_source_sans_pro"))) / "files" / "LICENSE.txt", folder / _LICENSE)
        try:
            os.rename(Path(beside, "made"), kept)  # noqa: PTH104  # which refuses what another process has put there
        except OSError:
            if not kept.exists():
                raise


def _cut(source: Path, target: Path) -> None:
    """Cut the letters that the site uses from a complete font, and compress them."""
    from fontTools.subset import main as subset  # noqa: PLC0415  # half a second, which most starts need not spend

    subset([
        str(source), f"--unicodes={','.join(_LETTERS)}", f"--layout-features={','.join(_FEATURES)}",
        "--flavor=woff2", "--no-hinting", "--desubroutinize", f"--output-file={target}",
    ])  # fmt: skip
