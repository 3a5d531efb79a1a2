"""The pseudo-language en-XA: accented English in brackets, half as long again.

It shows texts that are outside of the catalogues, words joined to sentences, and layouts that need short words.
"""

import re
from io import BytesIO
from pathlib import Path
from typing import Any

import allauth
import django
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

_PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ACCENTED = "áƀçđéƒğĥíĵķĺɱñóþɋŕšţúṽŵẋýžÁƁÇĐÉƑĞĤÍĴĶĹṀÑÓÞɊŔŠŢÚṼŴẊÝŽ"
_ACCENTS = str.maketrans(_PLAIN, _ACCENTED)
_KEPT = re.compile(r"(%\(\w+\)[a-z]|%[%ds]|\{\w*\}|<[^<>]*>|&#?\w+;)")  # placeholders and HTML
_CODES = {"date format", "time format"}  # contexts of messages that are no words
_WITHOUT_BRACKETS = {"words of the log"}  # they must be part of other messages
# Catalogues of the libraries, with the texts that we don't extract from them.
_LIBRARIES = tuple(
    Path(str(library.__file__)).parent / folder / "locale/en/LC_MESSAGES/django.po"
    for library, folder in (
        (django, "conf"), (django, "contrib/admin"), (django, "contrib/auth"), (django, "contrib/humanize"),
        (allauth, ""),
    )
)  # fmt: skip


def pseudo_translated(template: Catalog) -> Catalog:
    """Return a catalogue with every message of the template and of the libraries in the pseudo-language."""
    made = Catalog()
    libraries = [read_po(BytesIO(file.read_bytes())) for file in _LIBRARIES]
    for message in (message for each in (template, *libraries) for message in each if message.id):
        if made.get(message.id, message.context) is None:
            made.add(
                message.id, _string(message.id, message.context), message.locations, context=message.context
            )
    return made


def _string(source: Any, context: str | None) -> Any:
    if not isinstance(source, str):
        return tuple(pseudo(each, context) for each in source)
    return pseudo(source, context)


def pseudo(text: str, context: str | None = None) -> str:
    """Return a text in the pseudo-language: "[Ţáķé ƀáçķ ~~~~]". Placeholders and HTML stay as they are."""
    if context in _CODES or not re.search("[A-Za-z]", _KEPT.sub("", text)):
        return text
    parts = [part if _KEPT.fullmatch(part) else part.translate(_ACCENTS) for part in _KEPT.split(text)]
    if context in _WITHOUT_BRACKETS:
        return "".join(parts)
    bare = text.strip()
    start = text.index(bare)
    body = "".join(parts)[start : len("".join(parts)) - (len(text) - start - len(bare))]
    return f"{text[:start]}[{body} {_filler(len(bare) // 2)}]{text[start + len(bare) :]}"


def _filler(length: int) -> str:
    """Words of tildes, of this length together."""
    return ("~~~~~ " * (length // 6 + 1))[:length].strip()
