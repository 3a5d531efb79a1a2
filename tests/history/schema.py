"""A checker for the part of JSON Schema that `docs/export.schema.json` uses, so that no package is needed."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

EXPORT = json.loads(Path("docs/export.schema.json").read_text())
TYPES = {"object": dict, "array": list, "string": str, "integer": int, "null": type(None)}
KNOWN = {
    "$schema", "title", "type", "additionalProperties", "required", "properties", "const", "enum", "anyOf", "items",
    "prefixItems", "minItems", "pattern",
}  # fmt: skip


def faults(schema: Any, value: Any, at: str = "") -> Iterator[str]:
    """Yield the places where a value doesn't have the form that a schema describes."""
    assert set(schema) <= KNOWN, set(schema) - KNOWN
    if "anyOf" in schema and all(list(faults(each, value, at)) for each in schema["anyOf"]):
        yield f"{at}: of none of the forms"
    if value not in schema.get("enum", [value]) or value != schema.get("const", value):
        yield f"{at}: {value!r}"
    if "type" in schema and (not isinstance(value, TYPES[schema["type"]]) or isinstance(value, bool)):
        yield f"{at}: no {schema['type']}"
    elif isinstance(value, dict):
        yield from _of_object(schema, value, at)
    elif isinstance(value, list):
        yield from _of_list(schema, value, at)
    elif isinstance(value, str) and not re.search(schema.get("pattern", ""), value):
        yield f"{at}: {value!r}"


def _of_object(schema: Any, value: dict[str, Any], at: str) -> Iterator[str]:
    known = schema.get("properties", {})
    yield from (f"{at}/{name}: is missing" for name in schema.get("required", ()) if name not in value)
    if schema.get("additionalProperties") is False:
        yield from (f"{at}/{name}: is not described" for name in value if name not in known)
    for name in known.keys() & value.keys():
        yield from faults(known[name], value[name], f"{at}/{name}")


def _of_list(schema: Any, value: list[Any], at: str) -> Iterator[str]:
    first = schema.get("prefixItems", [])
    if len(value) < schema.get("minItems", 0) or (schema.get("items") is False and len(value) > len(first)):
        yield f"{at}: {len(value)} items"
    for number, each in enumerate(value):
        form = first[number] if number < len(first) else schema.get("items")
        if form:
            yield from faults(form, each, f"{at}/{number}")
