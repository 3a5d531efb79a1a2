"""Forms for notification settings: when, where, and in which browser."""

import base64
import binascii
import ipaddress
from contextlib import suppress
from datetime import time, timedelta
from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from games.models import Preferences
from games.models.preferences import ENDPOINT_LENGTH
from games.notices.delivery.outbound import NotDelivered, expect_sendable, is_reachable

HOUR = 60  # minutes
MORNING = time(8)
_NOT_SENDABLE = _("Enter the URL of a public site, starting with https://.")


_TIME = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")


class PreferencesForm(forms.ModelForm):  # type: ignore[type-arg]  # not generic at run time
    """When and where to notify a player. Each preference is a column of `Preferences`, and listed once in `Meta`."""

    offsets = forms.TypedMultipleChoiceField(
        label=_("Remind me before a deadline"), required=False, coerce=int, widget=forms.CheckboxSelectMultiple,
        choices=[
            (72 * HOUR, _("3 days")), (48 * HOUR, _("2 days")), (24 * HOUR, _("24 hours")), (12 * HOUR, _("12 hours")),
            (4 * HOUR, _("4 hours")), (1 * HOUR, _("1 hour")),
        ],
        help_text=_("Only if you haven't moved yet. If the deadline changes, we remind you again."),
    )  # fmt: skip
    mail = forms.BooleanField(label=_("Email me"), required=False)
    rhythm = forms.ChoiceField(
        label=_("How often"), widget=forms.RadioSelect,
        choices=[
            ("each", _("As things happen, with several in one email")), ("daily", _("Once a day, most urgent first")),
        ],
    )  # fmt: skip

    class Meta:
        model = Preferences
        fields = (
            "offsets", "quiet_from", "quiet_until", "rings_when_near", "talk", "circles", "digest_time",
            "plays_from_mail", "is_bare", "webhook_kind", "webhook_url",
        )  # fmt: skip
        labels = {
            "quiet_from": _("Quiet hours from"), "quiet_until": _("Quiet hours until"),
            "rings_when_near": _("Still notify me when a deadline is close"), "talk": _("Notify me about chat"),
            "circles": _("Notify me when a table opens in one of my circles"),
            "digest_time": _("Time of the daily email"), "webhook_kind": _("Webhook type"),
            "webhook_url": _("Webhook URL"),
            "plays_from_mail": _("Let me play from emails and notifications, without logging in"),
            "is_bare": _("Say nothing about the game in emails"),
        }  # fmt: skip
        help_texts = {
            "quiet_until": _("We don't notify you in these hours or in the nights of your calendar. "
                             "Reminders come earlier instead."),
            "talk": _("By email, browser and webhook, but only messages that you haven't read within a few minutes."),
            "circles": _("You can turn this off for a single circle in its settings."),
            "digest_time": _("If a deadline is too close to wait, we email you right away."),
            "plays_from_mail": _("Anybody you forward an email to can see and play the turn in it, and unsubscribe "
                                 "you, but nothing else."),
            "is_bare": _("Only that it's your turn, until when, and a link."),
            "webhook_url": _("In Discord or Slack, add an integration to a channel to get a URL. "
                             "Leave empty for no webhook."),
        }  # fmt: skip
        widgets = {
            "quiet_from": _TIME, "quiet_until": _TIME, "digest_time": _TIME, "talk": forms.RadioSelect,
            "webhook_url": forms.URLInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        }  # fmt: skip

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if not settings.TURN_LINKS:
            del self.fields["plays_from_mail"]
        if settings.INBOX_ADDRESS:
            reply = _("To write in a table's chat, just reply to an email about it.")
            self.fields["talk"].help_text = f"{self.fields['talk'].help_text} {reply}"
        kept: Preferences = self.instance
        daily = kept.digest_time
        self.initial.update(
            mail=kept.user.mail_turns, rhythm="daily" if daily else "each", digest_time=daily or MORNING
        )

    def clean_offsets(self) -> list[int]:
        """The times before a deadline, the longest first."""
        return sorted(self.cleaned_data["offsets"], reverse=True)

    def clean_webhook_url(self) -> str:
        """Require a URL of a public site. The addresses of its host are checked again before each message."""
        url: str = self.cleaned_data["webhook_url"].strip()
        return _require_public_url(url) if url else ""

    def clean(self) -> dict[str, Any]:
        """Require both ends of the quiet hours or neither, and a time for a daily digest."""
        data: dict[str, Any] = super().clean() or {}
        if (data.get("quiet_from") is None) != (data.get("quiet_until") is None) and not self.errors:
            self.add_error("quiet_until", _("Enter both times, or leave both empty."))
        if data.get("rhythm") != "daily":
            data["digest_time"] = None
        elif data.get("digest_time") is None and "digest_time" not in self.errors:
            self.add_error("digest_time", _("Enter the time for the daily email."))
        return data


class AlarmForm(forms.Form):
    """How long before each deadline a calendar program should sound an alarm, if at all."""

    alarm = forms.IntegerField(required=False, min_value=1, max_value=7 * 24 * HOUR)  # minutes

    def clean_alarm(self) -> timedelta | None:
        """The time before the deadline, or None without an alarm."""
        minutes = self.cleaned_data["alarm"]
        return None if minutes is None else timedelta(minutes=minutes)


class PushForm(forms.Form):
    """A browser's push subscription, as sent by the browser."""

    endpoint = forms.CharField(max_length=ENDPOINT_LENGTH)
    p256dh = forms.CharField(max_length=100)
    auth = forms.CharField(max_length=40)
    old = forms.CharField(max_length=ENDPOINT_LENGTH, required=False)  # to renew: the endpoint until now

    def clean_endpoint(self) -> str:
        """Require a URL of a public site."""
        return _require_public_url(self.cleaned_data["endpoint"])

    def clean_p256dh(self) -> str:
        """Require an uncompressed point of the curve."""
        from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey  # noqa: PLC0415  # slow to import, and few processes need it

        word, point = _bytes_of(self.cleaned_data["p256dh"], 65)
        try:
            EllipticCurvePublicKey.from_encoded_point(SECP256R1(), point)
        except ValueError as error:
            raise ValidationError(_("Expected a point of the curve."), code="point") from error
        return word

    def clean_auth(self) -> str:
        """Require a secret of 16 bytes."""
        return _bytes_of(self.cleaned_data["auth"], 16)[0]


def _require_public_url(url: str) -> str:
    try:
        host = expect_sendable(url).hostname or ""
    except NotDelivered as error:
        raise ValidationError(_NOT_SENDABLE, code="not_sendable") from error
    with suppress(ValueError):
        ipaddress.ip_address(host)
        if not is_reachable(host):
            raise ValidationError(_NOT_SENDABLE, code="not_public")
    return url


def _bytes_of(word: str, length: int) -> tuple[str, bytes]:
    """Return the word and its bytes if it is base64url for `length` bytes; raises ValidationError."""
    try:
        found = base64.b64decode(word + "=" * (-len(word) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError) as error:
        raise ValidationError(_("Expected base64url."), code="encoding") from error
    if len(found) != length:
        raise ValidationError(_("Expected a key of another length."), code="length")
    return word, found


def browser_label(agent: str) -> str:
    """A name that lets the owner recognise the browser: "Firefox, Linux"."""
    return ", ".join(
        next((name for mark, name in marks if mark in agent), other)
        for marks, other in ((_BROWSERS, str(_("Browser"))), (_SYSTEMS, str(_("unknown system"))))
    )


# The first match wins, because each browser's user agent also names several others.
_BROWSERS = (
    ("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("Chrom", "Chrome"), ("Safari", "Safari"),
)  # fmt: skip
_SYSTEMS = (
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("Mac OS", "macOS"),
    ("Linux", "Linux"),
)  # fmt: skip
