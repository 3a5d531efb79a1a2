"""The OpenAPI document: what ninja writes, and what all operations have in common."""

import re
from typing import Any

from django.conf import settings
from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema
from pydantic.json_schema import models_json_schema

from games.api.problems import CODES, MEDIA_TYPE, Problem
from games.api.shapes.events import WebhookMessage
from games.api.tokens import SCOPES

_INTRODUCTION = """Everything that a player does with the pages of Captain's Table, for programs.

Make a token under *Settings*, *Security*, *Programs and access tokens*, and send it as `Authorization: Bearer
captain_...`. Cookies are ignored.

- **Moves** are made at a ply. Read the table, and send its `ply` back in `If-Match`; if the table has changed in a way
  that matters to your seat, you get 412 and nothing is done.
- **Repeats**: writes take an `Idempotency-Key`. The same key with the same request gets the first answer again for two
  days, and nothing is done twice.
- **Errors** are problem documents (RFC 9457). Look at `code`.
- **Times** are in UTC, to the minute, because seconds could reveal what somebody holds.
- **Limits**: `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset` (seconds) are in every answer. After a 429,
  wait for `Retry-After` seconds.
- Version 1 only grows: accept fields and values that you don't know."""
_TAGS = {
    "Tables": "Games of the site, lists of tables, and tables that have not started.",
    "Play": "A started table: what you see, what you can do, and what happened.",
    "Events": "What happens, as it happens.",
    "Chat": "A table's chat, and your private note.",
    "History": "Replays, exports and rematches.",
    "Circles": "Groups of people who play together.",
    "Tournaments": "Tournaments, and your part in them.",
    "Account": "Your settings, notices and deadlines.",
    "Players": "Other players, ratings and statistics.",
}
_EVERY = (401, 403, 422, 429, 503)
_WRITES = (400, 409)
_MAY_LACK = (
    "/next",
    "/events",
    "/poll",
    "/tables",
    "/join",
)  # paths that name something in the query or the body
_WORDS = {
    400: "The request is malformed", 401: "The token is missing, wrong, expired or revoked",
    403: "You may not do that, or the token lacks the scope", 404: "It doesn't exist, or it is not open to you",
    409: "Not possible now", 412: "The table has changed since that ply", 422: "The input is invalid or illegal",
    428: "`If-Match` is missing", 429: "Too many requests", 503: "Nothing can be saved or read now",
}  # fmt: skip
_SECONDS = {"type": "integer", "minimum": 0}
_LIMITS = {
    "RateLimit-Limit": ("Requests allowed per window.", _SECONDS),
    "RateLimit-Remaining": ("Requests left in this window.", _SECONDS),
    "RateLimit-Reset": ("Seconds until the next window.", _SECONDS),
}


def document(api: NinjaAPI) -> dict[str, Any]:
    """The description of the whole API, as JSON values."""
    made: dict[str, Any] = dict(OpenAPISchema(api, "api/v1"))
    paths = made["paths"]
    for path, operations in paths.items():
        for method, operation in operations.items():
            _complete(path, method, operation)
    return {
        "openapi": "3.1.0",
        "info": _info(),
        "servers": [{"url": settings.SITE_URL}],
        "tags": [{"name": name, "description": words} for name, words in _TAGS.items()],
        "paths": _plain(dict(sorted(paths.items()))),
        "webhooks": _webhooks(),
        "components": _plain(_components(made["components"]["schemas"])),
    }


_NAMES = re.compile(r"(\w+)(Shape|Given)$")


def _plain(part: Any) -> Any:
    """Without the titles that pydantic makes of names, and with the names of schemas that programs see."""
    match part:
        case dict():
            return {
                _named(name): each if name in ("examples", "example", "default") else _plain(each)
                for name, each in part.items()
                if not (name == "title" and isinstance(each, str))
            }
        case list():
            return [_plain(each) for each in part]
        case str() if part.startswith("#/"):
            return _named(part)
        case _:
            return part


def _named(name: str) -> str:
    found = _NAMES.fullmatch(name.rpartition("/")[2])
    if found is None:
        return name
    return name.removesuffix(found[0]) + found[1] + ("Input" if found[2] == "Given" else "")


def _info() -> dict[str, Any]:
    return {
        "title": "Captain's Table", "version": "1.0.0", "description": _INTRODUCTION,
        "license": {"name": "AGPL-3.0-or-later", "identifier": "AGPL-3.0-or-later"},
    }  # fmt: skip


def _complete(path: str, method: str, operation: dict[str, Any]) -> None:
    """Add the scope, the headers, and the errors of an operation."""
    scope, by_ply, is_once = (operation.pop(f"x-{name}") for name in ("scope", "by-ply", "once"))
    operation["security"] = [{"token": [scope]}, {"oauth": [scope]}]
    operation["description"] += f"\n\nNeeds the scope `{scope}`."
    if is_once:
        operation["parameters"].append({"$ref": "#/components/parameters/idempotencyKey"})
    if by_ply:
        operation["parameters"].append({"$ref": "#/components/parameters/ifMatch"})
    if path.endswith("/events"):
        operation["parameters"].append({"$ref": "#/components/parameters/lastEventId"})
        operation["responses"][200]["content"] = {"text/event-stream": {"schema": {"type": "string"}}}
    for answer in operation["responses"].values():
        answer["description"] = "Done" if method != "get" else "OK"
        answer["headers"] = {name: {"$ref": f"#/components/headers/{name}"} for name in _LIMITS}
    codes = [
        *_EVERY,
        *(() if method == "get" else _WRITES),
        *((404,) if "{" in path or path.endswith(_MAY_LACK) else ()),
    ]
    for code in sorted([*codes, *((412, 428) if by_ply else ())]):
        operation["responses"][str(code)] = {"$ref": f"#/components/responses/{code}"}
    operation["responses"] = {str(code): answer for code, answer in operation["responses"].items()}


def _components(schemas: dict[str, Any]) -> dict[str, Any]:
    others = [(Problem, "serialization"), (WebhookMessage, "serialization")]
    _map, problems = models_json_schema(others, ref_template="#/components/schemas/{model}")  # type: ignore[arg-type]
    return {
        "schemas": {
            name: each
            for name, each in sorted({**schemas, **problems["$defs"]}.items())
            if not name.endswith("Query")  # they became parameters
        },
        "responses": {str(code): _refusal(code) for code in _WORDS},
        "headers": {
            name: {"description": words, "schema": schema} for name, (words, schema) in _LIMITS.items()
        },
        "parameters": {
            "idempotencyKey": {
                "in": "header", "name": "Idempotency-Key", "required": False, "example": "5f0c8a52",
                "description": "Any text of up to 100 characters. A repeat with the same key gets the first answer.",
                "schema": {"type": "string", "minLength": 1, "maxLength": 100, "pattern": "^[!-~]+$"},
            },
            "lastEventId": {
                "in": "header", "name": "Last-Event-ID", "required": False, "example": "30123456.1a2b3c4d",
                "description": "The `id` of the last event that you got.", "schema": {"type": "string"},
            },
            "ifMatch": {
                "in": "header", "name": "If-Match", "required": True, "example": '"41"',
                "description": "The table's ply, as in `ETag`.",
                "schema": {"type": "string", "pattern": '^"[0-9]{1,9}"$'},
            },
        },
        "securitySchemes": {
            "oauth": {
                "type": "oauth2",
                "description": "For applications: authorization code with PKCE (S256). The token lasts 90 days.",
                "flows": {
                    "authorizationCode": {
                        "authorizationUrl": "/oauth/authorize/", "tokenUrl": "/api/v1/oauth/token",
                        "scopes": {name: str(words) for name, words in SCOPES.items()},
                    }
                },
            },
            "token": {
                "type": "http", "scheme": "bearer", "bearerFormat": "captain_...",
                "description": "A token of your own. Scopes: "
                + "; ".join(f"`{name}`: {words}" for name, words in SCOPES.items()) + ".",
            }
        },
    }  # fmt: skip


def _webhooks() -> dict[str, Any]:
    """What the site sends to a person's webhook, signed as docs/webhooks.md explains."""
    headers = {
        "webhook-id": "The message's `id`.", "webhook-timestamp": "When it was sent, in seconds since 1970.",
        "webhook-signature": "`v1,` and the HMAC-SHA256 of id, timestamp and body, joined by dots, in base64.",
    }  # fmt: skip
    message = {"schema": {"$ref": "#/components/schemas/WebhookMessage"}}
    return {
        "message": {
            "post": {
                "operationId": "webhook_message", "summary": "Your notifications, at your own address",
                "description": "Signed by Standard Webhooks. Answer with 2xx within a few seconds.",
                "parameters": [
                    {"in": "header", "name": name, "required": True, "description": words, "schema": {"type": "string"}}
                    for name, words in headers.items()
                ],
                "requestBody": {"required": True, "content": {"application/json": message}},
                "responses": {"2XX": {"description": "Taken"}, "410": {"description": "Send no more"}},
            }
        }
    }  # fmt: skip


def _refusal(status: int) -> dict[str, Any]:
    codes = ", ".join(f"`{code}`" for code, (usual, _title) in CODES.items() if usual == status)
    return {
        "description": f"{_WORDS[status]}. Codes: {codes}." if codes else f"{_WORDS[status]}.",
        "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
