"""Pages for the reader's profile, and for erasing the account."""

from typing import cast

from allauth.account.decorators import reauthentication_required
from allauth.account.views import email_verification_sent
from django.conf import settings as site
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.forms import EraseForm, ProfileForm
from accounts.models import User
from accounts.names import expect_still_free
from games.errors import TableError, TooOften
from games.moderation.services.accounts import own_account_erase
from games.moderation.services.rewrites import name_in_log
from games.pages.rate_limit import check_rate_limit
from games.pages.read_only import writing_if_possible


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def profile(request: HttpRequest) -> HttpResponse:
    """Show and change the reader's display name and time zone."""
    # A copy of the reader, because a refused form must not change the name in the page's header.
    user = User.objects.get(pk=cast(User, request.user).pk)
    form, name = ProfileForm(request.POST or None, instance=user), user.display_name
    if request.method == "POST" and form.is_valid() and profile_save(form, name):
        code = user.language or get_language()
        with translation.override(code):
            messages.success(request, _("Your profile is saved."))
        return _remember_language(redirect("accounts:profile"), code)
    return render(request, "accounts/profile.html", {"form": form}, status=422 if form.errors else 200)


def profile_save(form: ProfileForm, old: str) -> bool:
    """Save the profile. Returns False, with an error in the form, if somebody took the name at the same moment."""
    try:
        with transaction.atomic():
            user = form.save()
            if user.display_name != old:
                check_rate_limit(user, "name")  # because former names stay reserved
                expect_still_free(user.display_name, user)
            name_in_log(user, old)
    except ValidationError as error:
        form.add_error("display_name", error)
        return False
    except TooOften as error:
        form.add_error("display_name", str(error.sentence))
        return False
    return True


@csrf_exempt  # visitors' pages have no form token, because its cookie would keep them out of caches
@require_POST
def language_set(request: HttpRequest) -> HttpResponseBase:
    """Change the language, in the browser and in the reader's profile, and return to `page`."""
    return (csrf_protect(_language_set) if isinstance(request.user, User) else _language_set)(request)


def _language_set(request: HttpRequest) -> HttpResponse:
    code, page = request.POST.get("language", ""), request.POST.get("page", "")
    if code not in dict(site.LANGUAGES):
        return render(request, "400.html", status=400)
    if isinstance(request.user, User):
        request.user.language = code
        with writing_if_possible():
            request.user.save(update_fields=["language"])
    is_ours = url_has_allowed_host_and_scheme(page, allowed_hosts=None)
    return _remember_language(redirect(page if is_ours else "/"), code)


def _remember_language(response: HttpResponse, code: str) -> HttpResponse:
    """Store the language in the browser, also for when the reader is logged out."""
    response.set_cookie(
        site.LANGUAGE_COOKIE_NAME,
        code,
        site.LANGUAGE_COOKIE_AGE,
        secure=not site.DEBUG,
        httponly=True,
        samesite="Lax",
    )
    return response


@require_safe
@login_required
def settings(request: HttpRequest) -> HttpResponse:
    """List the reader's settings by section; `?q=` searches them."""
    sought = " ".join(request.GET.get("q", "")[:60].split())
    return render(request, "accounts/settings.html", {"sought": sought})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
@reauthentication_required
def account_erase(request: HttpRequest) -> HttpResponse:
    """Ask for confirmation, then erase the account. Requires a fresh log-in."""
    form = EraseForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return render(request, "accounts/erase.html", {"form": form}, status=422 if form.is_bound else 200)
    try:
        own_account_erase(cast(User, request.user))
    except TableError as error:
        form.add_error(None, str(error.sentence))
        return render(request, "accounts/erase.html", {"form": form}, status=error.status)
    logout(request)
    messages.success(request, _("Your account has been deleted."))
    return redirect("home")


@require_safe
def password_reset_done(request: HttpRequest) -> HttpResponse:
    """Confirm that the new password was set, and go to the log-in."""
    messages.success(request, _("Your password has been changed. Please log in."))
    return redirect("account_login")


@never_cache
def email_confirm(request: HttpRequest) -> HttpResponseBase:
    """The page for the code sent by email, by allauth. If the code is no longer valid, say how to get a new one."""
    response: HttpResponseBase = email_verification_sent(request)
    sentences = {
        reverse("account_login"): _("This code is no longer valid. Log in, and we'll email you a new one."),
        reverse("account_email"): _('This code is no longer valid. Use "Send again" to get a new one.'),
    }
    if sentence := sentences.get(response.get("Location", "")):
        list(messages.get_messages(request))  # drops allauth's message that log-ins must wait
        messages.error(request, sentence)
    return response
