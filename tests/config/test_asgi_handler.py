"""Our ASGI handler sends the same responses as Django's, for every Django release that these tests run on."""

import asyncio
import threading

import pytest
from django.core.handlers.asgi import ASGIHandler
from django.core.signals import request_finished, request_started
from django.http import HttpResponse, HttpResponseRedirect, JsonResponse, StreamingHttpResponse
from django.urls import get_script_prefix, path
from django.views.decorators.csrf import csrf_exempt

from config.asgi_handler import THREADS, ThreadPoolASGIHandler
from tests.asgi import messages_of, scope_of

pytestmark = pytest.mark.urls(__name__)

FORM = (b"content-type", b"application/x-www-form-urlencoded")
PARTS = (b"content-type", b"multipart/form-data; boundary=rope")
UPLOAD = b"\r\n".join(
    [
        b"--rope",
        b'Content-Disposition: form-data; name="a"; filename="b.txt"',
        b"",
        b"cargo",
        b"--rope--",
        b"",
    ]
)


@csrf_exempt
def echo(request, rest=""):
    """Return everything that a view can read from the request."""
    facts = {
        "method": request.method, "path": request.path, "info": request.path_info, "rest": rest,
        "get": dict(request.GET), "post": dict(request.POST), "prefix": get_script_prefix(),
        "files": {name: file.read().decode() for name, file in request.FILES.items()},
        "headers": sorted(request.headers.items()), "cookies": request.COOKIES, "address": request.META["REMOTE_ADDR"],
        "secure": request.is_secure(), "full": request.build_absolute_uri(), "body": request.content_params,
    }  # fmt: skip
    return JsonResponse(facts)


def cookies(request):
    response = HttpResponse("crumbs")
    response.set_cookie("a", "1", httponly=True)
    response.set_cookie("b", "2", path="/there/")
    response["X-Of-View"] = "yes"
    return response


def broken(request):
    raise RuntimeError("a plank is missing")


async def slow(request):
    return HttpResponse("in its own time")


def streamed(request):
    async def parts():
        for part in (b"one ", b"two ", b"three"):
            yield part

    return StreamingHttpResponse(parts())


def refused(request, exception=None, reason=""):
    return HttpResponse(f"{type(exception).__name__} {reason}", status=403 if reason else 400)


def missing(request, exception):
    return HttpResponse("there is nothing", status=404)


def failed(request):
    return HttpResponse("it broke", status=500)


handler400, handler404, handler500 = refused, missing, failed
urlpatterns = [
    path("echo/", echo),
    path("echo/<path:rest>", echo),
    path("cookies/", cookies),
    path("broken/", broken),
    path("slow/", slow),
    path("streamed/", streamed),
    path("away/", lambda request: HttpResponseRedirect("/echo/")),
    path("big/", lambda request: HttpResponse(b"x" * 200_000)),
    path("gone/", lambda request: HttpResponse(status=304)),
]


def answer_of(handler, scope, bodies=(b"",)):
    """Return status, headers and body of the response, and how often each signal was sent meanwhile."""
    signals = {"started": 0, "finished": 0}

    def started(**_facts):
        signals["started"] += 1

    def finished(**_facts):
        signals["finished"] += 1

    request_started.connect(started)
    request_finished.connect(finished)
    try:
        first, *rest = asyncio.run(messages_of(handler, scope, bodies))
    finally:
        request_started.disconnect(started)
        request_finished.disconnect(finished)
    body = b"".join(message.get("body", b"") for message in rest)
    assert [message.get("more_body", False) for message in rest][-1] is False
    return first["status"], sorted(first["headers"]), body, signals


REQUESTS = {
    "page": (scope_of("/echo/", query_string=b"a=1&a=2&b=%C3%A4"), 200),
    "path beyond ASCII": (scope_of("/echo/über/Ärger"), 200),
    "below a prefix": (scope_of("/site/echo/", root_path="/site"), 200),
    "head": (scope_of("/echo/", method="HEAD"), 200),
    "cookies": (scope_of("/cookies/", headers=[(b"cookie", b"c=3; d=4")]), 200),
    "header twice": (scope_of("/echo/", headers=[(b"x-rope", b"a"), (b"x-rope", b"b")]), 200),
    "redirect": (scope_of("/away/"), 302),
    "slash missing": (scope_of("/echo"), 301),
    "not found": (scope_of("/nowhere/"), 404),
    "error": (scope_of("/broken/"), 500),
    "coroutine": (scope_of("/slow/"), 200),
    "streamed": (scope_of("/streamed/"), 200),
    "big": (scope_of("/big/"), 200),
    "nothing changed": (scope_of("/gone/"), 304),
    "unknown host": (scope_of("/echo/") | {"headers": [(b"host", b"elsewhere.example")]}, 400),
    "path that is no text": (scope_of("/echo/", query_string=b"\xff\xfe"), 400),
    "form": (scope_of("/echo/", method="POST", headers=[FORM]), 200, [b"a=1&b=%C3", b"%A4&a=2"]),
    "upload": (scope_of("/echo/", method="POST", headers=[PARTS]), 200, [UPLOAD]),
    "form that lies": (scope_of("/echo/", method="POST", headers=[PARTS]), 200, [b"no parts"]),
    "without a token": (scope_of("/cookies/", method="POST", headers=[FORM]), 403, [b"a=1"]),
    "too long": (scope_of("/echo/", method="POST", headers=[FORM, (b"content-length", b"9999999")]), 400, [b"a=1"]),
}  # fmt: skip


@pytest.fixture
def handlers(settings):
    settings.DEBUG = False
    settings.DEBUG_PROPAGATE_EXCEPTIONS = False
    settings.CSRF_FAILURE_VIEW = f"{__name__}.refused"
    settings.CONTENT_SECURITY_POLICY = None  # its directives change their order each time
    return ThreadPoolASGIHandler(), ASGIHandler()


@pytest.mark.parametrize("name", REQUESTS)
def test_our_handler_answers_what_django_answers(handlers, name):
    scope, status, *bodies = REQUESTS[name]
    ours, theirs = (answer_of(handler, dict(scope), *bodies) for handler in handlers)
    assert ours == theirs
    assert ours[0] == status
    assert ours[3] == {"started": 1, "finished": 1}


def test_an_incomplete_request_gets_no_answer(handlers):
    async def receive():
        return {"type": "http.disconnect"}

    async def send(message):
        raise AssertionError(message)

    for handler in handlers:
        asyncio.run(handler(scope_of("/echo/"), receive, send))


def test_request_runs_on_one_thread_from_beginning_to_end(settings):
    threads = []

    def note(**_facts):
        threads.append(threading.current_thread().name)

    def middleware(get_response):
        def noted(request):
            note()
            return get_response(request)

        return noted

    settings.MIDDLEWARE = ["tests.config.test_asgi_handler.noting"]
    globals()["noting"] = middleware
    request_started.connect(note)
    request_finished.connect(note)
    try:
        asyncio.run(messages_of(ThreadPoolASGIHandler(), scope_of("/cookies/")))
    finally:
        request_started.disconnect(note)
        request_finished.disconnect(note)
    assert len(threads) == 3 and len(set(threads)) == 1 and threads[0].startswith("request")


def test_as_many_requests_at_once_as_there_are_threads(settings, monkeypatch):
    together = threading.Barrier(THREADS, timeout=30)

    def meet(request):
        together.wait()
        return HttpResponse("met")

    monkeypatch.setattr("tests.config.test_asgi_handler.urlpatterns", [path("meet/", meet)])
    settings.MIDDLEWARE = []
    handler = ThreadPoolASGIHandler()

    async def all_at_once():
        return await asyncio.gather(*(messages_of(handler, scope_of("/meet/")) for _ in range(THREADS)))

    assert [answer[0]["status"] for answer in asyncio.run(all_at_once())] == [200] * THREADS


def test_a_request_is_finished_even_if_the_browser_has_gone(settings, monkeypatch):
    """Django's own handler cancels the request, so whether a move is played would depend on timing."""
    gone, done = threading.Event(), []

    def play(request):
        assert gone.wait(30)
        done.append(request.POST["move"])
        return HttpResponse("played")

    monkeypatch.setattr("tests.config.test_asgi_handler.urlpatterns", [path("play/", play)])
    settings.MIDDLEWARE = []
    waiting = [{"type": "http.request", "body": b"move=end", "more_body": False}]

    async def receive():
        return waiting.pop() if waiting else {"type": "http.disconnect"}

    async def send(message):
        pass

    async def leave():
        scope = scope_of("/play/", method="POST", headers=[FORM])
        request = asyncio.create_task(ThreadPoolASGIHandler()(scope, receive, send))
        await asyncio.sleep(0.1)
        gone.set()
        await request

    asyncio.run(leave())
    assert done == ["end"]
