"""The API as one: all operations, how they refuse, and its description."""

from typing import Any

from django.http import HttpRequest, JsonResponse
from ninja import NinjaAPI

from games.api.document import document
from games.api.operations import account, chat, circles, events, history, lobby, people, tables, tournaments  # noqa: F401  # they declare themselves
from games.api.problems import HANDLED, problem_of
from games.api.routing import ROUTER


class Api(NinjaAPI):
    """Version 1 of the API."""

    def set_default_exception_handlers(self) -> None:
        """Answer refusals with problem documents, and leave defects to Django."""
        for kind in HANDLED:
            self.add_exception_handler(kind, problem_of)
        self.add_exception_handler(Exception, problem_of)


api = Api(title="Captain's Table", version="1.0.0", openapi_url="", docs_url=None, urls_namespace="api")
api.add_router("", ROUTER)


_made: dict[str, Any] = {}


def description() -> dict[str, Any]:
    """The OpenAPI document, made once per process."""
    if not _made:
        _made.update(document(api))
    return _made


def openapi(request: HttpRequest) -> JsonResponse:
    """The OpenAPI document."""
    return JsonResponse(description(), json_dumps_params={"indent": 1, "ensure_ascii": False})
