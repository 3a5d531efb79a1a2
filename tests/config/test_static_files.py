"""Our middleware for static files gives the same answers as WhiteNoise's own, byte for byte."""

import asyncio
import json
import os
import warnings

import pytest
from django.core.handlers.asgi import ASGIHandler
from django.core.management import call_command
from django.http import HttpResponse
from django.test import RequestFactory
from whitenoise.middleware import WhiteNoiseMiddleware

from config.static_files import StaticFilesMiddleware
from tests.asgi import messages_of, scope_of

pytestmark = pytest.mark.django_db  # closing a response checks the connections

SCRIPT = "/static/accounts/time_zone.js"


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
    (source / "accounts" / "time_zone.js").write_text("let zone = 'UTC'; // " + "x" * 500)
    (source / "empty.txt").write_text("")
    settings.STATICFILES_DIRS = [source]
    settings.INSTALLED_APPS = ["django.contrib.staticfiles"]
    call_command("collectstatic", verbosity=0, interactive=False)
    return settings.STATIC_ROOT


def elsewhere(request):
    return HttpResponse("a page", status=404)


def hashed(root, name="accounts/time_zone.js"):
    return "/static/" + json.loads((root / "staticfiles.json").read_text())["paths"][name]


def content(response):
    body = b"".join(response.streaming_content) if response.streaming else response.content
    response.close()
    return response.status_code, sorted(response.headers.items()), body


REQUESTS = [
    ("GET", SCRIPT, {}),
    ("HEAD", SCRIPT, {}),
    ("POST", SCRIPT, {}),
    ("GET", SCRIPT, {"Accept-Encoding": "gzip"}),
    ("GET", SCRIPT, {"Range": "bytes=4-9"}),
    ("GET", SCRIPT, {"Range": "bytes=-5"}),
    ("GET", SCRIPT, {"Range": "bytes=99999-"}),
    ("GET", SCRIPT, {"If-Modified-Since": "Fri, 31 Dec 2100 23:59:59 GMT"}),
    ("GET", SCRIPT, {"If-None-Match": '"other"'}),
    ("GET", "/static/empty.txt", {}),
    ("GET", "/static/nothing.js", {}),
    ("GET", "/static/../manage.py", {}),
    ("GET", "/elsewhere/", {}),
]


@pytest.mark.parametrize(("method", "address", "headers"), REQUESTS)
def test_it_answers_what_whitenoise_answers(collected, method, address, headers):
    request = RequestFactory().generic(method, address, headers=headers)
    ours, theirs = (
        content(kind(elsewhere)(request)) for kind in (StaticFilesMiddleware, WhiteNoiseMiddleware)
    )
    assert ours == theirs


def test_file_that_has_not_changed_is_confirmed_as_by_whitenoise(collected):
    for address in (SCRIPT, hashed(collected)):
        first = WhiteNoiseMiddleware(elsewhere)(RequestFactory().get(address))
        again = RequestFactory().get(address, headers={"If-None-Match": first.headers["ETag"]})
        first.close()
        ours, theirs = (
            content(kind(elsewhere)(again)) for kind in (StaticFilesMiddleware, WhiteNoiseMiddleware)
        )
        assert ours == theirs and ours[0] == 304


def test_whitenoises_own_response_is_read_to_the_end_with_a_warning(collected, settings):
    """Show why ours exists. When this fails, WhiteNoise supports ASGI itself, and ours can be removed."""
    settings.MIDDLEWARE = ["whitenoise.middleware.WhiteNoiseMiddleware"]
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        asyncio.run(messages_of(ASGIHandler(), scope_of(SCRIPT)))
    assert "must consume synchronous iterators" in str(told[0].message)


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
