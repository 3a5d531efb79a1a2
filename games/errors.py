"""Errors that refuse a request to a table. Each has a stable code, an HTTP status and a sentence for people.

TableError            code               status
+-- MalformedInput    malformed          400
+-- NotAllowed        not-allowed        403
+-- ChangedMeanwhile  changed-meanwhile  409
+-- NotAwaited        not-awaited        409
+-- NotPossible       not-possible       409
|   +-- RulesMissing  rules-missing      409
+-- IllegalMove       illegal            422
+-- TooOften          too-often          429
+-- NotWritable       not-writable       503
"""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class TableError(Exception):
    """The request was refused; nothing was changed."""

    code = "error"
    status = 400
    sentence: str | Promise = _("That did not work.")
    retry_after = 0  # seconds; 0 if trying again makes no difference

    def __init__(self, sentence: str | Promise | None = None, *, retry_after: int = 0) -> None:
        self.sentence = sentence or type(self).sentence
        self.retry_after = retry_after or type(self).retry_after
        super().__init__(self.code)


class MalformedInput(TableError):
    """The form differs from those that our pages send."""

    code = "malformed"
    sentence = _("Your browser sent something we didn't understand. Nothing was changed.")


class NotAllowed(TableError):
    """The user may see the table but not do this."""

    code = "not-allowed"
    status = 403
    sentence = _("You can't do that at this table.")


class ChangedMeanwhile(TableError):
    """The page is older than the table."""

    code = "changed-meanwhile"
    status = 409
    sentence = _(
        "The table has changed since you opened this page, so nothing was done. Here is its current state."
    )


class NotAwaited(TableError):
    """The seat need not act now."""

    code = "not-awaited"
    status = 409
    sentence = _("It's not your turn now. Nothing was changed.")


class NotPossible(TableError):
    """The current state of the table does not allow this."""

    code = "not-possible"
    status = 409


class RulesMissing(NotPossible):
    """This release does not play the rules of the table."""

    code = "rules-missing"
    sentence = _(
        "This game is paused, because this site no longer supports its rules. Nothing is lost, and no clock is "
        "running. Its players can agree to call it off, and so can a moderator."
    )


class IllegalMove(TableError):
    """The move is well formed, but the rules do not allow it now."""

    code = "illegal"
    status = 422
    sentence = _("The rules don't allow that move now. Nothing was changed.")


class TooOften(TableError):
    """The user has done this too often in a short time."""

    code = "too-often"
    status = 429
    retry_after = 60
    sentence = _("You have done that too often. Wait a moment, then try again.")


class NotWritable(TableError):
    """Nothing can be written now, as on a full disk."""

    code = "not-writable"
    status = 503
    retry_after = 60
    sentence = _("We can't save anything right now. Your choices are still here: try again in a few minutes.")
