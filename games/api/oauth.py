"""OAuth 2: other sites and apps ask a person for a token (authorisation code with PKCE), by django-oauth-toolkit.

Of that package we use the applications and the codes, which live for a minute. The token that an application gets is
one of our own: stored as a hash, with the same scopes and limits, and revoked on the same page.
"""

import re
from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.csrf import csrf_exempt
from django.views.generic import View
from oauth2_provider.models import Application
from oauth2_provider.oauth2_validators import OAuth2Validator
from oauth2_provider.views import AuthorizationView
from oauth2_provider.views.mixins import OAuthLibMixin

from accounts.models import User
from games.api.tokens import SCOPES, token_of_application
from games.errors import NotPossible
from games.pages.rate_limit import address_of, check_rate_limit, rate_limit_unit

APPLICATIONS = 10  # per person, at most
_LOOPBACK = re.compile(r"http://(127\.0\.0\.1|\[::1\]|localhost)(:[0-9]{1,5})?(/\S*)?")


class Validator(OAuth2Validator):  # type: ignore[misc]  # the package has no types
    """The package's rules, but for the tokens."""

    def save_bearer_token(self, token: dict[str, Any], request: Any, *args: Any, **kwargs: Any) -> None:
        """Replace the token that the package has made by one of ours. There are no refresh tokens."""
        token.pop("refresh_token", None)
        row, token["access_token"] = token_of_application(
            request.user,
            request.client,
            scopes=[scope for scope in token["scope"].split() if scope in SCOPES],
        )
        token["scope"] = row.scopes


class AuthorizeView(AuthorizationView):  # type: ignore[misc]
    """Asks a person whether an application may act for them."""

    template_name = "api/authorize.html"

    def form_invalid(self, form: Any) -> HttpResponse:
        """The page of an error, for a POST that didn't come from our form."""
        return self.render_to_response({"error": {"error": "invalid_request"}}, status=400)

    def get_context_data(self, **given: Any) -> dict[str, Any]:
        """The application, and what it asks for in words."""
        context: dict[str, Any] = super().get_context_data(**given)
        asked = context.get("scopes", ())
        return {**context, "asked": [words for scope, words in SCOPES.items() if scope in asked]}

    def render_to_response(self, context: dict[str, Any], **more: Any) -> HttpResponse:
        """The page. Its form may lead to the application, which browsers check, too."""
        context.pop("url", None)  # of an error; templates have a function of that name
        answer: Any = super().render_to_response(context, **more)
        if address := context.get("redirect_uri"):
            parts = urlsplit(address)
            answer._csp_update = {"form-action": [f"{parts.scheme}://{parts.netloc}"]}
        return answer  # type: ignore[no-any-return]


@method_decorator(csrf_exempt, name="dispatch")
class TokenView(OAuthLibMixin, View):  # type: ignore[misc]
    """Gives an application the token for a code. Anybody may ask: the code is the permission."""

    def post(self, request: HttpRequest) -> HttpResponse:
        """The token as JSON, or an error as RFC 6749 describes it."""
        check_rate_limit(rate_limit_unit(address_of(request)), "oauth")
        _url, headers, body, status = self.create_token_response(request)
        return HttpResponse(body, status=status, headers={**headers, "Content-Type": "application/json"})


class ApplicationForm(forms.Form):
    """A new application."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=60)
    addresses = forms.CharField(
        label=gettext_lazy("Redirect addresses"), max_length=1000, widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("One per line: https, or http at this computer (http://127.0.0.1/...)."),
    )  # fmt: skip

    def clean_addresses(self) -> list[str]:
        """The addresses, which must be safe to send a code to."""
        found: list[str] = self.cleaned_data["addresses"].split()
        for each in found:
            parts = urlsplit(each)
            is_https = parts.scheme == "https" and parts.netloc and "@" not in parts.netloc
            if parts.fragment or not (is_https or _LOOPBACK.fullmatch(each)):
                raise ValidationError(
                    _("This address can't be used: %(address)s") % {"address": each}, code="address"
                )
        return found


def applications_of(user: User) -> list[Any]:
    """The applications that the user has registered, newest first."""
    return list(Application.objects.filter(user=user).order_by("-pk"))


def application_register(user: User, *, name: str, addresses: list[str]) -> Any:
    """Register an application. It has no secret, because PKCE proves who asks. Raises NotPossible."""
    if Application.objects.filter(user=user).count() >= APPLICATIONS:
        raise NotPossible(_("You have the maximum number of applications. Delete one first."))
    return Application.objects.create(
        user=user, name=name.strip(), redirect_uris=" ".join(addresses), client_type=Application.CLIENT_PUBLIC,
        authorization_grant_type=Application.GRANT_AUTHORIZATION_CODE,
    )  # fmt: skip


def application_delete(user: User, application_id: int) -> bool:
    """Delete one of the user's applications, with all its tokens; returns whether there was one."""
    return bool(Application.objects.filter(user=user, pk=application_id).delete()[0] > 0)
