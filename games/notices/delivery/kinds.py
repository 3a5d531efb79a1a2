"""All kinds of notices: their texts, what they are about, and when they are out of date."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from django.utils.translation import gettext_lazy as _

from games.engine.presenter import Text
from games.ledger.circles import is_member
from games.models import Member, Notice, Preferences, Seat, Table
from games.notices.delivery.context import DeliveryContext

_Kind, _Reason, _Talk = Notice.Kind, Notice.Reason, Preferences.Talk

IsStale: TypeAlias = Callable[[Notice, Table, DeliveryContext], bool]


def _has_left(notice: Notice, table: Table, context: DeliveryContext) -> bool:
    seat = context.seats.get(table.pk)
    return seat is not None and seat.has_left


def _is_not_awaited(notice: Notice, table: Table, context: DeliveryContext) -> bool:
    seat = context.seats.get(table.pk)
    return seat is None or not seat.is_awaited or seat.turn_ply != notice.ply


def _has_moved(notice: Notice, table: Table, context: DeliveryContext) -> bool:
    seat = context.seats.get(table.pk)
    return seat is not None and seat.deadline != notice.about


def _is_not_for(notice: Notice, table: Table, context: DeliveryContext) -> bool:
    """Whether the person has left the table's circle, or sits at the table."""
    return table.pk in context.seats or not is_member(context.user, table.circle_id)


def _is_unwanted(notice: Notice, table: Table, context: DeliveryContext) -> bool:
    quiet = Member.objects.filter(circle=table.circle_id, user=context.user, is_quiet=True)
    return not context.preferences.circles or quiet.exists()


_LEFT = (_Reason.LEFT, _has_left)
_ASKED = (_LEFT, (_Reason.NOT_AWAITED, _is_not_awaited))
_GONE = (_Reason.LEFT, lambda notice, table, context: table.pk not in context.seats)
_GOES_ON = ((_Reason.GOES_ON, lambda notice, table, context: table.is_running),)
# All notices about a table start the same, so that they sort together.
OF_TABLE = _("%(title)s %(number)s with %(others)s: %(what)s")


@dataclass(frozen=True)
class KindOfNotice:
    """The wording of a kind of notice, and when it is out of date."""

    what: Text = ""  # of a notice about a table: the end of its subject
    heading: Text = ""  # of a notice about a table or a decision
    subject: Text = OF_TABLE
    text: Text = ""  # of a notice about no table
    stale: tuple[tuple[Notice.Reason, IsStale], ...] = (_LEFT,)  # the first that applies is the reason
    asks: bool = False  # the player must act
    shows_position: bool = False  # in emails
    is_sent_muted: bool = False  # even about muted tables
    is_ordered: bool = False  # the player chose its time

    def subject_of(self, words: Mapping[str, Any]) -> str:
        """The subject, with the words of a table."""
        return str(self.subject) % {**words, "what": str(self.what) % words} if words else str(self.subject)

    def heading_of(self, words: Mapping[str, Any]) -> str:
        """The heading, with the words of a table."""
        return str(self.heading) % words


KINDS: dict[str, KindOfNotice] = {
    _Kind.TURN: KindOfNotice(
        _("your turn"), _("It's your turn in %(title)s"), stale=_ASKED, asks=True, shows_position=True
    ),
    _Kind.REMINDER: KindOfNotice(
        _("%(left)s left for your move"),
        _("You have %(left)s left for your move in %(title)s"),
        stale=(*_ASKED, (_Reason.DEADLINE_MOVED, _has_moved)), asks=True, shows_position=True,
    ),
    _Kind.FINISHED: KindOfNotice(
        _("game over"), _("Your game of %(title)s is over"), stale=_GOES_ON, shows_position=True,
        is_sent_muted=True,
    ),
    _Kind.INVITATION: KindOfNotice(
        subject=_("You're invited to a game of %(title)s"),
        heading=_("We've saved you a seat in a game of %(title)s"),
        stale=((_Reason.NOT_OPEN, lambda notice, table, context: not table.is_open), _LEFT),
    ),
    _Kind.CANCELLED: KindOfNotice(
        subject=_("Your game of %(title)s was cancelled (table %(number)s)"),
        heading=_("A game of %(title)s that you had joined was cancelled"),
        stale=_GOES_ON, is_sent_muted=True,
    ),
    _Kind.STARTED: KindOfNotice(_("the game has started"), _("Your game of %(title)s has started")),
    _Kind.TIMEOUT: KindOfNotice(
        _("time-out: %(fate)s"), _("You ran out of time for a move in %(title)s: %(fate)s"),
        stale=(),  # it may be about how the seat was lost
    ),
    _Kind.STOPPED: KindOfNotice(
        _("game paused"),
        _("Your game of %(title)s is paused, because this site no longer supports its rules. Nothing is lost,"
          " and the clocks are stopped"),
        stale=((_Reason.GOES_ON, lambda notice, table, context: not table.is_held), _LEFT),
    ),
    _Kind.PROPOSAL: KindOfNotice(
        _("please vote on a proposal"), _("There's a proposal to vote on in %(title)s"),
        stale=((_Reason.NOT_PROPOSED, lambda notice, table, context: notice.ply not in context.proposals), _LEFT),
    ),
    _Kind.TALK: KindOfNotice(
        _("new chat from %(who)s"), _("%(who)s wrote in the chat of %(title)s"),
        stale=(
            _GONE, (_Reason.UNWANTED, lambda notice, table, context: context.preferences.talk != _Talk.ALL),
            (_Reason.READ, lambda notice, table, context: table.pk not in context.unread_talk.lines), _LEFT,
        ),
    ),
    _Kind.MENTION: KindOfNotice(
        _("%(who)s mentioned you"), _("%(who)s mentioned you in %(title)s"),
        stale=(
            _GONE, (_Reason.UNWANTED, lambda notice, table, context: context.preferences.talk == _Talk.NOTHING),
            (_Reason.READ, lambda notice, table, context: table.pk not in context.unread_talk.mentioning), _LEFT,
        ),
    ),
    _Kind.DECISION: KindOfNotice(
        subject=_("Message from a Captain's Table moderator"), stale=(), is_sent_muted=True
    ),
    _Kind.DIGEST: KindOfNotice(is_ordered=True),  # its subject depends on its content
    _Kind.TEST: KindOfNotice(
        subject=_("Test message from Captain's Table"), text=_("It worked. Your notifications will arrive here."),
        is_ordered=True,
    ),
    _Kind.TOURNAMENT: KindOfNotice(
        subject=_("Tournament news"),
        text=_("A tournament that you've joined has started or is over, or your circle has a new one."
               " See Tournaments on our site."
               " When it has started, your first game is among your tables."),
    ),
    _Kind.CIRCLE: KindOfNotice(
        subject=_("A game of %(title)s in %(circle)s"),
        heading=_("A table of %(title)s is open in your circle %(circle)s"),
        stale=(
            (_Reason.NOT_OPEN, lambda notice, table, context: not table.is_open),
            (_Reason.LEFT, _is_not_for), (_Reason.UNWANTED, _is_unwanted),
        ),
    ),
    _Kind.WEBHOOK_OVER: KindOfNotice(
        subject=_("Your Captain's Table webhook was turned off"),
        text=_("It hasn't accepted our messages for a day or longer, so we stopped sending to it."
               " Once it works again, turn it back on in your notification settings."),
    ),
    _Kind.MAIL_OVER: KindOfNotice(
        subject=_("We can't email you at your address"),
        text=_("Its mail server keeps rejecting our emails, so we stopped sending them. You can have us try again in"
               " your notification settings, or change your email address in your account."),
    ),
}  # fmt: skip
# The wording if the player is asked out of turn.
ANSWERS: dict[str, KindOfNotice] = {
    _Kind.TURN: KindOfNotice(_("your answer"), _("%(title)s: you have a question to answer")),
    _Kind.REMINDER: replace(KINDS[_Kind.REMINDER], what=_("%(left)s left for your answer")),
}


def why_stale(notice: Notice, context: DeliveryContext) -> str:
    """Why the notice is out of date; empty if it is not."""
    table = notice.table
    if table is None:
        return ""
    return next((reason for reason, is_so in KINDS[notice.kind].stale if is_so(notice, table, context)), "")


def seat_asked(notice: Notice, context: DeliveryContext) -> Seat | None:
    """The person's seat, if the notice is about a move that it must make."""
    return context.seats.get(notice.table_id or 0) if KINDS[notice.kind].asks else None
