"""Access by programs: the tokens of a person, and the answers to requests that a program may repeat."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

TOKEN_NAME = 60  # characters
KEY_LENGTH = 100  # of an `Idempotency-Key`


class ApiToken(models.Model):
    """A token with which a program acts for a person. We store only its hash."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("name"), max_length=TOKEN_NAME)
    digest = models.CharField(max_length=64, unique=True)  # SHA-256 of the token
    ending = models.CharField(max_length=4)  # the token's last characters, for its owner to recognise it
    scopes = models.CharField(
        pgettext_lazy("what an access token allows", "may"), max_length=60
    )  # separated by spaces
    # The application that the person gave it to; None for a token of their own
    application = models.ForeignKey(
        "oauth2_provider.Application", models.CASCADE, null=True, blank=True, related_name="captain_tokens"
    )
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    expires_at = models.DateTimeField(_("expires"), null=True, blank=True)  # None: never
    used_at = models.DateTimeField(_("last used"), null=True, blank=True)  # to the hour

    class Meta:
        verbose_name = _("access token")
        verbose_name_plural = _("access tokens")
        indexes: ClassVar = [models.Index(fields=["expires_at"], name="token_expiry")]

    def __str__(self) -> str:
        return self.name


class ApiAnswer(models.Model):
    """The answer to a request with an `Idempotency-Key`. A repeat gets the same answer, and nothing is done again."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    key = models.CharField(max_length=KEY_LENGTH)
    request = models.CharField(max_length=64)  # SHA-256 of method, path, `If-Match` and body
    status = models.PositiveSmallIntegerField(default=0)
    headers = models.JSONField(default=dict)
    body = models.BinaryField(default=b"")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("stored answer")
        verbose_name_plural = _("stored answers")
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "key"], name="answered_once")]
        indexes: ClassVar = [models.Index(fields=["made_at"], name="answer_age")]

    def __str__(self) -> str:
        return f"{self.status} for {self.user_id}"
