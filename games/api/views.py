"""Pages: the reference of the API, and the tokens of the reader's programs."""

from datetime import timedelta

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from games.api import oauth, tokens
from games.api.problems import CODES
from games.api.programs import program_declare, why_not
from games.api.reference import introduction, schemas, sections
from games.api.site import description
from games.errors import TableError
from games.models.api import TOKEN_NAME
from games.pages.rate_limit import check_rate_limit
from games.pages.responses import PlayerRequest, player_page, player_post, refuse, say

_SPANS = [
    (7, gettext_lazy("In a week")), (30, gettext_lazy("In 30 days")), (90, gettext_lazy("In 90 days")),
    (365, gettext_lazy("In a year")), (0, gettext_lazy("Never")),
]  # fmt: skip


def _scopes() -> list[tuple[str, str]]:
    """The scopes with their words and the names that errors and documents use."""
    return [
        (name, format_html('{} <code class="choice__note">{}</code>', words, name))
        for name, words in tokens.SCOPES.items()
    ]


class TokenForm(forms.Form):
    """A new token."""

    name = forms.CharField(
        label=gettext_lazy("Name"), max_length=TOKEN_NAME, help_text=gettext_lazy("What the token is for.")
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("The program may"), widget=forms.CheckboxSelectMultiple, initial=["read", "play"],
        choices=_scopes,
    )  # fmt: skip
    days = forms.TypedChoiceField(
        label=gettext_lazy("Expires"), coerce=int, choices=_SPANS, initial=90, widget=forms.RadioSelect
    )


class ProgramForm(forms.Form):
    """A person's word that a program plays with the account."""

    is_sure = forms.BooleanField(label=gettext_lazy("I understand that this account stays a bot account."))


@require_safe
def reference(request: HttpRequest) -> HttpResponse:
    """The reference of the API, drawn from its description."""
    whole = description()
    context = {
        "sections": sections(whole), "schemas": schemas(whole), "codes": CODES,
        "introduction": introduction(whole),
    }  # fmt: skip
    return render(request, "api/reference.html", context)


@player_page
def programs(request: PlayerRequest) -> HttpResponse:
    """Show the reader's tokens. A POST, which needs a fresh log-in, makes one and shows it once."""
    form = TokenForm(request.POST or None)
    secret = _new_token(request, form) if request.method == "POST" and form.is_valid() else ""
    context = {
        "form": TokenForm() if secret else form,
        "secret": secret,
        "tokens": tokens.tokens_of(request.user),
    }
    return render(request, "api/programs.html", context, status=422 if form.errors else 200)


def _new_token(request: PlayerRequest, form: TokenForm) -> str:
    """The text of a new token; empty, with an error in the form, if it is refused."""
    data = form.cleaned_data
    until = timezone.now() + timedelta(days=data["days"]) if data["days"] else None
    try:
        check_rate_limit(request.user, "token")
        _token, secret = tokens.token_create(
            request.user, name=data["name"], scopes=data["scopes"], expires_at=until
        )
    except TableError as error:
        form.add_error(None, str(error.sentence))
        return ""
    return secret


@player_page
def program_account(request: PlayerRequest) -> HttpResponse:
    """Say what a bot account is. A POST, which needs a fresh log-in, makes the reader's account one."""
    form = ProgramForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            program_declare(request.user)
        except TableError as error:
            return refuse(request, error, reverse("program_account"))
        say(request, _("This is a bot account now."))
        return redirect("program_account")
    context = {"form": form, "why_not": why_not(request.user)}
    return render(request, "api/program_account.html", context, status=422 if form.errors else 200)


@player_page
def applications(request: PlayerRequest) -> HttpResponse:
    """Show the reader's applications, which may ask people for tokens. A POST registers one."""
    form = oauth.ApplicationForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            check_rate_limit(request.user, "token")
            oauth.application_register(request.user, **form.cleaned_data)
        except TableError as error:
            form.add_error(None, str(error.sentence))
        else:
            say(request, _("The application is registered."))
            return redirect("applications")
    context = {"form": form, "applications": oauth.applications_of(request.user)}
    return render(request, "api/applications.html", context, status=422 if form.errors else 200)


@player_post
def application_delete(request: PlayerRequest, application_id: int) -> HttpResponse:
    """Delete one of the reader's applications, with all its tokens."""
    if not oauth.application_delete(request.user, application_id):
        raise Http404
    say(request, _("The application is deleted."))
    return redirect("applications")


@player_post
def token_revoke(request: PlayerRequest, token_id: int) -> HttpResponse:
    """Revoke one of the reader's tokens."""
    if not tokens.token_revoke(request.user, token_id):
        raise Http404
    say(request, _("The token no longer works."))
    return redirect("programs")
