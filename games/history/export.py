"""The export of a table: one game as one JSON object, in the format of `docs/export.md`.

While the game runs, it contains public facts and seals for the rest. After the end, it contains everything.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from games.engine.chance import SETUP
from games.engine.codec import load_events
from games.engine.commitments import commitment, name_digest
from games.engine.contract import Event
from games.models import Departure, MoveRecord, Seat, Table
from games.tables.chain import (
    contributor,
    key_at,
    links_of,
    name_for_log,
    public_part,
    seal_of,
    secret_part,
    starter_name,
    terms_of,
)
from games.tables.packed import packed_after
from games.tables.table_rules import game_at, is_playable, state_at

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
        "seats": [{**each, "nonce": None, "digest": None} for each in export["seats"]],
        "seeds": [{**each, "commitment": None, "seed": None} for each in export["seeds"]],
        "entries": list(map(_nameless_entry, export["entries"])),
    }  # fmt: skip
    start = bare["start"]
    return bare if start is None else {**bare, "start": {**start, "table": None}}


def _nameless_entry(entry: dict[str, Any]) -> dict[str, Any]:
    events = entry["events"]
    if entry["kind"] == MoveRecord.Kind.NOTE and events[0]["type"] == "new-seed":
        events = [{**events[0], "facts": {"commitment": None}}]
    return {**entry, "minute": None, "seal": None, "link": None, "events": events}


def _whole(table: Table, seats: list[Seat], *, with_names: bool) -> dict[str, Any]:
    records = _log(table)
    return {
        "format": FORMAT, "version": VERSION, "table": table.pk, **terms_of(table), "start": _start(table),
        "status": str(table.status), "started": _minute(table.started_at), "finished": _minute(table.finished_at),
        "seats": list(_seats(table, seats, records, with_names=with_names)), "result": _result(table, seats),
        "seeds": list(_seeds(table)), "head": bytes(table.chain).hex(),
        "entries": list(_entries(table, records, with_names=with_names)),
    }  # fmt: skip


def _start(table: Table) -> dict[str, Any] | None:
    """Where a continued table begins. A position could be guessed from its hash, so both stay closed until the end."""
    if not table.is_continued:
        return None
    start, terms = table.start, terms_of(table)["start"]
    if not table.has_open_secrets:
        return {**terms, "position": None, "state": None}
    return {**terms, "state": start.state}


def _entries(table: Table, records: list[MoveRecord], *, with_names: bool) -> Iterator[dict[str, Any]]:
    links = links_of(table, records)
    is_faded = _fading(table)
    for each in records:
        entry = _entry(table, each, links[each.ply], with_names=with_names)
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


def _seats(
    table: Table, seats: list[Seat], records: list[MoveRecord], *, with_names: bool
) -> Iterator[dict[str, Any]]:
    if not records:
        for seat in seats:
            name = starter_name(seat) if with_names else None
            yield _seat(
                seat.number, seat.number, {"by": contributor(seat), "name": None, "nonce": None}, name
            )
        return
    header = json.loads(records[0].move)["seats"]
    names = first_names(table, seats, header) if with_names else {}
    for place, told in sorted(enumerate(header), key=lambda each: each[1]["number"]):
        yield _seat(told["number"], place, told, names.get(told["number"]))


def _seat(number: int, place: int, told: Mapping[str, Any], name: str | None) -> dict[str, Any]:
    return {
        "number": number, "place": place, "by": told["by"], "nonce": told["nonce"], "name": name,
        "digest": told["name"],
    }  # fmt: skip


def first_names(table: Table, seats: list[Seat], header: Sequence[Mapping[str, Any]]) -> dict[int, str]:
    """The names with which seats began, as far as their players still have them."""
    found = {seat.number: [starter_name(seat)] for seat in seats}
    for left in Departure.objects.filter(table=table).select_related("user"):
        found[left.seat_number].append(name_for_log(left.user))
    return {
        told["number"]: name for told in header for name in found[told["number"]] if _bears(table, told, name)
    }


def _bears(table: Table, told: Mapping[str, Any], name: str) -> bool:
    """Whether this is the name with which the seat began; a player may have another name by now."""
    return bool(name_digest(key_at(table, SETUP), told["number"], name) == told["name"])


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
        "from": first, "commitment": commitment(terms_of(table), seed).hex(),
        "seed": seed.hex() if shown else None, "key": key if shown else None,
    }  # fmt: skip


def _entry(table: Table, record: MoveRecord, link: bytes, *, with_names: bool) -> dict[str, Any]:
    events = load_events(record.events)
    is_closed = not table.has_open_secrets or bool(record.seal)
    hides = is_closed or (record.kind == MoveRecord.Kind.NOTE and not with_names)
    return {
        **public_part(record, events), "seal": seal_of(table, record, events).hex(), "link": link.hex(),
        "secret": None if hides else secret_part(record, events),
    }  # fmt: skip
