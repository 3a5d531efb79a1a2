"""The form of a stored state as a fingerprint: a state in any other form is rejected, never misread."""

import hashlib
from typing import Any

import msgspec

__all__ = ["schema_of"]

_WORDS = ("title", "description")  # names of classes and their docstrings, which no state contains
_BY_NAME = ("properties", "$defs")  # these contain schemas by arbitrary names


_known: dict[type[msgspec.Struct], str] = {}  # a cache, because every move needs it


def schema_of(state_type: type[msgspec.Struct]) -> str:
    """16 hex digits that change with every field, type and default of the states of a title."""
    if state_type not in _known:
        form = msgspec.json.encode(_form(msgspec.json.schema(state_type)), order="sorted")
        _known[state_type] = hashlib.sha256(form).hexdigest()[:16]
    return _known[state_type]


def _form(schema: Any) -> Any:
    match schema:
        case dict():
            return {
                key: {name: _form(each) for name, each in value.items()} if key in _BY_NAME else _form(value)
                for key, value in schema.items()
                if key not in _WORDS
            }
        case list():
            return [_form(each) for each in schema]
        case _:
            return schema
