"""Chat and private notes: sends a message, marks messages as read, saves a note.

Everybody with a seat can write, even after leaving the game, and everybody who may see the table can read. The chat
stays open for a while after the end of the game. Members of a circle read and write in its own chat, of which we send
no notices.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce, Greatest
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from accounts.models import Reader, User
from games.errors import ChangedMeanwhile, NotAllowed, NotPossible
from games.ledger import announce
from games.ledger.notices import notices_for_people
from games.models import Block, Member, Notice, Preferences, PrivateNote, Seat, Table, TalkLine, TalkRead
from games.models.talk import LINE_LENGTH, NOTE_LENGTH
from games.tables.access import seat_of
from games.tables.unit_of_work import lock_table
from games.tables.words import until_words
from games.talk.text import clean_text, mentions_in

OPEN_AFTER = timedelta(days=30)  # how long the chat stays open after the end
TELL_AFTER = timedelta(minutes=5)  # people who read a message on the page within this time get no notice
REPEAT = timedelta(seconds=30)  # the same message within this time is a double click

_Kind, _Talk = Notice.Kind, Preferences.Talk


@transaction.atomic
def line_say(user: User, table_id: int, *, text: str) -> TalkLine:
    """Send a message; the same twice within REPEAT counts once. Raises MalformedInput, NotAllowed or NotPossible."""
    table, seats = lock_table(table_id)
    now = timezone.now()
    seat = expect_to_speak(user, table, seats, now)
    text = clean_text(text, LINE_LENGTH)
    if (same := _just_said(TalkLine.objects.filter(table=table), user, text, now)) is not None:
        return same
    line = TalkLine.objects.create(table=table, user=user, seat_number=seat.number, text=text)
    mentioned = _mentioned_people(text, user, [seat.user for seat in seats if seat.user is not None])
    line.mentioned.set(mentioned)
    talk_read(user, table, line_id=line.pk)
    _tell(line, table, seats, mentioned, now)
    return line


@transaction.atomic
def circle_line_say(user: User, circle_id: int, *, text: str) -> TalkLine:
    """Send a message to a circle's chat; the same twice within REPEAT counts once.

    Raises MalformedInput or NotAllowed.
    """
    own = Member.objects.select_for_update().filter(circle=circle_id, user=user).first()
    if own is None:
        raise NotAllowed(_("Only members of this circle can write here."))
    now = timezone.now()
    expect_unmuted(user, now)
    text = clean_text(text, LINE_LENGTH)
    if (same := _just_said(TalkLine.objects.filter(circle=circle_id), user, text, now)) is not None:
        return same
    line = TalkLine.objects.create(circle_id=circle_id, user=user, text=text)
    line.mentioned.set(_mentioned_people(text, user, User.objects.filter(memberships__circle=circle_id)))
    own.read_to = line.pk
    own.save(update_fields=["read_to"])
    return line


def circle_read(own: Member) -> None:
    """Mark all messages of the member's circle as read."""
    newest = (
        TalkLine.objects.filter(circle=own.circle_id).order_by("-pk").values_list("pk", flat=True).first()
    )
    if newest is not None and newest > own.read_to:
        Member.objects.filter(pk=own.pk).update(read_to=Greatest("read_to", newest))


def _just_said(lines: QuerySet[TalkLine], user: User, text: str, now: datetime) -> TalkLine | None:
    """The last of these messages, if the user has just sent it with this text."""
    last = lines.order_by("-pk").first()
    is_same = (
        last is not None and (last.user_id, last.text) == (user.pk, text) and last.said_at > now - REPEAT
    )
    return last if is_same else None


def expect_unmuted(user: User, now: datetime) -> None:
    """Raise NotAllowed if a moderator has muted the user."""
    if user.muted_until is not None and user.muted_until > now:
        words = {"until": until_words(user.muted_until)}
        raise NotAllowed(_("A moderator has muted you %(until)s. You can read, but not write.") % words)


def expect_to_speak(user: Reader, table: Table, seats: list[Seat], now: datetime) -> Seat:
    """Return the user's seat if the user may write at the table now. Raises NotAllowed or NotPossible."""
    seat = seat_of(user, seats)
    if seat is None or not user.is_authenticated:
        raise NotAllowed(_("Only players at this table can write here."))
    expect_unmuted(user, now)
    if table.finished_at is not None and table.finished_at + OPEN_AFTER < now:
        raise NotPossible(_("This game ended a while ago, so its chat is closed."))
    return seat


def _mentioned_people(text: str, user: User, among: Iterable[User]) -> list[User]:
    people = {person.username: person for person in among if person != user}
    return [people[name] for name in sorted(mentions_in(text, people))]


def talk_read(user: User, table: Table, *, line_id: int) -> None:
    """Move the reader's read mark to this message. The mark never moves back, nor beyond the last message."""
    lines = TalkLine.objects.filter(table=table, pk__lte=line_id).order_by("-pk")
    newest = lines.values_list("pk", flat=True).first()
    if newest is None:
        return
    marks = TalkRead.objects.filter(user=user, table=table)
    if not marks.update(line_id=Greatest("line_id", newest)):
        TalkRead.objects.bulk_create(
            [TalkRead(user=user, table=table, line_id=newest)], ignore_conflicts=True
        )


def _tell(line: TalkLine, table: Table, seats: list[Seat], mentioned: Iterable[User], now: datetime) -> None:
    """Update open pages now, and schedule notices for people who don't read the message in time."""
    people = [seat.user_id for seat in seats]
    others = {seat.user_id for seat in seats if seat.user_id and not seat.has_left} - {line.user_id}
    others -= set(Block.objects.filter(by__in=others, person=line.user).values_list("by", flat=True))
    named = {person.pk for person in mentioned}
    for kind, told in _kinds(others, named).items():
        due: dict[int | None, int] = dict.fromkeys(told - _already_notified(table, told, kind), line.pk)
        notices_for_people(table, due, kind, now + TELL_AFTER)
    transaction.on_commit(lambda: announce.announce_talk(table.pk, people))


def _kinds(people: set[int], named: set[int]) -> dict[str, set[int]]:
    """The people who want a notice about the message, by kind of notice."""
    chosen = dict(Preferences.objects.filter(pk__in=people).values_list("pk", "talk"))
    wanted = {person: chosen.get(person, _Talk.MENTIONS) for person in people}
    return {
        _Kind.MENTION: {person for person in people & named if wanted[person] != _Talk.NOTHING},
        _Kind.TALK: {person for person in people - named if wanted[person] == _Talk.ALL},
    }


def _already_notified(table: Table, people: set[int], kind: str) -> set[int]:
    """Which of these people already have a notice about unread messages at this table."""
    if not people:
        return set()
    mark = TalkRead.objects.filter(user=OuterRef("user"), table=table).values("line_id")
    notices = Notice.objects.filter(table=table, user__in=people, kind=kind, about__isnull=True)
    unread = notices.filter(ply__gt=Coalesce(Subquery(mark), 0))
    over = unread.exclude(status=Notice.Status.SUPPRESSED, reason=Notice.Reason.READ)
    return set(over.values_list("user_id", flat=True))


@sensitive_variables("text", "note")
@transaction.atomic
def note_save(user: User, table_id: int, *, text: str, seen_at: datetime | None) -> PrivateNote:
    """Save the note. Raises ChangedMeanwhile if it has changed since `seen_at`, NotAllowed or MalformedInput."""
    table, seats = lock_table(table_id)
    if seat_of(user, seats) is None:
        raise NotAllowed(_("Only players at this table can write notes here."))
    text = clean_text(text, NOTE_LENGTH, may_be_empty=True)
    note = PrivateNote.objects.filter(user=user, table=table).first() or PrivateNote(user=user, table=table)
    if note.text != text:
        if note.changed_at != seen_at:
            raise ChangedMeanwhile(
                _("Your note was changed in another window, so nothing was saved. Check it and save again.")
            )
        note.text = text
        note.save()
    return note
