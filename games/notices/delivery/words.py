"""Words for messages: a subject and a heading for each kind of notice."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.models import Notice, Seat
from games.tables.log import names_of

__all__ = ["HEADINGS", "SUBJECTS", "others_at", "time_left"]

HOUR, DAY = 60, 24 * 60  # minutes

Words = Callable[[Mapping[str, Any]], str]

SUBJECTS: dict[str, Words] = {
    Notice.Kind.TURN: lambda words: _("Your turn: %(title)s with %(others)s (table %(number)s)") % words,
    Notice.Kind.REMINDER: lambda words: (
        _("%(left)s left: %(title)s with %(others)s (table %(number)s)") % words
    ),
    Notice.Kind.FINISHED: lambda words: _("Game over: %(title)s with %(others)s (table %(number)s)") % words,
    Notice.Kind.INVITATION: lambda words: _("You are invited to a table of %(title)s") % words,
    Notice.Kind.CANCELLED: lambda words: _("Table %(number)s of %(title)s was closed") % words,
    Notice.Kind.STARTED: lambda words: _("%(title)s with %(others)s has begun") % words,
    Notice.Kind.TIMEOUT: lambda words: (
        _("Your time ran out: %(title)s with %(others)s (table %(number)s)") % words
    ),
    Notice.Kind.PROPOSAL: lambda words: (
        _("You are asked to agree: %(title)s with %(others)s (table %(number)s)") % words
    ),
    Notice.Kind.DECISION: lambda words: _("Word of a moderator of Captain's Table"),
    Notice.Kind.TALK: lambda words: _("%(who)s: table talk at %(title)s (table %(number)s)") % words,
    Notice.Kind.MENTION: lambda words: (
        _("%(who)s: you are mentioned at %(title)s (table %(number)s)") % words
    ),
    Notice.Kind.TEST: lambda words: _("A trial message from Captain's Table"),
}
HEADINGS: dict[str, Words] = {
    Notice.Kind.TURN: lambda words: _("It is your turn at %(title)s") % words,
    Notice.Kind.REMINDER: lambda words: _("%(left)s left for your move at %(title)s") % words,
    Notice.Kind.FINISHED: lambda words: _("Your game of %(title)s is over") % words,
    Notice.Kind.INVITATION: lambda words: _("A seat is kept for you at %(title)s") % words,
    Notice.Kind.CANCELLED: lambda words: _("A table of %(title)s that you had joined was closed") % words,
    Notice.Kind.STARTED: lambda words: _("Your table of %(title)s has begun") % words,
    Notice.Kind.TIMEOUT: lambda words: _("Your time for a move at %(title)s ran out") % words,
    Notice.Kind.TALK: lambda words: _("%(who)s: table talk at %(title)s") % words,
    Notice.Kind.MENTION: lambda words: _("%(who)s: you are mentioned at %(title)s") % words,
    Notice.Kind.PROPOSAL: lambda words: _("Somebody proposes something at %(title)s") % words,
    Notice.Kind.DECISION: lambda words: _("A moderator has decided something that concerns you"),
}


def others_at(seats: Iterable[Seat], user: User) -> str:
    """The names of the other players at a table, told apart as on its page; empty if there are none."""
    found = list(seats)
    named = zip(found, names_of(found), strict=True)
    return _(", ").join(name for seat, name in named if seat.user_id != user.pk and seat.user)


def time_left(deadline: datetime, now: datetime) -> str:
    """The time until the deadline, rounded: 3 days, 24 hours, 50 minutes."""
    minutes = max(1, round((deadline - now).total_seconds() / 60))
    if minutes >= 2 * DAY:
        return _counted(ngettext("%(num)s day", "%(num)s days", round(minutes / DAY)), round(minutes / DAY))
    if minutes >= HOUR - 5:
        hours = max(1, round(minutes / HOUR))
        return _counted(ngettext("%(num)s hour", "%(num)s hours", hours), hours)
    return _counted(ngettext("%(num)s minute", "%(num)s minutes", minutes), minutes)


def _counted(words: str, number: int) -> str:
    return words % {"num": number}
