"""How operations are declared: method and path, the scope that they need, and what they answer."""

import inspect
from collections.abc import Callable
from typing import Any, TypeVar

from ninja import Router
from ninja.decorators import decorate_view

from games.api.access import Scope
from games.api.answers import written_once

F = TypeVar("F", bound=Callable[..., Any])

READ, PLAY, CHAT, ACCOUNT = "read", "play", "chat", "account"


ROUTER = Router()  # one for all subjects, because two operations may share a path


class Operations:
    """The operations on one subject."""

    def __init__(self, tag: str) -> None:
        self._tag = tag

    def read(self, path: str, answer: Any, scope: str = READ) -> Callable[[F], F]:
        """Declare an operation that changes nothing. Its docstring begins with the summary."""
        return self._declare("GET", path, answer, scope)

    def write(  # what an operation may need
        self, way: str, answer: Any, scope: str = PLAY, *, status: int = 200, is_once: bool = True, by_ply: bool = False
    ) -> Callable[[F], F]:  # fmt: skip
        """Declare an operation that writes, by method and path. `is_once`: it takes an Idempotency-Key."""
        method, path = way.split(" ")

        def declare(function: F) -> F:
            declared = self._declare(method, path, {status: answer}, scope, by_ply=by_ply, is_once=is_once)(
                function
            )
            return decorate_view(written_once)(declared) if is_once else declared

        return declare

    def _declare(
        self, method: str, path: str, answer: Any, scope: str, *, by_ply: bool = False, is_once: bool = False
    ) -> Callable[[F], F]:
        def declare(function: F) -> F:
            summary, _newline, rest = inspect.cleandoc(function.__doc__ or "").partition("\n")
            name = function.__name__
            extra = {"x-scope": scope, "x-by-ply": by_ply, "x-once": is_once}
            register: Callable[[F], F] = ROUTER.api_operation(
                [method], path, auth=Scope(scope), response=answer, operation_id=name, summary=summary.rstrip("."),
                description=rest.strip() or summary, openapi_extra=extra, tags=[self._tag], url_name=f"api_{name}",
            )  # fmt: skip
            return register(function)

        return declare
