"""The admin site for moderators. It requires a role and a second factor, and shows only our own apps."""

from typing import Any

from allauth.account.authentication import get_authentication_records
from allauth.account.decorators import secure_admin_login
from allauth.account.utils import get_next_redirect_url
from allauth.mfa.base.internal.flows import post_authentication
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added
from allauth.mfa.utils import is_mfa_enabled
from django.contrib import admin, messages
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

OURS = frozenset({"accounts", "games"})  # apps whose models are shown
_FACTORS = [Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN]


def has_used_second_factor(request: HttpRequest) -> bool:
    """Whether this session used a second factor, or a passkey, that the person still has."""
    records = get_authentication_records(request, request.user)
    used = [record["id"] for record in records if record["method"] == "mfa"]
    return bool(used) and Authenticator.objects.filter(user_id=request.user.pk, pk__in=used).exists()


@receiver(authenticator_added)
def _count_as_used(request: HttpRequest, authenticator: Authenticator, **_: Any) -> None:
    """Don't ask again for a factor that was just set up: that took a code of the app, or the passkey."""
    if authenticator.type in _FACTORS:
        post_authentication(request, authenticator, reauthenticated=True)


class ModerationSite(admin.AdminSite):
    """Django's admin, for people with a role who used a second factor in this session. Superusers need one too."""

    site_header = site_title = gettext_lazy("Captain's Table: moderation")
    index_title = gettext_lazy("Moderation")
    enable_nav_sidebar = False  # lists need the width; the header links to the most used ones

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        """Register only models of our own apps. Nobody should edit groups, addresses and second factors by hand."""
        models = model_or_iterable if isinstance(model_or_iterable, list | tuple) else [model_or_iterable]
        ours = [model for model in models if model._meta.app_label in OURS]
        super().register(ours, admin_class, **options)

    def has_permission(self, request: HttpRequest) -> bool:
        """Whether the reader may see any page of the admin."""
        return request.user.is_active and request.user.is_staff and has_used_second_factor(request)

    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Redirect to the missing step: log in, set up a second factor, or use it in this session."""
        return (
            _redirect_to_admin(request) if self.has_permission(request) else _ask_for_second_factor(request)
        )

    def password_change(self, request: HttpRequest, extra_context: Any = None) -> Any:
        """Redirect to the site's own page, which has its own rules."""
        return redirect("account_change_password")


def _redirect_to_admin(request: HttpRequest) -> HttpResponse:
    return redirect(get_next_redirect_url(request) or reverse("admin:index"))


@secure_admin_login
def _ask_for_second_factor(request: HttpRequest) -> HttpResponse:
    """Tell staff how to use a second factor in this session. Others have to log in, or are refused."""
    if not is_mfa_enabled(request.user, _FACTORS):
        sentence = _("Moderators need a second factor. Set one up here, then open the admin again.")
        messages.warning(request, sentence)
        return redirect("mfa_index")
    messages.warning(request, _("Enter your second factor to open the moderators' pages."))
    by_app = is_mfa_enabled(request.user, [Authenticator.Type.TOTP])
    page = reverse("mfa_reauthenticate" if by_app else "mfa_reauthenticate_webauthn")
    return redirect(f"{page}?{urlencode({'next': get_next_redirect_url(request) or reverse('admin:index')})}")
