"""Errors as problem documents (RFC 9457). Every error of the API is one, with one of the codes below."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.core.exceptions import ValidationError as FormError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from ninja.errors import HttpError, ValidationError
from pydantic import Field

from accounts.links import absolute
from games.api.shapes.base import Shape
from games.errors import ChangedMeanwhile, TableError
from games.pages.read_only import RETRY_SECONDS, is_read_only

# By code: the usual status, and the title, which is the same for all problems of the code.
CODES: Mapping[str, tuple[int, Promise]] = {
    "malformed": (400, gettext_lazy("The request is malformed")),
    "unauthenticated": (401, gettext_lazy("A valid token is required")),
    "not-allowed": (403, gettext_lazy("You may not do that")),
    "scope": (403, gettext_lazy("The token lacks a scope")),
    "not-found": (404, gettext_lazy("There is nothing here for you")),
    "method": (405, gettext_lazy("This method is not supported here")),
    "not-possible": (409, gettext_lazy("Not possible now")),
    "not-awaited": (409, gettext_lazy("It is not your turn")),
    "rules-missing": (409, gettext_lazy("The site no longer supports these rules")),
    "in-progress": (409, gettext_lazy("The first request is still running")),
    "changed-meanwhile": (412, gettext_lazy("The table has changed")),
    "illegal": (422, gettext_lazy("The rules do not allow this move")),
    "invalid": (422, gettext_lazy("The input is invalid")),
    "key-reused": (422, gettext_lazy("This key belongs to another request")),
    "ply-required": (428, gettext_lazy("If-Match is required")),
    "too-often": (429, gettext_lazy("Too many requests")),
    "internal": (500, gettext_lazy("The site has an error")),
    "not-writable": (503, gettext_lazy("Nothing can be saved now")),
    "unavailable": (503, gettext_lazy("The site is not available now")),
}
_BY_STATUS = {
    400: "malformed", 401: "unauthenticated", 403: "not-allowed", 404: "not-found", 405: "method",
    429: "too-often", 503: "unavailable",
}  # fmt: skip
MEDIA_TYPE = "application/problem+json"


class Fault(Shape):
    """One fault in the input."""

    where: str = Field(examples=["body.move"])
    """Where it is: the part of the request, and the path in it."""
    problem: str = Field(examples=["Field required"])


class Problem(Shape):
    """An error (RFC 9457). Programs should look at `code`; sentences may change."""

    type: str = Field(examples=["https://play.example.org/api/#problem-not-awaited"])
    """The address of the description."""
    title: str = Field(examples=["It is not your turn"])
    """The same for all problems with this code."""
    status: int = Field(examples=[409])
    detail: str = Field(examples=["It's not your turn now. Nothing was changed."])
    """What happened, for people."""
    code: str = Field(examples=["not-awaited"])
    errors: list[Fault] = []
    """The faults in the input, with the codes `invalid` and `malformed`."""


class Refusal(Exception):
    """A refusal by the API itself, with one of its codes."""

    def __init__(self, code: str, detail: str, errors: Sequence[Fault] = ()) -> None:
        super().__init__(code)
        self.code, self.detail, self.errors = code, detail, errors


def problem(
    code: str, detail: object = "", *, status: int = 0, errors: Sequence[Fault] = (), retry_after: int = 0
) -> HttpResponse:
    """The response for a problem."""
    usual, title = CODES[code]
    document = Problem(
        type=f"{absolute('api_reference')}#problem-{code}", title=str(title), status=status or usual,
        detail=str(detail or title), code=code, errors=list(errors),
    )  # fmt: skip
    answer = JsonResponse(document.model_dump(), status=status or usual, content_type=MEDIA_TYPE)
    if retry_after:
        answer["Retry-After"] = str(retry_after)
    if answer.status_code == 401:
        answer["WWW-Authenticate"] = "Bearer"
    return answer


def problem_of(request: HttpRequest, error: Any) -> HttpResponse:
    """The response for an exception that an operation or its input raised. Others are re-raised, for Django."""
    match error:
        case TableError() | Refusal():
            return _refused(request, error)
        case Http404():
            return problem("not-found", error.args[0] if error.args else "")
        case ValidationError():
            return problem("invalid", errors=[_fault(each) for each in error.errors])
        case FormError():
            return problem("invalid", errors=[Fault(where="body", problem=each) for each in error.messages])
        case HttpError():
            return problem(_BY_STATUS.get(error.status_code, "malformed"), status=error.status_code)
    raise error


def _refused(request: HttpRequest, error: TableError | Refusal) -> HttpResponse:
    if isinstance(error, Refusal):
        return problem(error.code, error.detail, errors=error.errors)
    if isinstance(error, ChangedMeanwhile):
        status = 412 if "If-Match" in request.headers else 409
        return problem(error.code, _("The table has changed, so nothing was done."), status=status)
    code = error.code if error.code in CODES else "not-possible"
    return problem(code, error.sentence, status=error.status, retry_after=error.retry_after)


HANDLED = (TableError, Refusal, Http404, ValidationError, FormError, HttpError)


def _fault(error: Mapping[str, Any]) -> Fault:
    path = [str(each) for each in error["loc"] if each not in ("given", "asked")]  # names of our arguments
    return Fault(where=".".join(path), problem=error["msg"])


def as_problem(response: HttpResponseBase) -> HttpResponseBase:
    """The response itself, or the problem document for an error page that Django made for a program."""
    kind = response.get("Content-Type", "")
    if response.status_code < 400 or kind.startswith(
        (MEDIA_TYPE, "application/json")
    ):  # the latter for OAuth
        return response
    if response.status_code == 503 and is_read_only():
        return problem("not-writable", retry_after=RETRY_SECONDS)
    code = _BY_STATUS.get(response.status_code, "internal" if response.status_code >= 500 else "malformed")
    answer = problem(code, status=response.status_code)
    for name in ("Allow", "Retry-After"):
        if name in response:
            answer[name] = response[name]
    return answer


def faults_of(form: Any) -> list[Fault]:
    """The errors of one of the site's forms."""
    found = form.errors.items()
    return [Fault(where=f"body.{name}", problem=str(each)) for name, errors in found for each in errors]
