"""The catalogues of translations: `locale/<language>/LC_MESSAGES/django.po`, and their compiled form for gettext.

A `.mo` file isn't committed: every process compiles those that are older than their source when it starts.
"""

import io
import os
from collections.abc import Iterator
from pathlib import Path

from django.conf.locale import LANG_INFO

LOCALE = Path(__file__).resolve().parent.parent / "locale"
# Languages with an incomplete catalogue: only developers can choose them, and `make check` doesn't check them.
UNFINISHED: frozenset[str] = frozenset()
ENGLISH = "en"  # its catalogue has only the texts of libraries that we say in other words
PSEUDO = "en-xa"  # accented English, which shows texts outside of the catalogues: `make messages ARGS=en-xa`


def catalogues(source: Path = LOCALE) -> Iterator[tuple[str, Path]]:
    """Yield each language's code, such as "pt-br", and its `.po` file."""
    for file in sorted(source.glob("*/LC_MESSAGES/django.po")):
        language, _, country = file.parts[-3].partition("_")
        yield f"{language}-{country.lower()}" if country else language, file


def languages(source: Path = LOCALE, *, for_developers: bool) -> list[tuple[str, str]]:
    """Return the languages of the site, each with its own name."""
    found = [code for code, _ in catalogues(source) if for_developers or code not in {*UNFINISHED, PSEUDO}]
    return [
        (code, LANG_INFO.get(code, LANG_INFO[ENGLISH])["name_local"].capitalize())
        for code in dict.fromkeys([ENGLISH, *found])
    ]


def compiled(var: Path, source: Path = LOCALE) -> Path:
    """Compile what has changed, and return the folder with all compiled catalogues.

    It is that of the sources or, if they are read-only, one in `var`.
    """
    try:
        return _compile_into(source, source)
    except OSError:
        return _compile_into(var / "locale", source)


def _compile_into(folder: Path, source: Path) -> Path:
    for _language, file in catalogues(source):
        target = folder / file.relative_to(source).with_suffix(".mo")
        changed = file.stat().st_mtime_ns
        if not target.exists() or target.stat().st_mtime_ns != changed:
            _compile(file, target)
            os.utime(target, ns=(changed, changed))
    return folder


def _compile(file: Path, target: Path) -> None:
    from babel.messages.mofile import write_mo  # noqa: PLC0415  # which most starts need not load
    from babel.messages.pofile import read_po  # noqa: PLC0415

    catalog = read_po(io.BytesIO(file.read_bytes()))
    for message in catalog:
        if not all(message.string or ()):  # of some plural forms; the source is better than an empty text
            message.string = ""
    target.parent.mkdir(parents=True, exist_ok=True)
    new = target.with_suffix(f".{os.getpid()}")  # other processes may compile it, too
    with new.open("wb") as written:
        write_mo(written, catalog)
    new.replace(target)
