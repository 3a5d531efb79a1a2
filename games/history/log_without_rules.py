"""The log of a game whose rules are missing: its public part, in its title's current words."""

from games.engine.codec import load_events
from games.engine.contract import Event, never_fades
from games.engine.presenter import Names
from games.models import MoveRecord, Table
from games.presenters import PRESENTERS
from games.tables.log import LogLine, plies_taken_back
from games.tables.words import note_sentence
from games.titles import TITLES

_UNKNOWN = (LookupError, TypeError, ValueError, AttributeError)  # facts that the current words do not fit


def bare_lines(table: Table, records: list[MoveRecord], names: Names) -> list[LogLine]:
    """Lines of these records, newest first, without private facts."""
    undone = plies_taken_back(table, records)
    return [
        LogLine(each.ply, each.made_at, each.seat, _text(table, each, names), "", (), each.ply in undone)
        for each in records
    ]


def _text(table: Table, record: MoveRecord, names: Names) -> str:
    if record.kind != MoveRecord.Kind.NOTE and _may_fade(table):
        return _plain(record, names)
    told = [str(_sentence(table, record, event, names)) for event in load_events(record.events)]
    return " ".join(filter(None, told)) or _plain(record, names)


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


def _plain(record: MoveRecord, names: Names) -> str:
    """The player's name and the kind of the ply."""
    kind = str(record.get_kind_display())
    return kind if record.seat is None else f"{names[record.seat]}: {kind}"
