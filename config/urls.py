"""The URLs of the site."""

from django.conf import settings
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path, re_path

from accounts.views import email_confirm, password_reset_done
from config.reports import policy_report
from config.site_pages import link_trimmed

urlpatterns: list[URLPattern | URLResolver] = [
    path("admin/", admin.site.urls),
    path("accounts/", include("accounts.urls")),
    path(
        "accounts/password/reset/key/done/", password_reset_done
    ),  # replaces allauth's page, which has no further link
    path("accounts/confirm-email/", email_confirm),  # allauth's page with one more sentence
    path("accounts/", include("allauth.urls")),
    path("_mail/", include("config.dev_mail")),
    path("csp-report/", policy_report),
    path("", include("config.site_pages")),
    path("", include("games.web.urls")),
    path("", include("games.api.urls")),
    re_path(
        r"^(?P<link>.*?)[^\w/-][^\w-]{0,9}$", link_trimmed
    ),  # our links end in letters, digits, "_", "-" or "/"
]

if settings.ANYMAIL:
    urlpatterns.insert(0, path("anymail/", include("anymail.urls")))

handler400 = "config.error_views.bad_request"
handler403 = "config.error_views.permission_denied"
handler404 = "config.error_views.not_found"
handler429 = "config.error_views.too_often"  # used by allauth
handler500 = "config.error_views.server_error"
