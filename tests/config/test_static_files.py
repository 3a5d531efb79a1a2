"""Static files are served whole, in parts and compressed, those of a newer release too."""

import asyncio
import gzip
import json
import os

import pytest
from django.core.management import call_command
from django.http import HttpResponse
from django.test import RequestFactory

from config.asgi_handler import ThreadPoolASGIHandler
from config.static_files import StaticFilesMiddleware
from tests.asgi import messages_of, scope_of

pytestmark = pytest.mark.django_db  # closing a response checks the connections

SCRIPT = "/static/accounts/time_zone.js"
CONTENT = b"let zone = 'UTC'; // " + b"x" * 500


@pytest.fixture
def collected(settings, tmp_path):
    """Return the files of a public site, collected and compressed."""
    settings.DEBUG = settings.WHITENOISE_AUTOREFRESH = settings.WHITENOISE_USE_FINDERS = False
    settings.STATIC_ROOT = tmp_path / "static"
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}
    }
    source = tmp_path / "source"
    (source / "accounts").mkdir(parents=True)
    (source / "accounts" / "time_zone.js").write_bytes(CONTENT)
    (source / "empty.txt").write_text("")
    settings.STATICFILES_DIRS = [source]
    settings.INSTALLED_APPS = ["django.contrib.staticfiles"]
    call_command("collectstatic", verbosity=0, interactive=False)
    return settings.STATIC_ROOT


def elsewhere(request):
    return HttpResponse("a page", status=404)


def outside_of_static(_get_response):
    return elsewhere


def hashed(root, name="accounts/time_zone.js"):
    return "/static/" + json.loads((root / "staticfiles.json").read_text())["paths"][name]


def content(response):
    body = b"".join(response.streaming_content) if response.streaming else response.content
    response.close()
    return response.status_code, sorted(response.headers.items()), body


@pytest.mark.parametrize(
    ("method", "address", "headers", "status", "body"),
    [
        ("GET", SCRIPT, (), 200, CONTENT),
        ("HEAD", SCRIPT, (), 200, b""),
        ("POST", SCRIPT, (), 405, b""),
        ("GET", SCRIPT, [(b"range", b"bytes=4-9")], 206, CONTENT[4:10]),
        ("GET", SCRIPT, [(b"range", b"bytes=99999-")], 416, b""),
        ("GET", SCRIPT, [(b"if-modified-since", b"Fri, 31 Dec 2100 23:59:59 GMT")], 304, b""),
        ("GET", "/static/empty.txt", (), 200, b""),
        ("GET", "/static/nothing.js", (), 404, b"a page"),
        ("GET", "/static/../manage.py", (), 404, b"a page"),
    ],
)
def test_the_handler_sends_whitenoises_responses(collected, settings, method, address, headers, status, body):
    settings.MIDDLEWARE = ["config.static_files.StaticFilesMiddleware", f"{__name__}.outside_of_static"]
    scope = scope_of(address, method=method, headers=headers)
    first, *rest = asyncio.run(messages_of(ThreadPoolASGIHandler(), scope))
    assert (first["status"], b"".join(part.get("body", b"") for part in rest)) == (status, body)
    assert b"access-control-allow-origin" not in dict(first["headers"]) or status == 404


def test_a_browser_that_accepts_compression_gets_a_compressed_file(collected):
    answer = StaticFilesMiddleware(elsewhere)(
        RequestFactory().get(SCRIPT, headers={"Accept-Encoding": "gzip"})
    )
    assert answer.headers["Content-Encoding"] == "gzip" and gzip.decompress(content(answer)[2]) == CONTENT


def test_files_of_a_newer_release_are_found_while_this_one_runs(collected, settings):
    """Pages from newer processes link to them, and a proxy may ask an older process for them."""
    ours = StaticFilesMiddleware(elsewhere)
    source = settings.STATICFILES_DIRS[0] / "accounts" / "time_zone.js"
    old = hashed(collected)
    source.write_text("let zone = 'newer';")
    new_name = RequestFactory().get("/static/accounts/time_zone.0000.js")
    assert ours(new_name).status_code == 404
    call_command("collectstatic", verbosity=0, interactive=False)
    os.utime(collected / "staticfiles.json", (2_000_000_000, 2_000_000_000))
    assert hashed(collected) != old
    assert content(ours(RequestFactory().get(hashed(collected))))[2] == b"let zone = 'newer';"
    assert content(ours(RequestFactory().get(old)))[0] == 200
