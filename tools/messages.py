"""Extracts the messages of the whole project, and merges them into the catalogues of `config.catalogues`.

A catalogue depends only on the sources and its own translations: messages are in the order of the files and have no
line numbers, the header has no dates, and a message that no source contains is dropped.
"""

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import allauth
import django
from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract, extract_python
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

from config.catalogues import ENGLISH, LOCALE, PSEUDO
from tools.pseudo import pseudo_translated

ROOT = LOCALE.parent
KEYWORDS: dict[str, Any] = {
    **DEFAULT_KEYWORDS, "gettext_lazy": None, "gettext_noop": None, "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2), "npgettext_lazy": ((1, "c"), 2, 3),
}  # fmt: skip
TAGS = ("Translators:",)  # how comments for translators begin

Extracted: TypeAlias = tuple[
    Any, ...
]  # line, function, arguments, comments: as Babel's extractors yield them


def _extract_django(file: Any, keywords: Any, tags: Any, options: Any) -> Iterator[Extracted]:
    """The messages of a template of Django's."""
    python = re.sub("(?m)^ +", "", templatize(file.read().decode()))  # else Python finds wrong indentation
    return extract_python(io.BytesIO(python.encode()), keywords, tags, options)


def _extract_deck(file: Any, keywords: Any, tags: Any, options: Any) -> Iterator[Extracted]:
    """The words of a deck of Cardline."""
    for line, row in enumerate(csv.DictReader(io.StringIO(file.read().decode())), 2):
        for column, comment in DECK_COLUMNS.items():
            yield line, "pgettext", ("Cardline", row[column]), [f"Translators: {comment} {row['name']}"]


DECK_COLUMNS = {
    "name": "a character:",
    "epithet": "about",
    "origin": "the origin of",
    "note": "explains the values of",
}

# Folders, and the extractor for each kind of file in them.
SOURCES: tuple[tuple[str, str, Any], ...] = (
    ("accounts", "**/*.py", "python"),
    ("config", "**/*.py", "python"),
    ("games", "**/*.py", "python"),
    ("games/titles/cardline/decks", "*-villains.csv", _extract_deck),
    ("static", "**/*.js", "javascript"),
    ("templates", "**/*", "jinja2.ext:babel_extract"),
    ("templates/django", "**/*", _extract_django),
)
# Texts of libraries on players' pages, which address people more formally than ours, and texts in which Django's Polish
# has wrong capitals or cases. Their other texts, such as most of the admin, have the translations that came with the
# library.
LIBRARIES: tuple[tuple[Any, str, Any], ...] = (
    (allauth, "account/**/*.py", "python"),
    (allauth, "mfa/**/*.py", "python"),
    (allauth, "usersessions/**/*.py", "python"),
    (allauth, "templates/account/**/*", _extract_django),
    (allauth, "templates/allauth/**/*", _extract_django),
    (allauth, "templates/mfa/**/*", _extract_django),
    (allauth, "templates/usersessions/**/*", _extract_django),
    (django, "contrib/admin/options.py", "python"),
    (django, "contrib/admin/views/main.py", "python"),
    (django, "contrib/auth/forms.py", "python"),
    (django, "contrib/auth/password_validation.py", "python"),
    (django, "contrib/auth/validators.py", "python"),
    (django, "core/validators.py", "python"),
    (django, "forms/*.py", "python"),
    (django, "utils/dates.py", "python"),
)
UNSEEN = {"migrations", "dev_mail", "design", "management"}  # what only developers see


def extracted() -> Catalog:
    """Return the messages of all sources, without translations."""
    template = Catalog()
    ours = {
        name: (ROOT / name, how) for folder, pattern, how in SOURCES for name in _files(ROOT, folder, pattern)
    }
    for name in sorted(ours, key=_rank):
        _add_messages(template, name, *ours[name])
    for library, pattern, how in LIBRARIES:
        root = Path(library.__file__).parent
        for name in sorted(_files(root, "", pattern)):
            _add_messages(template, f"{library.__name__}/{name}", root / name, how)
    return template


def _files(root: Path, folder: str, pattern: str) -> Iterator[str]:
    """The names of all files with messages, from `root`."""
    for file in (root / folder).glob(pattern):
        name = file.relative_to(root)
        if file.is_file() and not UNSEEN & {*name.parts, name.stem} and name.suffix not in {".png", ".pyc"}:
            yield name.as_posix()


def _rank(name: str) -> tuple[str, str]:
    """The order of files in a catalogue: those of one subject together, then by name."""
    parts = [
        part for part in name.split("/") if part not in {"templates", "games", "titles", "static", "django"}
    ]
    return parts[0].replace("_", "-"), name


def _add_messages(template: Catalog, name: str, file: Path, how: Any) -> None:
    with file.open("rb") as source:
        options = {"silent": "false", "newstyle_gettext": "true", "trimmed": "true"}
        for line, message, comments, context in extract(how, source, KEYWORDS, TAGS, options):
            cleaned = [re.sub(r"\s+", " ", comment.removeprefix(TAGS[0])).strip() for comment in comments]
            template.add(message, locations=[(name, line)], auto_comments=cleaned, context=context)


def merged(language: str, template: Catalog) -> str:
    """Return the catalogue of a language as text: all messages of the template, with the translations it has.

    That of English has only the messages with a translation, which are other words for a text of a library.
    """
    if language == PSEUDO:
        return _header(language) + _body(pseudo_translated(template))
    path = path_of(language)
    old = read_po(io.BytesIO(path.read_bytes())) if path.exists() else Catalog()
    new = empty_catalogue(language)
    for message in template:
        if not message.id:
            continue
        known = old.get(message.id, message.context)
        if language == ENGLISH and not (known and known.string):
            continue
        flags = message.flags | ({"fuzzy"} if known and known.fuzzy else set())
        new.add(
            message.id, known.string if known else None, message.locations, flags,
            message.auto_comments, known.user_comments if known else (), context=message.context,
        )  # fmt: skip
    return _header(language) + _body(new)


def empty_catalogue(language: str) -> Catalog:
    """Return a catalogue without messages, which writes as many plural forms as the language has."""
    catalog = Catalog()
    catalog.mime_headers = [("Plural-Forms", plural_forms(language))]
    return catalog


def _body(catalog: Catalog) -> str:
    text = io.BytesIO()
    write_po(text, catalog, width=0, omit_header=True, include_lineno=False)
    return text.getvalue().decode()


def _header(language: str) -> str:
    lines = [
        f"Language: {path_of(language).parts[-3]}",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: 8bit",
        f"Plural-Forms: {plural_forms(language)}",
    ]
    return 'msgid ""\nmsgstr ""\n' + "".join(f'"{line}\\n"\n' for line in lines) + "\n"


def plural_forms(language: str) -> str:
    """Return the rule for the plurals of a language, as in Django's own catalogue."""
    code = path_of("en" if language == PSEUDO else language).parts[-3]
    file = Path(django.__file__).parent / "conf" / "locale" / code / "LC_MESSAGES" / "django.po"
    header, _, _ = file.read_bytes().partition(b"\n\n")
    return dict(read_po(io.BytesIO(header)).mime_headers)["Plural-Forms"]


def path_of(language: str, folder: Path = LOCALE) -> Path:
    """Return the catalogue's file of a language: `locale/pt_BR/LC_MESSAGES/django.po` for "pt-br"."""
    code, _, country = language.partition("-")
    return folder / (f"{code}_{country.upper()}" if country else code) / "LC_MESSAGES" / "django.po"
