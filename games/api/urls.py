"""URLs of the API, its reference, and the page of a person's tokens."""

from allauth.account.decorators import reauthentication_required
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import include, path
from oauth2_provider.views import OAuthServerMetadataView

from games.api import oauth, views
from games.api.site import api, openapi


def _nothing(request: HttpRequest, rest: str) -> HttpResponse:
    raise Http404


# A thief of an open session can't make tokens, which would outlive it.
_programs = login_required(reauthentication_required(views.programs, allow_get=True))

_program_account = login_required(reauthentication_required(views.program_account, allow_get=True))
_applications = login_required(reauthentication_required(views.applications, allow_get=True))
_authorize = login_required(oauth.AuthorizeView.as_view())

# The package finds these by the names that it gives them, for the metadata document (RFC 8414).
_oauth = [
    path(
        ".well-known/oauth-authorization-server",
        OAuthServerMetadataView.as_view(),
        name="oauth-server-metadata",
    ),
    path("oauth/authorize/", _authorize, name="authorize"),
    path("api/v1/oauth/token", oauth.TokenView.as_view(), name="token"),
]

urlpatterns = [
    path("api/", views.reference, name="api_reference"),
    path("api/v1/openapi.json", openapi, name="api_document"),
    path("", include((_oauth, "oauth2_provider"))),
    path("api/v1/", api.urls),
    path("api/v1/<path:rest>", _nothing),
    path("programs/applications/", _applications, name="applications"),
    path(
        "programs/applications/<int:application_id>/delete/",
        views.application_delete,
        name="application_delete",
    ),
    path("programs/", _programs, name="programs"),
    path("programs/account/", _program_account, name="program_account"),
    path("programs/<int:token_id>/revoke/", views.token_revoke, name="token_revoke"),
]
