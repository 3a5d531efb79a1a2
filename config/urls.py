"""The addresses of the site."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from accounts.views import totp_activate

# The admin is entered by the site's own log-in, with its rate limits and its second step.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns: list[URLPattern | URLResolver] = [
    path("admin/", admin.site.urls),
    path("accounts/", include("accounts.urls")),
    path("accounts/2fa/totp/activate/", totp_activate),
    path("accounts/", include("allauth.urls")),
    path("_mail/", include("config.outbox")),
    path("", include("games.urls")),
]
