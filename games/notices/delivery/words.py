"""Subjects and headings of messages, for each kind of notice."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from games.days.deadlines import IN_A_ROW
from games.engine.kit import listed
from games.models import Notice, Seat, Table
from games.tables.log import names_of

HOUR, DAY = 60, 24 * 60  # minutes

Words = Callable[[Mapping[str, Any]], str]

_ANSWER, _TURN = gettext_lazy("your answer"), gettext_lazy("your turn")


def _asking(words: Mapping[str, Any]) -> str:
    return _of_table(words, _ANSWER if words.get("is_answer") else _TURN)


def _of_table(words: Mapping[str, Any], what: object) -> str:
    """A subject that starts the same for all mails about a table, so that they sort together."""
    return _("%(title)s %(number)s with %(others)s: %(what)s") % {**words, "what": what}


@dataclass(frozen=True)
class KindWords:
    """The wording of a kind of notice. Kinds about a table or a decision have a `heading`, the others a `text`."""

    subject: Words
    heading: Words = lambda words: ""
    text: Words = lambda words: ""


WORDS: dict[str, KindWords] = {
    Notice.Kind.TURN: KindWords(
        _asking,
        lambda words: (
            _("%(title)s: you have a question to answer") % words
            if words.get("is_answer")
            else _("It's your turn in %(title)s") % words
        ),
    ),
    Notice.Kind.REMINDER: KindWords(
        _asking,  # the same as the turn's, so that mail programs thread them
        lambda words: _("You have %(left)s left for your move in %(title)s") % words,
    ),
    Notice.Kind.FINISHED: KindWords(
        lambda words: _of_table(words, _("game over")),
        lambda words: _("Your game of %(title)s is over") % words,
    ),
    Notice.Kind.INVITATION: KindWords(
        lambda words: _("You're invited to a game of %(title)s") % words,
        lambda words: _("We've saved you a seat in a game of %(title)s") % words,
    ),
    Notice.Kind.CANCELLED: KindWords(
        lambda words: _("Your game of %(title)s was cancelled (table %(number)s)") % words,
        lambda words: _("A game of %(title)s that you had joined was cancelled") % words,
    ),
    Notice.Kind.STARTED: KindWords(
        lambda words: _of_table(words, _("the game has started")),
        lambda words: _("Your game of %(title)s has started") % words,
    ),
    Notice.Kind.TIMEOUT: KindWords(
        lambda words: _of_table(words, _("time-out: %(fate)s") % words),
        lambda words: _("You ran out of time for a move in %(title)s: %(fate)s") % words,
    ),
    Notice.Kind.STOPPED: KindWords(
        lambda words: _of_table(words, _("game paused")),
        lambda words: (
            _(
                "Your game of %(title)s is paused, because this site no longer supports its rules. Nothing is lost,"
                " and the clocks are stopped"
            )
            % words
        ),
    ),
    Notice.Kind.PROPOSAL: KindWords(
        lambda words: _of_table(words, _("please vote on a proposal")),
        lambda words: _("There's a proposal to vote on in %(title)s") % words,
    ),
    Notice.Kind.TALK: KindWords(
        lambda words: _of_table(words, _("new chat from %(who)s") % words),
        lambda words: _("%(who)s wrote in the chat of %(title)s") % words,
    ),
    Notice.Kind.MENTION: KindWords(
        lambda words: _of_table(words, _("%(who)s mentioned you") % words),
        lambda words: _("%(who)s mentioned you in %(title)s") % words,
    ),
    Notice.Kind.DECISION: KindWords(
        lambda words: _("Message from a Captain's Table moderator"),
        lambda words: _("A moderator has made a decision about you"),
    ),
    Notice.Kind.TEST: KindWords(
        lambda words: _("Test message from Captain's Table"),
        text=lambda words: _("It worked. Your notifications will arrive here."),
    ),
    Notice.Kind.WEBHOOK_OVER: KindWords(
        lambda words: _("Your Captain's Table webhook was turned off"),
        text=lambda words: _(
            "It hasn't accepted our messages for a day or longer, so we stopped sending to it."
            " Once it works again, turn it back on in your notification settings."
        ),
    ),
    Notice.Kind.MAIL_OVER: KindWords(
        lambda words: _("We can't email you at your address"),
        text=lambda words: _(
            "Its mail server keeps rejecting our emails, so we stopped sending them. You can have us try again in"
            " your notification settings, or change your email address in your account."
        ),
    ),
}  # a digest's subject depends on its content


def fate_words(table: Table, seat: Seat | None) -> str:
    """What a time-out did to the seat, and how many more in a row would cost it."""
    if seat is None:
        return _("another player has taken your seat")
    if seat.has_left:
        return _("you are out of the game")
    if seat.is_kept:
        return _("a bot plays for you until you say that you're back")
    if seat.is_offered:
        return _("your seat is offered to others until you make your move")
    left = IN_A_ROW - seat.timeouts
    if not (table.is_running and 0 < left < IN_A_ROW):
        return _("we played a move for you")
    return ngettext(
        "we played a move for you; %(num)s more time-out in a row and you lose your seat",
        "we played a move for you; %(num)s more time-outs in a row and you lose your seat",
        left,
    ) % {"num": left}


def others_at(seats: Iterable[Seat], user: User) -> str:
    """The names of the other players at a table, unambiguous as on its page; empty if there are none."""
    found = list(seats)
    named = zip(found, names_of(found), strict=True)
    return listed(name for seat, name in named if seat.user_id != user.pk and seat.user)


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
