"""Passwords that somebody who knows this site would try first."""

import re

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.models import User

__all__ = ["SiteWordsValidator"]

# docs/security.md lists them.
WORDS = (
    "captain", "captains", "table", "tables", "captivate", "cardline", "cannonade", "cannonades", "captneli", "eli",
    "nautilus", "undersea", "adventures", "game", "games", "card", "cards", "board", "play", "player", "admin",
    "administrator", "moderator", "the", "my",
)  # fmt: skip
_NOTHING_ELSE = re.compile(f"(?:{'|'.join(WORDS)})+")


class SiteWordsValidator:
    """Refuses a password that has words of the site, and beside them only digits and signs."""

    def validate(self, password: str, user: User | None = None) -> None:
        """Raise ValidationError if the letters of the password are words of the site and nothing else."""
        letters = "".join(each for each in password.casefold() if each.isalpha())
        if _NOTHING_ELSE.fullmatch(letters):
            raise ValidationError(
                _("Whoever knows this site would try that password first."), code="password_site_words"
            )

    def get_help_text(self) -> str:
        """What is asked for, as a sentence."""
        return _("Your password cannot be made of the words of this site.")
