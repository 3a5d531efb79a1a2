"""A table's log in sentences, with only what the reader may know now, and links to the rules."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import Any, TypeAlias

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from markupsafe import Markup, escape

from accounts.lookalikes import distinct_names
from accounts.row_query import RowQuery
from games.engine.codec import load_events
from games.engine.contract import Facts
from games.engine.presenter import Names
from games.engine.registry import AnyGame
from games.engine.replay import taken_back
from games.models import MoveRecord, Seat, Table
from games.models.seat import IN_A_ROW
from games.presenters import PRESENTERS
from games.tables.packed import packed_before, packed_undos
from games.tables.table_rules import game_at
from games.tables.words import note_sentence

LINES = 15  # plies of the log beside the board
PAGE = 40  # plies on one page of the log
_LATEST = RowQuery(
    MoveRecord,
    "SELECT {columns} FROM games_moverecord WHERE table_id = %s AND ply < %s ORDER BY ply DESC LIMIT %s",
    only=[field.name for field in MoveRecord._meta.concrete_fields if field.name not in ("kept", "move")],
)

Told: TypeAlias = tuple[tuple[str, Facts], ...]  # events by type and facts


@dataclass(frozen=True)
class LogLine:
    """One ply of the log."""

    ply: int
    when: datetime
    seat: int | None
    text: str
    cause: str  # how the ply was made, if not by its player
    events: Told  # as far as the reader may know them
    is_taken_back: bool = False
    is_decision: bool = False  # a moderator's decision about the table


def names_of(seats: Iterable[Seat]) -> Names:
    """The name of each seat: its player's, with the user name if two names are similar, or the seat's number."""
    found = list(seats)
    players = [seat.user for seat in found if seat.user is not None]
    names = iter(distinct_names([(str(player), player.username) for player in players]))
    return tuple(
        next(names) if seat.user else _("Seat %(number)d") % {"number": seat.number + 1} for seat in found
    )


People: TypeAlias = tuple[
    tuple[str, str], ...
]  # names at a table, each with the address of its player's page
SHORT = 5  # letters; a shorter word in lower case, such as "to", may not mean the player of that name


def people_of(seats: Iterable[Seat]) -> People:
    """The names at a table that log lines link to a page. Guests have no page."""
    found = list(seats)
    named = [(name, seat.user) for seat, name in zip(found, names_of(found), strict=True)]
    return tuple(
        (name, reverse("player", args=[user.username]))
        for name, user in named
        if user is not None and not user.is_guest and not (name.islower() and len(name) < SHORT)
    )


def log_page(
    table: Table, state: Any, seat: int | None, names: Names, *, before: int | None = None, limit: int = PAGE
) -> list[LogLine]:
    """Lines of the latest plies before ply `before`, newest first, as `seat` may read them."""
    return lines_of(table, latest_records(table, before=before, limit=limit), state, seat, names)


def latest_records(table: Table, *, before: int | None = None, limit: int = PAGE) -> list[MoveRecord]:
    """Records of the latest plies before ply `before`, newest first; none newer than the loaded row of the table."""
    end = table.ply if before is None else min(before, table.ply)
    if table.is_packed:
        return packed_before(table, end, limit)
    return _LATEST([table.pk, end, limit])


def lines_of(
    table: Table, records: list[MoveRecord], state: Any, seat: int | None, names: Names
) -> list[LogLine]:
    """The log lines of these records, newest first. Plies without any text are left out."""
    game = game_at(table)
    undone = plies_taken_back(table, records)
    lines = [_line(game, record, state, seat, names) for record in records]
    lines = [replace(line, is_taken_back=True) if line.ply in undone else line for line in lines]
    return [line for line in lines if line.text]


def with_time_out_warnings(table: Table, seats: Iterable[Seat], lines: list[LogLine]) -> list[LogLine]:
    """The lines (newest first), with a warning at each seat's last time-out: how many more would cost the seat."""
    is_told = table.is_running and table.on_timeout == Table.OnTimeout.DEFAULT
    left = {seat.number: IN_A_ROW - seat.timeouts for seat in seats if is_told and seat.timeouts}
    found = []
    for line in lines:
        is_latest = line.cause == MoveRecord.Cause.TIMEOUT and not line.is_taken_back
        more = left.pop(line.seat, 0) if is_latest and line.seat is not None else 0
        found.append(replace(line, text=f"{line.text} {_seat_loss_warning(more)}") if more > 0 else line)
    return found


def _seat_loss_warning(more: int) -> str:
    return ngettext(
        "%(num)s more time-out in a row costs the seat.",
        "%(num)s more time-outs in a row cost the seat.",
        more,
    ) % {"num": more}


def latest_of_seats(log: list[LogLine]) -> tuple[tuple[int, Told], ...]:
    """Each seat's latest ply that was not taken back, newest first."""
    found: dict[int, Told] = {}
    for line in log:
        if line.seat is not None and line.events and not line.is_taken_back:
            found.setdefault(line.seat, line.events)
    return tuple(found.items())


def _line(game: AnyGame, record: MoveRecord, state: Any, seat: int | None, names: Names) -> LogLine:
    events = _events(game, record, state, seat)
    text = _text(game, record, events, names)
    is_secret = record.cause == MoveRecord.Cause.ORDER and record.seat != seat  # only its owner sees an order
    cause = "" if is_secret else record.cause
    is_note = record.kind == MoveRecord.Kind.NOTE
    is_decision = is_note and any(note.type == "moderated" for note in load_events(record.events))
    return LogLine(record.ply, record.made_at, record.seat, text, cause, events, is_decision=is_decision)


def _text(game: AnyGame, record: MoveRecord, events: Told, names: Names) -> str:
    if record.kind == MoveRecord.Kind.UNDO:  # the note after a moderator's undo describes it
        return "" if record.seat is None else _("%(name)s takes back a move.") % {"name": names[record.seat]}
    if record.kind == MoveRecord.Kind.NOTE:
        notes = load_events(record.events)
        return " ".join(note_sentence(note.type, note.public, names) for note in notes)
    tell = PRESENTERS[game.slug].sentence
    told = (str(tell(kind, facts, names)) for kind, facts in events)
    return " ".join(sentence for sentence in told if sentence)


def _events(game: AnyGame, record: MoveRecord, state: Any, seat: int | None) -> Told:
    if record.kind in (MoveRecord.Kind.NOTE, MoveRecord.Kind.UNDO):
        return ()
    return tuple((event.type, game.recall(state, seat, event)) for event in load_events(record.events))


def plies_taken_back(table: Table, records: list[MoveRecord]) -> set[int]:
    """The plies among `records` that were taken back. Notes never are: they are not part of the game."""
    if not records:
        return set()
    undos = [(each.ply, each.back_to or 0) for each in records if each.kind == MoveRecord.Kind.UNDO]
    if records[0].ply < table.ply - 1:  # an older page: undos on later pages may affect its plies
        undos += _undos_after(table, records[0].ply)
    spans = taken_back(undos)
    plies = (each.ply for each in records if each.kind != MoveRecord.Kind.NOTE)
    return {ply for ply in plies if any(ply in span for span in spans)}


def _undos_after(table: Table, ply: int) -> list[tuple[int, int]]:
    """Later undos that reach back to `ply`, and moderators' undos, which may have undone another undo."""
    if table.is_packed:
        return packed_undos(table, ply)
    reach = Q(back_to__lte=ply) | Q(seat__isnull=True)
    undos = MoveRecord.objects.filter(reach, table=table, kind=MoveRecord.Kind.UNDO, ply__gt=ply)
    return [(at, back_to or 0) for at, back_to in undos.values_list("ply", "back_to")]


def explained(text: object, slug: str, people: People = ()) -> Markup:
    """The text with a link to each rule and to each of these people that it mentions, at the first mention."""
    plain = str(text)
    pattern, links = _links_of(slug, get_language(), people)
    if pattern is None:
        return escape(plain)
    parts, end, seen = [], 0, set[str]()
    for found in pattern.finditer(plain):
        style, address = links[found[0]]
        if address in seen:
            continue
        seen.add(address)
        link = Markup('<a class="{}" href="{}">{}</a>').format(style, address, found[0])
        parts += [escape(plain[end : found.start()]), link]
        end = found.end()
    return Markup("").join([*parts, escape(plain[end:])])


@lru_cache(maxsize=1024)
def _links_of(
    slug: str, language: str | None, people: People
) -> tuple[re.Pattern[str] | None, Mapping[str, tuple[str, str]]]:
    """A pattern for a title's words in a language and for people, longest first; class and address of each link."""
    rules = reverse("rules", args=[slug])
    links = {
        word: ("log__rule", f"{rules}#{anchor}")
        for anchor, words in PRESENTERS[slug].links.items()
        for word in str(words).split("|")
        if word
    }
    links |= {name: ("player-link", address) for name, address in people}
    if not links:
        return None, {}
    words = sorted(links, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)"), links
