"""What all requests of programs have in common: no cookies, problem documents, and headers."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase

from games.api.problems import as_problem

PATH = "/api/v1/"
_EXPOSED = (
    "ETag, Idempotency-Replayed, Location, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After"
)


def api_middleware(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware for the paths of the API.

    Cookies are dropped before anything reads them, so a browser's log-in counts for nothing, and any page may send
    requests with a token that it has.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if not request.path_info.startswith(PATH):
            return get_response(request)
        request.META.pop("HTTP_COOKIE", None)
        if "\0" in request.path_info:  # which PostgreSQL can't look for
            request.path_info = PATH
        answer = _preflight() if _is_preflight(request) else as_problem(get_response(request))
        answer["Access-Control-Allow-Origin"] = "*"
        answer["Access-Control-Expose-Headers"] = _EXPOSED
        answer.headers.setdefault("Cache-Control", "no-store, private")
        for name, value in zip(("Limit", "Remaining", "Reset"), getattr(request, "rate", ()), strict=False):
            answer[f"RateLimit-{name}"] = str(value)
        return answer

    return middleware


def _is_preflight(request: HttpRequest) -> bool:
    return request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers


def _preflight() -> HttpResponse:
    return HttpResponse(
        status=204,
        headers={
            "Access-Control-Allow-Methods": "GET, POST, PUT, PATCH, DELETE",
            "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key, If-Match, Last-Event-ID",
            "Access-Control-Max-Age": "7200",
        },
    )
