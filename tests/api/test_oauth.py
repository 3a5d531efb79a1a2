"""An application asks a person for access, and gets a token like those of the person's own programs."""

import base64
import hashlib
import re
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from oauth2_provider.models import AccessToken, Application

from games.api.oauth import ApplicationForm, application_register
from games.models import ApiToken

pytestmark = pytest.mark.django_db

BACK, VERIFIER = "https://app.example.org/back", "v" * 50
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).decode().rstrip("=")


@pytest.fixture
def application(alice):
    return application_register(alice, name="Board of wood", addresses=[BACK])


def ask(client, application, **changes):
    query = {
        "response_type": "code", "client_id": application.client_id, "redirect_uri": BACK, "scope": "read play",
        "state": "s1", "code_challenge": CHALLENGE, "code_challenge_method": "S256", **changes,
    }  # fmt: skip
    return client.get("/oauth/authorize/", {name: value for name, value in query.items() if value})


def answer(client, page, **more):
    """Post the form of the page; returns the query of the address it leads to."""
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page.content.decode()))
    del fields["csrfmiddlewaretoken"]
    told = client.post("/oauth/authorize/", {**fields, **more})
    assert told.status_code == 302 and told.url.startswith(BACK), told.content
    return {name: values[0] for name, values in parse_qs(urlsplit(told.url).query).items()}


def exchange(application, code, verifier=VERIFIER):
    data = {
        "grant_type": "authorization_code", "code": code, "redirect_uri": BACK, "client_id": application.client_id,
        "code_verifier": verifier,
    }  # fmt: skip
    return Client().post("/api/v1/oauth/token", data)


def test_a_person_gives_an_application_access_and_takes_it_back(application, bob, client_for, program):
    browser = client_for(bob)
    page = ask(browser, application)
    text = page.content.decode()
    assert page.status_code == 200 and "Board of wood" in text and "alice" in text and BACK in text
    assert "form-action 'self' https://app.example.org" in page["Content-Security-Policy"]
    told = answer(browser, page, allow="true")
    assert told["state"] == "s1"
    given = exchange(application, told["code"])
    assert given.status_code == 200 and given["Access-Control-Allow-Origin"] == "*"
    assert given.json()["scope"] == "read play" and "refresh_token" not in given.json()
    app = program(None)
    app.secret = given.json()["access_token"]
    assert app.get("/account").told["player"]["username"] == "bob"
    assert app.ask("PATCH", "/account", {}).told["code"] == "scope"
    assert AccessToken.objects.count() == 0 and app.secret not in str(ApiToken.objects.values())
    assert "Board of wood" in browser.get("/programs/").content.decode()
    browser.post(f"/programs/{ApiToken.objects.get().pk}/revoke/")
    assert app.get("/account").status_code == 401
    assert exchange(application, told["code"]).json()["error"] == "invalid_grant"


def test_a_challenge_that_is_not_hashed_is_refused(application, bob, client_for):
    browser, plain = client_for(bob), {"code_challenge": VERIFIER, "code_challenge_method": "plain"}
    told = answer(browser, ask(browser, application, **plain), allow="true")
    assert "code" not in told or exchange(application, told["code"]).status_code == 400
    assert ApiToken.objects.count() == 0


def test_a_no_gives_nothing(application, bob, client_for):
    browser = client_for(bob)
    assert answer(browser, ask(browser, application))["error"] == "access_denied"
    assert ApiToken.objects.count() == 0


@pytest.mark.parametrize(
    "changes",
    [
        {"code_challenge": ""}, {"redirect_uri": "https://evil.example/"},
        {"client_id": "nobody"}, {"scope": "everything"}, {"response_type": "token"},
    ],
)  # fmt: skip
def test_invalid_requests_are_refused(application, bob, client_for, changes):
    told = ask(client_for(bob), application, **changes)
    assert told.status_code in (302, 400, 401) and not told.get("Location", BACK).startswith("https://evil")
    assert "code=" not in told.get("Location", "")


def test_a_stolen_code_is_worth_nothing_without_the_verifier(application, bob, client_for):
    browser = client_for(bob)
    code = answer(browser, ask(browser, application), allow="true")["code"]
    assert exchange(application, code, "w" * 50).json()["error"] == "invalid_grant"
    assert ApiToken.objects.count() == 0


def test_who_is_not_logged_in_is_asked_to(application):
    told = ask(Client(), application)
    assert told.status_code == 302 and told.url.startswith("/accounts/login/")


def test_applications_are_registered_with_safe_addresses_and_deleted_with_their_tokens(
    application, bob, client_for
):
    for address, is_good in (
        ("https://a.example/x", True), ("http://127.0.0.1:9/x", True), ("http://a.example/", False),
        ("javascript:alert(1)", False), ("https://a@b.example/", False), ("https://a.example/#x", False),
        ("http://localhost.evil.example/", False),
    ):  # fmt: skip
        assert ApplicationForm({"name": "x", "addresses": address}).is_valid() == is_good, address
    browser = client_for(bob)
    exchange(application, answer(browser, ask(browser, application), allow="true")["code"])
    assert ApiToken.objects.count() == 1
    assert browser.post(f"/programs/applications/{application.pk}/delete/").status_code == 404
    client_for(application.user).post(f"/programs/applications/{application.pk}/delete/")
    assert Application.objects.count() == ApiToken.objects.count() == 0


def test_applications_find_the_addresses_by_the_metadata_document(application, bob, client_for, settings):
    told = Client().get("/.well-known/oauth-authorization-server").json()
    assert told["issuer"] == settings.SITE_URL
    assert told["authorization_endpoint"] == f"{settings.SITE_URL}/oauth/authorize/"
    assert told["token_endpoint"] == f"{settings.SITE_URL}/api/v1/oauth/token"
    assert (told["code_challenge_methods_supported"], told["grant_types_supported"]) == (
        ["S256"],
        ["authorization_code"],
    )
    assert told["token_endpoint_auth_methods_supported"] == ["none"]
    assert told["scopes_supported"] == ["account", "chat", "play", "read"]
    browser = client_for(bob)
    assert answer(browser, ask(browser, application), allow="true")["iss"] == told["issuer"]
