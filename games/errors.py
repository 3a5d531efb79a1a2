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
    status = 400
    sentence = _("Your browser sent something that this page does not understand. Nothing was changed.")


class NotAllowed(TableError):
    """The user may see the table but not do this."""

    code = "not-allowed"
    status = 403
    sentence = _("You cannot do that at this table.")


class ChangedMeanwhile(TableError):
    """The page is older than the table."""

    code = "changed-meanwhile"
    status = 409
    sentence = _("The table has changed meanwhile. Nothing was done: here is how it stands now.")


class NotAwaited(TableError):
    """The seat need not act now."""

    code = "not-awaited"
    status = 409
    sentence = _("The table is not waiting for you now. Nothing was changed.")


class NotPossible(TableError):
    """The current state of the table does not allow this."""

    code = "not-possible"
    status = 409


class RulesMissing(NotPossible):
    """This release does not play the rules of the table."""

    code = "rules-missing"
    sentence = _(
        "This game is stopped: the site has new rules, and does not play those that it began with any more. Nothing "
        "of it is lost, and no clock runs. Its players can agree to call it off, and moderators can, too."
    )


class IllegalMove(TableError):
    """The move is well formed, but the rules do not allow it now."""

    code = "illegal"
    status = 422
    sentence = _("The rules do not allow that move now. Nothing was changed.")


class TooOften(TableError):
    """The user has done this too often in a short time."""

    code = "too-often"
    status = 429
    retry_after = 60
    sentence = _("You have done that a lot within a short time. Wait a moment before you go on.")


class NotWritable(TableError):
    """Nothing can be written now, as on a full disk."""

    code = "not-writable"
    status = 503
    retry_after = 60
    sentence = _(
        "Nothing can be written just now. What you chose is still chosen: try again in a few minutes."
    )
