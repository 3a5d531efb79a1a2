"""Finds changes between two OpenAPI documents that break programs written for the older one."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import inf
from typing import Any

Json = Mapping[str, Any]
_DEEP = 6  # a schema may contain itself


def breaking_changes(old: Json, new: Json) -> list[str]:
    """What a program that was written for `old` would stumble over in `new`, in words."""
    found = list[str]()
    for path, operations in old["paths"].items():
        for method, operation in operations.items():
            what = f"{method.upper()} {path}"
            there = new["paths"].get(path, {}).get(method)
            found += (
                [f"{what}: is gone"]
                if there is None
                else _of_operation(what, _Both(old, new), operation, there)
            )
    for name, each in old.get("webhooks", {}).items():
        if name not in new.get("webhooks", {}):
            found.append(f"webhook {name}: is gone")
            continue
        sent = [_message(each), _message(new["webhooks"][name])]
        found += _of_schema(f"webhook {name}", _Both(old, new), *sent, is_input=False)
    return list(dict.fromkeys(found))


def _message(webhook: Json) -> Json:
    content: Json = webhook["post"]["requestBody"]["content"]["application/json"]["schema"]
    return content


@dataclass(frozen=True)
class _Both:
    """The two documents."""

    old: Json
    new: Json

    def schemas(self, one: Json, other: Json) -> tuple[Json, Json]:
        """What these parts refer to, or the parts themselves."""
        return _resolved(self.old, one), _resolved(self.new, other)


def _resolved(document: Json, part: Json) -> Json:
    while "$ref" in part:
        found: Any = document
        for name in part["$ref"].removeprefix("#/").split("/"):
            found = found[name]
        part = found
    return part


def _of_operation(what: str, both: _Both, old: Json, new: Json) -> Iterator[str]:
    if any(each not in new["security"] for each in old["security"]):
        yield f"{what}: needs another scope"
    yield from _of_parameters(what, both, old, new)
    if "requestBody" in new:
        yield from _of_body(what, both, old.get("requestBody"), new["requestBody"])
    for status in old["responses"]:
        if status not in new["responses"]:
            if status.startswith("2"):  # errors may become fewer
                yield f"{what}: never answers {status}"
            continue
        answers = both.schemas(old["responses"][status], new["responses"][status])
        for name in answers[0].get("headers", {}).keys() - answers[1].get("headers", {}).keys():
            yield f"{what}: header {name} is gone"
        for kind, content in answers[0].get("content", {}).items():
            there = answers[1].get("content", {}).get(kind)
            if there is None:
                yield f"{what}: never answers with {kind}"
            else:
                yield from _of_schema(
                    f"{what}: answer", both, content["schema"], there["schema"], is_input=False
                )


def _of_parameters(what: str, both: _Both, old: Json, new: Json) -> Iterator[str]:
    before = {
        (each["in"], each["name"]): each for each in (_resolved(both.old, one) for one in old["parameters"])
    }
    after = {
        (each["in"], each["name"]): each for each in (_resolved(both.new, one) for one in new["parameters"])
    }
    for key, each in before.items():
        if key not in after:
            yield f"{what}: parameter {key[1]} is gone"
        else:
            yield from _of_schema(
                f"{what}: parameter {key[1]}", both, each["schema"], after[key]["schema"], is_input=True
            )
    for key, each in after.items():
        if each["required"] and not before.get(key, {"required": False})["required"]:
            yield f"{what}: parameter {key[1]} is required"


def _of_body(what: str, both: _Both, old: Json | None, new: Json) -> Iterator[str]:
    if old is None:
        if new.get("required"):
            yield f"{what}: a body is required"
        return
    for kind, content in old["content"].items():
        if kind not in new["content"]:
            yield f"{what}: takes no {kind}"
        else:
            schema = new["content"][kind]["schema"]
            yield from _of_schema(f"{what}: body", both, content["schema"], schema, is_input=True)


def _of_schema(what: str, both: _Both, old: Json, new: Json, *, is_input: bool) -> Iterator[str]:
    old, new = both.schemas(old, new)
    before, after = _kinds(both.old, old), _kinds(both.new, new)
    # What programs send must still be accepted, and they must not get anything that they don't know.
    lost = before - after if is_input else after - before
    if "any" not in (after if is_input else before) and lost:
        yield f"{what}: {', '.join(sorted(lost))} {'is not accepted' if is_input else 'is new'}"
    if is_input:
        yield from _of_limits(what, old, new)
    elif old.get("format") != new.get("format"):
        yield f"{what}: has another format"
    yield from _of_fields(what, both, old, new, is_input=is_input)
    if "items" in old and "items" in new:
        yield from _of_schema(f"{what}[]", both, old["items"], new["items"], is_input=is_input)
    if len(old.get("anyOf", ())) == len(new.get("anyOf", ())):
        for one, other in zip(old.get("anyOf", ()), new.get("anyOf", ()), strict=True):
            yield from _of_schema(what, both, one, other, is_input=is_input)


def _of_limits(what: str, old: Json, new: Json) -> Iterator[str]:
    """What a program may no longer send."""
    if _values(new) and not _values(old):
        yield f"{what}: only {', '.join(map(str, _values(new)))} is accepted"
    elif _values(new) and (gone := set(_values(old)) - set(_values(new))):
        yield f"{what}: {', '.join(map(str, sorted(gone, key=str)))} is not accepted"
    for name in ("minimum", "minLength", "minItems"):
        if new.get(name, -inf) > old.get(name, -inf):
            yield f"{what}: {name} is larger"
    for name in ("maximum", "maxLength", "maxItems"):
        if new.get(name, inf) < old.get(name, inf):
            yield f"{what}: {name} is smaller"
    if new.get("pattern", old.get("pattern")) != old.get("pattern"):
        yield f"{what}: has another pattern"
    if new.get("additionalProperties") is False and old.get("additionalProperties") is not False:
        yield f"{what}: further fields are not accepted"


def _of_fields(what: str, both: _Both, old: Json, new: Json, *, is_input: bool) -> Iterator[str]:
    before, after = old.get("properties", {}), new.get("properties", {})
    for name, each in before.items():
        if name not in after:
            yield f"{what}.{name}: is gone"
        elif not is_input and name in old.get("required", ()) and name not in new.get("required", ()):
            yield f"{what}.{name}: may be missing"
        elif what.count(".") < _DEEP:
            yield from _of_schema(f"{what}.{name}", both, each, after[name], is_input=is_input)
    if is_input:
        for name in set(new.get("required", ())) - set(old.get("required", ())):
            yield f"{what}.{name}: is required"


def _kinds(document: Json, schema: Json) -> set[str]:
    """The JSON types of a value."""
    schema = _resolved(document, schema)
    if "anyOf" in schema:
        return set[str]().union(*(_kinds(document, each) for each in schema["anyOf"]))
    if "allOf" in schema:
        return _kinds(document, schema["allOf"][0])
    kinds = schema.get("type", "any")
    return set(kinds) if isinstance(kinds, list) else {kinds}


def _values(schema: Json) -> list[Any]:
    return list(schema.get("enum", [schema["const"]] if "const" in schema else []))
