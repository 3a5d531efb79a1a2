"""The OpenAPI document as sections of a page."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup, escape

Json = Mapping[str, Any]


@dataclass(frozen=True)
class FieldLine:
    """A field of a document, or a parameter."""

    name: str
    kind: str
    words: str
    is_required: bool
    depth: int = 0


@dataclass(frozen=True)
class OperationLine:
    """One operation."""

    name: str
    method: str
    path: str
    summary: str
    description: str
    parameters: tuple[FieldLine, ...]
    body: tuple[FieldLine, ...]
    example: str  # of the body, as JSON
    answer: str  # name of the answer's schema
    codes: tuple[str, ...]


@dataclass(frozen=True)
class Section:
    """All operations on one subject."""

    name: str
    words: str
    operations: tuple[OperationLine, ...]


def sections(document: Json) -> list[Section]:
    """The sections of the reference, in the order of the document's tags."""
    found = list(_operations(document))
    return [
        Section(tag["name"], tag["description"], tuple(line for name, line in found if name == tag["name"]))
        for tag in document["tags"]
    ]


def schemas(document: Json) -> dict[str, tuple[str, tuple[FieldLine, ...]]]:
    """By name of a schema: its description and fields."""
    named = document["components"]["schemas"]
    return {name: (each.get("description", ""), tuple(_fields(each))) for name, each in named.items()}


def introduction(document: Json) -> list[str | list[str]]:
    """The document's introduction, as paragraphs and lists."""
    parts = document["info"]["description"].split("\n\n")
    return [
        [item.replace("\n ", "") for item in part.removeprefix("- ").split("\n- ")]
        if part.startswith("- ")
        else part
        for part in parts
    ]


def marked_up(text: str) -> Markup:
    """Text with `code`, **strong** and *emphasized* words as HTML."""
    html = str(escape(text))
    for pattern, tag in ((r"`([^`]+)`", "code"), (r"\*\*([^*]+)\*\*", "strong"), (r"\*([^*]+)\*", "em")):
        html = re.sub(pattern, rf"<{tag}>\1</{tag}>", html)
    return Markup(html)  # noqa: S704  # escaped above


def _operations(document: Json) -> Iterator[tuple[str, OperationLine]]:
    for path, operations in document["paths"].items():
        for method, each in operations.items():
            yield each["tags"][0], _line(document, path, method, each)


def _line(document: Json, path: str, method: str, each: Json) -> OperationLine:
    parameters = [_resolved(document, parameter) for parameter in each["parameters"]]
    body = each.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    whole = _resolved(document, body)
    shown: Any = next(iter(each["responses"].values())).get("content", {})
    answer: Any = next(iter(shown.values()), {"schema": {}})["schema"]
    return OperationLine(
        name=each["operationId"], method=method.upper(), path=path, summary=each["summary"],
        description=each["description"], body=tuple(_fields(whole)), answer=_kind(answer),
        parameters=tuple(
            FieldLine(each["name"], _kind(each["schema"]), each.get("description", ""), each["required"])
            for each in parameters
        ),
        example=json.dumps(example_of(document, body), ensure_ascii=False) if body else "",
        codes=tuple(each["responses"]),
    )  # fmt: skip


def _resolved(document: Json, part: Json) -> Json:
    """The part itself, or what it refers to."""
    found: Any = part
    while "$ref" in found:
        for name in found["$ref"].removeprefix("#/").split("/"):
            found = (document if name == "components" else found)[name]
    return found  # type: ignore[no-any-return]


def _fields(schema: Json) -> Iterator[FieldLine]:
    required = schema.get("required", ())
    for name, each in schema.get("properties", {}).items():
        yield FieldLine(name, _kind(each), each.get("description", ""), name in required)


def _kind(schema: Json) -> str:
    """The type of a value in one word, or few."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "allOf" in schema:
        return _kind(schema["allOf"][0])
    if "anyOf" in schema:
        return " | ".join(map(_kind, schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(json.dumps(each) for each in schema["enum"])
    if schema.get("type") == "array":
        return f"{_kind(schema.get('items', {}))}[]"
    return str(schema.get("const", schema.get("type", "any")))


def example_of(document: Json, schema: Json) -> dict[str, Any]:
    """An example of a document: its required fields, and those with an example."""
    schema = _resolved(document, schema)
    required = schema.get("required", ())
    return {
        name: _example(each)
        for name, each in schema.get("properties", {}).items()
        if name in required or "examples" in each
    }


def _example(schema: Json) -> Any:
    if "examples" in schema:
        return schema["examples"][0]
    return schema["enum"][0] if "enum" in schema else schema.get("default", _NONE.get(schema.get("type", "")))


_NONE = {"string": "", "integer": 1, "boolean": True, "array": [], "object": {}}
