"""The hash chain of a table's log: each entry's hash covers the previous hash and the entry itself.

So nothing can be changed, left out or inserted later. Secrets are included as sealed values that are opened when
the game is over. `docs/chance.md` describes what is hashed; `games.engine.commitments` does the hashing.
"""

import json
from collections.abc import Iterable, Sequence
from datetime import UTC
from typing import Any

from django.utils import translation

from accounts.models import User
from games.engine.chance import SETUP, Chance, Stream
from games.engine.codec import load_events
from games.engine.commitments import (
    SEATING,
    chain_start,
    chained,
    commitment,
    game_key,
    name_digest,
    salt_of,
    sealed,
)
from games.engine.contract import Event
from games.engine.replay import Entry
from games.models import MoveRecord, Seat, Table
from games.models.table import new_seed
from games.tables.table_rules import start_terms

OPEN_NOTES = ("new-seed", "upgraded")  # notes whose facts name nobody


def terms_of(table: Table) -> dict[str, Any]:
    """What the commitment of a table binds besides its seed."""
    return {
        "identity": table.identity, "options": table.options, "players": table.terms.get("players"),
        "rules": table.terms.get("rules"), "rules_version": table.terms.get("rules_version"),
        "seating": str(table.seating), "start": start_terms(table), "title": table.title,
    }  # fmt: skip


def commitment_of(table: Table) -> bytes:
    """The commitment to the table's terms and seed, public from the table's opening on: 32 bytes."""
    return commitment(terms_of(table), bytes(table.seed))


def make_key(table: Table, seats: Iterable[Seat]) -> None:
    """Make the key of a game from its seed and the nonces of its players."""
    nonces = [seat.nonce for seat in seats if seat.nonce]
    table.key = game_key(bytes(table.seed), commitment_of(table), nonces)


def header_of(table: Table, seats: Iterable[Seat]) -> dict[str, Any]:
    """What the chain binds before its first entry: the table, and who sits where and contributed what."""
    key = bytes(table.key)
    return {
        "commitment": commitment_of(table).hex(),
        "seats": [
            {
                "by": contributor(seat), "name": name_digest(key, seat.number, starter_name(seat)),
                "nonce": seat.nonce or None, "number": seat.number,
            }
            for seat in sorted(seats, key=lambda seat: seat.place or 0)
        ],
        "table": table.pk,
    }  # fmt: skip


def contributor(seat: Seat) -> str:
    """Who adds to the chance on this seat: a person, guest or program, or nobody but the site, also for a bot."""
    if seat.user is not None and seat.user.is_bot:
        return "bot"
    return "site" if seat.user is None or not seat.nonce else str(seat.user.kind)


def starter_name(seat: Seat) -> str:
    """The name of the player with whom a seat starts; empty for an empty seat.

    It is in English for every reader, because the log contains its hash.
    """
    return "" if seat.user is None else name_for_log(seat.user)


def name_for_log(user: User) -> str:
    """The user's name with the mark of bots in English."""
    with translation.override("en"):
        return str(user)


def change_key(table: Table, seats: Iterable[Seat]) -> Event:
    """Give a game that resumes a new seed and key, as the old ones are public. Returns the note for the log."""
    old = {"until": table.ply, "seed": bytes(table.seed).hex(), "key": bytes(table.key).hex()}
    table.former_keys = [*table.former_keys, old]
    table.seed = new_seed()
    make_key(table, seats)
    return Event("new-seed", {"commitment": commitment_of(table).hex()})


def key_at(table: Table, ply: int) -> bytes:
    """The key in force when a ply was made."""
    former = (bytes.fromhex(old["key"]) for old in table.former_keys if ply < old["until"])
    return next(former, bytes(table.key))


def chance_at(table: Table, entry: Entry) -> Chance:
    """The stream of chance for an entry of the log."""
    return Chance(key_at(table, entry.ply), *(entry.stream or Stream(entry.ply)))


def setup_chance(table: Table) -> Chance:
    """The stream of chance for the setup."""
    return Chance(key_at(table, SETUP), SETUP)


def draw_seating(table: Table, count: int) -> tuple[int, ...]:
    """Each player's seat number, in order of their places, drawn with the game's key."""
    return Chance(bytes(table.key), SEATING).shuffled(range(count))


def link(table: Table, record: MoveRecord, events: Sequence[Event]) -> None:
    """Append a new log entry to the table's chain."""
    previous = chain_start(json.loads(record.move)) if record.ply == SETUP else bytes(table.chain)
    table.chain = chained(previous, public_part(record, events), seal_of(table, record, events))


def links_of(table: Table, log: Iterable[MoveRecord]) -> dict[int, bytes]:
    """The link of each ply of a whole log, from the setup on. The last is `table.chain` if the log is unchanged."""
    found: dict[int, bytes] = {}
    previous = b""
    for record in log:
        events = load_events(record.events)
        if record.ply == SETUP:
            previous = chain_start(json.loads(record.move))
        previous = chained(previous, public_part(record, events), seal_of(table, record, events))
        found[record.ply] = previous
    return found


def public_part(record: MoveRecord, events: Sequence[Event]) -> dict[str, Any]:
    """The public part of an entry. The facts of most notes are sealed, because names can be erased."""
    is_note = record.kind == MoveRecord.Kind.NOTE
    told = [
        {"facts": {} if is_note and event.type not in OPEN_NOTES else event.public, "type": event.type}
        for event in events
    ]
    return {
        "back_to": record.back_to,
        "cause": "" if record.cause == MoveRecord.Cause.ORDER else str(record.cause),  # standing orders are secret
        "end": json.loads(record.end) if record.end else None, "events": told,
        "kind": str(record.kind), "minute": record.made_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%MZ"),
        "ply": record.ply, "rules_version": record.rules_version, "seat": record.seat,
    }  # fmt: skip


def secret_part(record: MoveRecord, events: Sequence[Event]) -> dict[str, Any]:
    """The sealed part of an entry: cause, move, draws, private facts, the facts of notes, and the position after it."""
    is_note = record.kind == MoveRecord.Kind.NOTE
    hidden = [
        event.public if is_note else {str(seat): facts for seat, facts in event.private.items()}
        for event in events
    ]
    return {
        "cause": str(record.cause), "draws": json.loads(record.draws or "[]"), "hidden": hidden,
        "move": "" if record.ply == SETUP else record.move, "position": record.position,
    }  # fmt: skip


def seal_of(table: Table, record: MoveRecord, events: Sequence[Event]) -> bytes:
    """The seal of an entry. It is stored where the words of a note were changed later."""
    salt = salt_of(key_at(table, record.ply), record.ply)
    return bytes(record.seal) or sealed(salt, secret_part(record, events))
