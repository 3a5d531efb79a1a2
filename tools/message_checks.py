"""What is wrong with a translation: see `faults_of`."""

import re
from collections.abc import Iterator
from typing import Any

from babel.messages.catalog import Catalog, Message

_PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%%|%[a-z]?(?!\()|\{\w*\}")
_TAG = re.compile(r"<[^<>]*>|&#?\w+;")


def faults(catalog: Catalog) -> list[str]:
    """Return the faults of a catalogue, each with the message's place, its source and what is wrong."""
    return [
        f"{', '.join(file for file, _ in message.locations)}: {_source(message)[0]!r}: {fault}"
        for message in catalog
        if message.id
        for fault in faults_of(message, catalog.num_plurals)
    ]


def faults_of(message: Message, plurals: int) -> Iterator[str]:
    """Yield what is wrong with a translation in a language with this number of plural forms.

    It must be complete, have the placeholders and the HTML of its source, and begin and end like it.
    """
    forms = _forms(message.string)
    if message.fuzzy:
        yield "marked as fuzzy"
    if isinstance(message.id, str):
        plurals = 1
    if len(forms) != plurals or not all(forms):
        yield f"{sum(map(bool, forms))} of {plurals} forms are translated"
        return
    for form in forms:
        yield from _faults_in(form, _source(message))


def _source(message: Message) -> tuple[str, ...]:
    return _forms(message.id)


def _forms(text: Any) -> tuple[str, ...]:
    """The forms of a source or a translation; one empty form if there is none."""
    return (text or "",) if isinstance(text, str) or not text else tuple(text)


def _faults_in(form: str, source: tuple[str, ...]) -> Iterator[str]:
    sources = [set(_PLACEHOLDER.findall(each)) for each in source]
    found = set(_PLACEHOLDER.findall(form))
    if missing := set.intersection(*sources) - found:
        yield f"lacks {' '.join(sorted(missing))}"
    if foreign := found - set.union(*sources):
        yield f"has {' '.join(sorted(foreign))}, which the source has not"
    if all(sorted(_TAG.findall(form)) != sorted(_TAG.findall(each)) for each in source):
        yield f"has the tags {_TAG.findall(form)}, not {_TAG.findall(source[-1])}"
    if _edges(form) != _edges(source[-1]) or form.count("\n") != source[-1].count("\n"):
        yield "begins or ends with other spaces than the source, or has other lines"


def _edges(text: str) -> tuple[str, str]:
    """The spaces at the start and at the end."""
    bare = text.strip(" \n")  # a no-break space belongs to a mark, as in French
    return (text[: text.index(bare)], text[text.index(bare) + len(bare) :]) if bare else (text, "")
