"""The export of a table: one game as one JSON object, in the format of `docs/export.md`.

While the game runs, it contains public facts and seals for the rest. After the end, it contains everything.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from games.engine.chance import SETUP, Chance, Draw, Recorded
from games.engine.codec import load_events
from games.engine.commitments import commitment
from games.engine.contract import EngineError, Event
from games.engine.replay import Entry, ReplayError, walk
from games.models import MoveRecord, Seat, Table
from games.tables.chain import key_at, links_of, public_part, seal_of, secret_part
from games.tables.log import names_of
from games.tables.packed import packed_after
from games.tables.past import entry_of
from games.tables.table_rules import first_step, game_at, is_playable, start_of, start_terms, state_at
from games.titles import TITLES

FORMAT = "captains-table-game"
VERSION = 1  # of the format


def table_export(table: Table, seats: list[Seat], *, with_names: bool = True) -> dict[str, Any]:
    """One game as JSON values. Without names, it also omits everything that could identify the table."""
    export = _whole(table, seats, with_names=with_names)
    return export if with_names else _nameless(export)


def _nameless(export: dict[str, Any]) -> dict[str, Any]:
    """The export without the table's number, times, and values shown on its pages: hashes, receipts and nonces."""
    bare = {
        **export, "table": None, "identity": None, "started": None, "finished": None, "head": None,
        "seats": [{**each, "nonce": None} for each in export["seats"]],
        "seeds": [{**each, "commitment": None, "seed": None} for each in export["seeds"]],
        "entries": list(map(_nameless_entry, export["entries"])),
    }  # fmt: skip
    return {**bare, "start": {**export["start"], "table": None}} if "start" in export else bare


def _nameless_entry(entry: dict[str, Any]) -> dict[str, Any]:
    is_note = entry["kind"] == MoveRecord.Kind.NOTE
    events = [{**each, "facts": {}} for each in entry["events"]] if is_note else entry["events"]
    return {**entry, "minute": None, "seal": None, "link": None, "events": events}


def _whole(table: Table, seats: list[Seat], *, with_names: bool) -> dict[str, Any]:
    records = _log(table)
    return {
        "format": FORMAT, "version": VERSION,
        "table": table.pk, "identity": table.identity,
        "title": table.title, "options": table.options, "seating": str(table.seating),
        "rules_version": _first_rules(records), "status": str(table.status),
        "started": _minute(table.started_at), "finished": _minute(table.finished_at),
        "seats": list(_seats(table, seats, with_names=with_names)), "result": _result(table, seats),
        "seeds": list(_seeds(table)), "head": bytes(table.chain).hex(),
        "entries": list(_entries(table, records, with_names=with_names)), **_start(table),
    }  # fmt: skip


def _start(table: Table) -> dict[str, Any]:
    """Where a continued table begins. A position could be guessed from its hash, so both stay closed until the end."""
    start = start_of(table)
    if start is None:
        return {}
    if not table.has_open_secrets:
        return {"start": {"table": start.identity, "ply": start.ply, "position": None, "state": None}}
    return {"start": {**(start_terms(table) or {}), "state": start.state}}


def _entries(table: Table, records: list[MoveRecord], *, with_names: bool) -> Iterator[dict[str, Any]]:
    draws = _draws(table, records) if table.has_open_secrets else {}
    links = links_of(table, records)
    is_faded = _fading(table)
    for each in records:
        entry = _entry(table, each, links[each.ply], draws.get(each.ply), with_names=with_names)
        yield _faded(entry) if is_faded(each) else entry


def _fading(table: Table) -> Callable[[MoveRecord], bool]:
    """A test for entries of a running game whose facts its log no longer shows, because memory fades."""
    if table.has_open_secrets:
        return lambda record: False
    if not table.state or not is_playable(table):
        return lambda record: record.kind != MoveRecord.Kind.NOTE
    game, state = game_at(table), state_at(table)

    def fades(event: Event) -> bool:
        known = game.recall(state, None, event)
        return any(name not in known or known[name] != fact for name, fact in event.public.items())

    def is_faded(record: MoveRecord) -> bool:
        return record.kind != MoveRecord.Kind.NOTE and any(map(fades, load_events(record.events)))

    return is_faded


def _faded(entry: dict[str, Any]) -> dict[str, Any]:
    """The entry without forgotten facts and without its seal, which would let anybody test guesses against the link."""
    return {**entry, "events": None, "seal": None}


def _log(table: Table) -> list[MoveRecord]:
    if not table.is_packed:
        return list(MoveRecord.objects.filter(table=table).defer("kept").order_by("ply"))
    return list(packed_after(table, SETUP - 1))


def _minute(moment: datetime | None) -> str | None:
    return None if moment is None else moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%MZ")


def _seats(table: Table, seats: list[Seat], *, with_names: bool) -> Iterator[dict[str, Any]]:
    for seat, name in zip(seats, names_of(seats), strict=True):
        yield {
            "number": seat.number, "place": seat.number if seat.place is None else seat.place,
            "name": name if with_names else None,
            "nonce": seat.nonce if table.state else None, "nonce_by": "player" if seat.is_nonce_own else "site",
        }  # fmt: skip


def _result(table: Table, seats: list[Seat]) -> dict[str, Any] | None:
    if not table.is_finished:
        return None
    ranks, scores = [seat.rank for seat in seats], [seat.score for seat in seats]
    return {"reason": table.reason, "ranks": ranks, "scores": None if None in scores else scores}


def _seeds(table: Table) -> Iterator[dict[str, Any]]:
    """The seeds with their commitments, each with the first ply drawn from it."""
    first = SETUP
    for former in table.former_keys:
        yield _seed(table, first, bytes.fromhex(former["seed"]), former["key"])
        first = former["until"]
    yield _seed(table, first, bytes(table.seed), bytes(table.key).hex())


def _seed(table: Table, first: int, seed: bytes, key: str) -> dict[str, Any]:
    shown = table.has_open_secrets
    return {
        "from": first, "commitment": commitment(table.identity, seed).hex(),
        "seed": seed.hex() if shown else None, "key": key if shown else None,
    }  # fmt: skip


def _entry(
    table: Table, record: MoveRecord, link: bytes, draws: list[Draw] | None, *, with_names: bool
) -> dict[str, Any]:
    events = load_events(record.events)
    key = key_at(table, record.ply)
    hides = (
        not table.has_open_secrets
        or bool(record.seal)
        or (record.kind == MoveRecord.Kind.NOTE and not with_names)
    )
    return {
        **public_part(record, events), "seal": seal_of(key, record, events).hex(), "link": link.hex(),
        "secret": None if hides else secret_part(record, events), "draws": draws,
    }  # fmt: skip


def _draws(table: Table, records: Sequence[MoveRecord]) -> dict[int, list[Draw]]:
    """The draws of each ply, from replaying the log under the game's first rules, as far as possible."""
    game = TITLES.game_of(table.title, _first_rules(records) or 0)
    streams: dict[int, Recorded] = {}

    def stream(ply: int) -> Chance:
        streams[ply] = Recorded(key_at(table, ply), ply)
        return streams[ply]

    if game is not None:
        try:
            first = first_step(game, table, stream(SETUP))
            for _step in walk(game, first, stream, _played(records, _first_rules(records))):
                pass
        except (EngineError, ReplayError):
            pass  # the checkers report what is wrong
    return {ply: made.draws for ply, made in streams.items()}


def _first_rules(records: Sequence[MoveRecord]) -> int | None:
    return records[0].rules_version if records else None


def _played(records: Iterable[MoveRecord], rules_version: int | None) -> Iterator[Entry]:
    for each in records:
        if each.kind in ("move", "leave", "undo") and each.rules_version == rules_version:
            yield entry_of(each)
