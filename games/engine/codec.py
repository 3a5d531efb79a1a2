"""Converts JSON to values and back. Input that does not match the rule sheet's format is rejected as malformed."""

import hashlib
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from games.engine.contract import Event, Game, Illegal, Malformed, Option, Options

S = TypeVar("S", bound=msgspec.Struct)
M = TypeVar("M", bound=msgspec.Struct)

_events = msgspec.json.Decoder(tuple[Event, ...])

MOVE_BYTES = 10_000  # far more than any title's moves need

# All exceptions that msgspec and the interpreter raise for input of the wrong type.
_REFUSALS = (msgspec.MsgspecError, UnicodeDecodeError, UnicodeEncodeError, RecursionError, ValueError)


def load_json(raw: bytes | str, expected: Any = Any) -> Any:
    """JSON text as `expected`; raises Malformed."""
    try:
        return msgspec.json.decode(raw, type=expected)
    except _REFUSALS as error:
        raise Malformed(f"Not in the expected form: {error}") from None


def load_move(game: Game[S, M], text: bytes | str) -> M:
    """A move parsed from JSON text; raises Malformed."""
    if len(text) > MOVE_BYTES:
        raise Malformed(f"A move has at most {MOVE_BYTES} bytes, but got {len(text)}")
    move: M = load_json(text, game.move_type)
    return move


def load_events(text: str) -> tuple[Event, ...]:
    """The events of a ply, as stored in the log."""
    return _events.decode(text)


def load_state(game: Game[S, M], text: bytes | str) -> S:
    """The complete state that `dump_state` wrote; raises Malformed."""
    state: S = load_json(text, game.state_type)
    return state


def convert(parsed: Any, expected: Any) -> Any:
    """Convert parsed JSON to `expected`, as strictly as if it were read from text; raises Malformed."""
    try:
        return msgspec.convert(parsed, expected, str_keys=True)
    except _REFUSALS as error:
        raise Malformed(f"Not in the expected form: {error}") from None


def load_options(game: Game[S, M], raw: Any) -> Options:
    """Every option of the title, with defaults filled in; raises Malformed or Illegal."""
    if not isinstance(raw, Mapping):
        raise Malformed(f"Expected an object of options, but got {raw!r}")
    if unknown := sorted(set(raw) - {option.name for option in game.options}, key=str):
        raise Malformed(f"Unknown option: {unknown[0]!r}")
    # Check the types of all options before the value of any.
    read = {option.name: _read_option(option, raw) for option in game.options}
    for option in game.options:
        if option.values and read[option.name] not in option.values:
            raise Illegal(
                f"Expected {option.name} to be one of {option.values}, but got {read[option.name]!r}"
            )
    return read


def _read_option(option: Option, raw: Mapping[str, Any]) -> Any:
    return convert(raw[option.name], option.type) if option.name in raw else option.default


def dump(value: Any) -> Any:
    """The value as parsed JSON."""
    return msgspec.to_builtins(value, str_keys=True)


def dump_move(move: msgspec.Struct) -> str:
    """The move as compact JSON text, with its keys in the rule sheet's order."""
    return msgspec.json.encode(move).decode()


def dump_state(state: msgspec.Struct) -> str:
    """The complete state as JSON text: for the server only."""
    return msgspec.json.encode(state).decode()


_NAMES_AND_TEXTS = ("title", "description")  # class names and docstrings
_BY_NAME = ("properties", "$defs")  # these map arbitrary names to schemas


_schemas: dict[type[msgspec.Struct], str] = {}  # a cache, because every move needs it


def schema_of(state_type: type[msgspec.Struct]) -> str:
    """16 hex digits that change if any field, type or default of a title's states changes."""
    if state_type not in _schemas:
        form = msgspec.json.encode(_without_words(msgspec.json.schema(state_type)), order="sorted")
        _schemas[state_type] = hashlib.sha256(form).hexdigest()[:16]
    return _schemas[state_type]


def _without_words(schema: Any) -> Any:
    match schema:
        case dict():
            return {
                key: {name: _without_words(each) for name, each in value.items()}
                if key in _BY_NAME
                else _without_words(value)
                for key, value in schema.items()
                if key not in _NAMES_AND_TEXTS
            }
        case list():
            return [_without_words(each) for each in schema]
        case _:
            return schema
