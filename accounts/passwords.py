"""Rejects passwords that somebody who knows this site would try first."""

import re

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.models import User

__all__ = ["SiteWordsValidator"]

# Listed in docs/security.md.
WORDS = (
    "captain", "captains", "table", "tables", "captivate", "cardline", "cannonade", "cannonades", "captneli", "eli",
    "nautilus", "undersea", "adventures", "game", "games", "card", "cards", "board", "play", "player", "admin",
    "administrator", "moderator", "the", "my",
)  # fmt: skip
_NOTHING_ELSE = re.compile(f"(?:{'|'.join(WORDS)})+")


class SiteWordsValidator:
    """Rejects passwords that consist of the site's words, digits and signs."""

    def validate(self, password: str, user: User | None = None) -> None:
        """Raise ValidationError if all letters of the password form words of the site."""
        letters = "".join(each for each in password.casefold() if each.isalpha())
        if _NOTHING_ELSE.fullmatch(letters):
            raise ValidationError(
                _("Whoever knows this site would try that password first."), code="password_site_words"
            )

    def get_help_text(self) -> str:
        """The requirement as a sentence."""
        return _("Your password cannot be made of the words of this site.")
