"""A table's log as one reader may read it now, even if its rules are missing; and the transcript, as plain text."""

from collections.abc import Iterator
from datetime import UTC, datetime

from django.utils.translation import gettext as _

from accounts.models import Reader
from games.engine.codec import load_events
from games.engine.contract import Event, never_fades
from games.engine.kit import labelled
from games.engine.presenter import Names
from games.errors import RulesMissing
from games.models import MoveRecord, Seat, Table
from games.presenters import PRESENTERS
from games.tables.access import seat_of
from games.tables.log import LogLine, latest_records, lines_of, names_of, plies_taken_back
from games.tables.table_rules import state_at
from games.tables.words import note_sentence, reason_words
from games.titles import TITLES

_UNKNOWN = (LookupError, TypeError, ValueError, AttributeError)  # facts that the current words do not fit


def lines_for(table: Table, records: list[MoveRecord], seat: int | None, names: Names) -> list[LogLine]:
    """Log lines as this seat may read them now, newest first; without the rules, only their public part."""
    try:
        return lines_of(table, records, state_at(table), seat, names)
    except RulesMissing:
        return _public_lines(table, records, names)


def _public_lines(table: Table, records: list[MoveRecord], names: Names) -> list[LogLine]:
    """Lines of these records, newest first, without private facts."""
    undone = plies_taken_back(table, records)
    return [
        LogLine(each.ply, each.made_at, each.seat, _text(table, each, names), "", (), each.ply in undone)
        for each in records
    ]


def _text(table: Table, record: MoveRecord, names: Names) -> str:
    if record.kind != MoveRecord.Kind.NOTE and _may_fade(table):
        return _fallback_text(record, names)
    told = [str(_sentence(table, record, event, names)) for event in load_events(record.events)]
    return " ".join(filter(None, told)) or _fallback_text(record, names)


def _may_fade(table: Table) -> bool:
    """Whether an unfinished game may require hiding a part of its log: without its rules we can't know which part."""
    return not table.has_open_secrets and TITLES.game(table.title).fades is not never_fades


def _sentence(table: Table, record: MoveRecord, event: Event, names: Names) -> str:
    if record.kind == MoveRecord.Kind.NOTE:
        return note_sentence(event.type, event.public, names)
    try:
        return str(PRESENTERS[table.title].sentence(event.type, event.public, names))
    except _UNKNOWN:
        return ""


def _fallback_text(record: MoveRecord, names: Names) -> str:
    """The player's name and the kind of the ply."""
    kind = str(record.get_kind_display())
    return kind if record.seat is None else labelled(names[record.seat], kind)


def transcript(user: Reader, table: Table, seats: list[Seat], *, with_names: bool = True) -> str:
    """The whole log of a started table, for a reader who may see it. Times are UTC.

    Without names, players are named by their seats, and notes, the table's number and all times are omitted,
    because they could identify the table.
    """
    names = names_of(seats) if with_names else _seat_names(len(seats))
    mine = seat_of(user, seats)
    records = latest_records(table, limit=table.ply + 1)
    if not with_names:
        records = [each for each in records if each.kind != MoveRecord.Kind.NOTE]
    lines = lines_for(table, records, None if mine is None else mine.number, names)
    head = _head(table, seats, names, with_names=with_names)
    return "\n".join([*head, "", *(_line(line, with_time=with_names) for line in reversed(lines)), ""])


def _seat_names(count: int) -> Names:
    return tuple(_("Seat %(number)d") % {"number": number + 1} for number in range(count))


def _head(table: Table, seats: list[Seat], names: Names, *, with_names: bool) -> Iterator[str]:
    presenter = PRESENTERS[table.title]
    if with_names:
        yield _("%(title)s, table %(number)s") % {"title": presenter.name, "number": table.pk}
    else:
        yield str(presenter.name)
    for name, words in presenter.options.items():
        if name in table.options:
            yield labelled(words.label, words.label_of(table.options[name]))
    if table.is_continued:
        yield _("Continues another game; unranked.")
    yield from _times(table) if with_names else [str(reason_words(table))] * table.is_finished
    for seat in seats:
        rank = "" if seat.rank is None else ", " + _("rank %(rank)s") % {"rank": seat.rank}
        score = "" if seat.score is None else ", " + _("score %(score)s") % {"score": seat.score}
        yield f"{seat.number + 1}. {names[seat.number]}{rank}{score}"


def _times(table: Table) -> Iterator[str]:
    yield _("Started: %(moment)s") % {"moment": _moment(table.started_at)}
    if table.finished_at:
        told = _("Ended: %(moment)s") % {"moment": _moment(table.finished_at)}
        yield f"{told} {reason_words(table)}".rstrip()


def _line(line: LogLine, *, with_time: bool) -> str:
    taken_back = " " + _("(taken back later)") if line.is_taken_back else ""
    when = f"{_moment(line.when)}  " if with_time else ""
    return f"{line.ply + 1:>4}  {when}{line.text}{taken_back}"


def _moment(moment: datetime | None) -> str:
    return "" if moment is None else moment.astimezone(UTC).strftime("%Y-%m-%d %H:%M")
