"""Our versions of allauth's forms: they handle simultaneous claims to a name, and addresses that have an account."""

from typing import Any

from allauth.account.forms import ChangeEmailForm as AllauthChangeEmailForm
from allauth.account.forms import ConfirmEmailVerificationCodeForm, default_token_generator
from allauth.account.forms import ResetPasswordForm as AllauthResetPasswordForm
from allauth.account.forms import SignupForm as AllauthSignupForm
from allauth.account.internal.flows.manage_email import email_already_exists
from allauth.account.internal.templatekit import get_entrance_context_data
from allauth.mfa.webauthn.forms import AddWebAuthnForm, EditWebAuthnForm, SignupWebAuthnForm
from django import forms
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from accounts.login import is_first_code
from accounts.models import User
from accounts.names import expect_still_free, name_taken


class SignupForm(AllauthSignupForm):
    """The sign-up form. It creates an account completely or not at all."""

    def validate_unique_email(self, value: str) -> str:
        """Accept an address that has an account, too, so that nobody sees which ones do. It gets no code."""
        return value

    def save(self, request: HttpRequest) -> User:
        """Create the account. Raises ValidationError or IntegrityError if somebody has taken a name meanwhile."""
        session = dict(request.session.items())
        try:
            with transaction.atomic():
                user: User = super().save(request)
                for name in (user.username, user.display_name):
                    expect_still_free(name, user)
        except (forms.ValidationError, IntegrityError):
            request.session.update(session)  # a guest stays a guest
            raise
        return user

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """Create the account. If a name was taken at the same moment, return the form with an error."""
        try:
            made: tuple[User | None, HttpResponse | None] = super().try_save(request)
        except (forms.ValidationError, IntegrityError):
            self.add_error(None, name_taken())
            template = "account/signup_by_passkey.html" if self.by_passkey else "account/signup.html"
            return None, render(request, template, {**get_entrance_context_data(request), "form": self})
        return made


class ChangeEmailForm(AllauthChangeEmailForm):
    """The form that corrects the address of a new account."""

    def clean_email(self) -> str:
        """Accept any address, as the sign-up form does."""
        self.account_already_exists = False
        address: str = self.cleaned_data["email"].lower()
        return address


class ConfirmCodeForm(ConfirmEmailVerificationCodeForm):
    """The form for the code sent by email. A new superuser may enter the code printed by `createsuperuser` instead."""

    def clean_code(self) -> str:
        """Require the code from the email, or the printed one."""
        given: str = self.cleaned_data["code"]
        is_own = self.user is not None and self.email.casefold() == self.user.email.casefold()
        if is_own and is_first_code(self.user, given):
            email_already_exists(user=self.user, email=self.email, always_raise=True)
            return given
        code: str = super().clean_code()
        return code


class ResetPasswordForm(AllauthResetPasswordForm):
    """The form that requests a link for setting a new password."""

    def save(self, request: HttpRequest, **options: Any) -> str:
        """Send the email. An unknown address takes the same amount of work."""
        if not self.users:
            default_token_generator.make_token(User(pk=0))
        address: str = super().save(request, **options)
        return address


class AddPasskeyForm(AddWebAuthnForm):
    """The form for a new passkey, with a label that has translations."""

    name = forms.CharField(label=_("Name"), required=False)


class EditPasskeyForm(EditWebAuthnForm):
    """The form for the name of a passkey, with a label that has translations."""

    name = forms.CharField(label=_("Name"))


class SignupPasskeyForm(SignupWebAuthnForm):
    """The form for the passkey of a new account, with a label that has translations."""

    name = forms.CharField(label=_("Name"), required=False)
