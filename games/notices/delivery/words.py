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

__all__ = ["WORDS", "KindWords", "fate_words", "others_at", "time_left"]

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
            _("You are asked for an answer at %(title)s") % words
            if words.get("is_answer")
            else _("It is your turn at %(title)s") % words
        ),
    ),
    Notice.Kind.REMINDER: KindWords(
        _asking,  # the same as the turn's, so that mail programs thread them
        lambda words: _("%(left)s left for your move at %(title)s") % words,
    ),
    Notice.Kind.FINISHED: KindWords(
        lambda words: _of_table(words, _("game over")),
        lambda words: _("Your game of %(title)s is over") % words,
    ),
    Notice.Kind.INVITATION: KindWords(
        lambda words: _("You are invited to a table of %(title)s") % words,
        lambda words: _("A seat is kept for you at %(title)s") % words,
    ),
    Notice.Kind.CANCELLED: KindWords(
        lambda words: _("Table %(number)s of %(title)s was closed") % words,
        lambda words: _("A table of %(title)s that you had joined was closed") % words,
    ),
    Notice.Kind.STARTED: KindWords(
        lambda words: _of_table(words, _("the game has begun")),
        lambda words: _("Your table of %(title)s has begun") % words,
    ),
    Notice.Kind.TIMEOUT: KindWords(
        lambda words: _of_table(words, _("time-out, %(fate)s") % words),
        lambda words: _("Your time for a move at %(title)s ran out: %(fate)s") % words,
    ),
    Notice.Kind.STOPPED: KindWords(
        lambda words: _of_table(words, _("the game stands still")),
        lambda words: (
            _(
                "The site does not play the rules of your table of %(title)s any more: nothing is lost, and no time"
                " runs"
            )
            % words
        ),
    ),
    Notice.Kind.PROPOSAL: KindWords(
        lambda words: _of_table(words, _("you are asked to agree")),
        lambda words: _("Somebody proposes something at %(title)s") % words,
    ),
    Notice.Kind.TALK: KindWords(
        lambda words: _of_table(words, _("table talk of %(who)s") % words),
        lambda words: _("%(who)s: table talk at %(title)s") % words,
    ),
    Notice.Kind.MENTION: KindWords(
        lambda words: _of_table(words, _("you are mentioned by %(who)s") % words),
        lambda words: _("%(who)s: you are mentioned at %(title)s") % words,
    ),
    Notice.Kind.DECISION: KindWords(
        lambda words: _("Word of a moderator of Captain's Table"),
        lambda words: _("A moderator has decided something that concerns you"),
    ),
    Notice.Kind.TEST: KindWords(
        lambda words: _("A trial message from Captain's Table"),
        text=lambda words: _("What your tables have to tell will come this way."),
    ),
    Notice.Kind.WEBHOOK_OVER: KindWords(
        lambda words: _("Your webhook at Captain's Table was given up"),
        text=lambda words: _(
            "It has refused our messages, or not answered them, for a day or longer. Nothing is posted to it any more."
            " Once it works, you can switch it on again on the page of your notifications."
        ),
    ),
    Notice.Kind.MAIL_OVER: KindWords(
        lambda words: _("Your mail address takes no mail from Captain's Table"),
        text=lambda words: _(
            "Its mail server refuses our mails for good, so we send none any more. On the page of your notifications"
            " you can have us try again; your mail address you change in your account."
        ),
    ),
}  # a digest's subject depends on its content


def fate_words(table: Table, seat: Seat | None) -> str:
    """What a time-out did to the seat, and how many more in a row would cost it."""
    if seat is None:
        return _("and your seat has gone to another player")
    if seat.has_left:
        return _("and you are out of the game")
    if seat.is_kept:
        return _("a bot plays for you, until you say that you are back")
    if seat.is_offered:
        return _("and your seat is offered to others; make your move, and it is yours again")
    left = IN_A_ROW - seat.timeouts
    if not (table.is_running and 0 < left < IN_A_ROW):
        return _("the site played for you")
    return ngettext(
        "the site played for you; %(num)s more in a row costs you the seat",
        "the site played for you; %(num)s more in a row cost you the seat",
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
