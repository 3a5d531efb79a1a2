"""Error pages work whatever else is broken, and a wrong host gets one."""

import pytest
from django.db import OperationalError
from django.test import RequestFactory
from django.urls import get_resolver
from django.utils.functional import SimpleLazyObject

from config import error_views

NOWHERE = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "redis://127.0.0.1:1/0"}
}


@pytest.fixture
def visitor(client):
    client.raise_request_exception = False
    return client


@pytest.fixture(params=["bare", "broken"])
def request_of_a_broken_site(request, settings):
    """Return a request that no middleware has seen, or one whose database failed; neither has a cache."""
    settings.CACHES = NOWHERE
    made = RequestFactory().post("/tables/7/move/")
    if request.param == "broken":
        made.htmx = False
        made.user = SimpleLazyObject(_no_database)
    return made


def _no_database():
    raise OperationalError("the database does not answer")


@pytest.mark.parametrize("path", ["/", "/tables/7/", "/accounts/login/", "/admin/", "/nowhere/"])
def test_a_wrong_host_gets_400_and_a_plain_page_without_database_cache_and_session(visitor, settings, path):
    settings.CACHES = NOWHERE
    answer = visitor.get(path, headers={"host": "evil.example"})
    assert answer.status_code == 400
    assert "Something went wrong" in answer.text
    assert "evil.example" not in answer.text and not answer.cookies


@pytest.mark.parametrize("status", [400, 403, 404, 429, 500])
def test_every_error_page_can_be_rendered_alone(request_of_a_broken_site, status):
    view = get_resolver().resolve_error_handler(status) if status != 429 else error_views.too_often
    more = {} if status in (429, 500) else {"exception": Exception("card-of-bob")}
    answer = view(request_of_a_broken_site, **more)
    assert answer.status_code == status
    assert "<h1>" in answer.text and "card-of-bob" not in answer.text


def test_an_old_form_is_refused_without_database_and_cache(request_of_a_broken_site, settings):
    answer = error_views.csrf_failure(request_of_a_broken_site, "no cookie")
    assert (answer.status_code, settings.CSRF_FAILURE_VIEW) == (403, "config.error_views.csrf_failure")
    assert "This page is out of date" in answer.text and "no cookie" not in answer.text


def test_a_404_page_keeps_the_readers_layout(client_for, alice):
    assert "Log out" in client_for(alice).get("/nowhere/").text
    assert "Log in" in client_for(None).get("/nowhere/").text


@pytest.mark.django_db
@pytest.mark.parametrize("after", [").", ",", ">", "/>", ")./", "”", "。", "*"])
@pytest.mark.parametrize("link", ["/about/", "/about", "/preview.png"])
def test_characters_that_a_chat_program_adds_to_a_link_are_trimmed(client, link, after):
    answer = client.get(link + after)
    assert (answer.status_code, answer.url.rstrip("/")) == (302, link.rstrip("/"))
    assert client.get(f"//testserver//evil.example{link}{after}").url.startswith("/%2Fevil.example/")
