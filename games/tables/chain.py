"""The hash chain of a table's log: each entry's hash covers the previous hash and the entry itself.

So nothing can be changed, left out or inserted later. Secrets are included as sealed values that are opened when
the game is over. `docs/chance.md` describes what is hashed; `games.engine.commitments` does the hashing.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC
from typing import Any

from games.engine.chance import Chance
from games.engine.codec import load_events
from games.engine.commitments import (
    SEATING,
    Terms,
    chain_start,
    chained,
    commitment,
    game_key,
    salt_of,
    sealed,
    site_nonce,
)
from games.engine.contract import Event
from games.models import MoveRecord, Seat, Table
from games.models.table import new_seed
from games.tables.table_rules import start_terms

_OPEN = {"commitment"}  # note facts that name nobody


def commitment_of(table: Table) -> bytes:
    """The commitment to the table's seed, public from the table's opening on: 32 bytes."""
    return commitment(table.identity, bytes(table.seed))


def begin_chain(table: Table, seats: Sequence[Seat], rules_version: int) -> None:
    """Make a game's key from the seed and all seats' nonces in order of joining, and begin its chain."""
    for place, seat in enumerate(seats):
        seat.place, seat.nonce = place, nonce_of(table, seat, place)
    table.key = game_key(bytes(table.seed), terms_of(table, seats, rules_version))
    table.chain = chain_start(table.identity, bytes(table.seed))


def nonce_of(table: Table, seat: Seat, place: int) -> str:
    """The nonce that the player sent, or else one derived from the seed and the `place` in the order of joining."""
    return seat.nonce if seat.is_nonce_own else site_nonce(bytes(table.seed), place)


def terms_of(table: Table, seats: Iterable[Seat], rules_version: int) -> Terms:
    """The terms that a game's key binds; `rules_version` is the version at the game's start."""
    in_order = sorted(seats, key=lambda seat: seat.place or 0)
    nonces = [seat.nonce for seat in in_order]
    seating, start = str(table.seating), start_terms(table)
    return Terms(table.identity, table.title, rules_version, table.options, seating, nonces, start)


def change_key(table: Table, seats: Iterable[Seat]) -> Event:
    """Give a game that resumes a new seed and key, as the old ones are public. Returns the note for the log."""
    old = {"until": table.ply, "seed": bytes(table.seed).hex(), "key": bytes(table.key).hex()}
    table.former_keys = [*table.former_keys, old]
    table.seed = new_seed()
    table.key = game_key(bytes(table.seed), terms_of(table, seats, table.rules_version))
    return Event("new-seed", {"commitment": commitment_of(table).hex()})


def key_at(table: Table, ply: int) -> bytes:
    """The key in force when a ply was made."""
    former = (bytes.fromhex(old["key"]) for old in table.former_keys if ply < old["until"])
    return next(former, bytes(table.key))


def chance_at(table: Table, ply: int) -> Chance:
    """The stream of chance for a ply of the log."""
    return Chance(key_at(table, ply), ply)


def draw_seating(table: Table, count: int) -> tuple[int, ...]:
    """Each player's seat number, in order of joining, drawn with the game's key."""
    return Chance(bytes(table.key), SEATING).shuffled(range(count))


def link(table: Table, record: MoveRecord, events: Sequence[Event]) -> None:
    """Append a new log entry to the table's chain."""
    seal = seal_of(bytes(table.key), record, events)
    table.chain = chained(bytes(table.chain), public_part(record, events), seal)


def links_of(table: Table, log: Iterable[MoveRecord]) -> dict[int, bytes]:
    """The link of each ply of a whole log, from the setup on. The last is `table.chain` if the log is unchanged."""
    found: dict[int, bytes] = {}
    seed = bytes.fromhex(table.former_keys[0]["seed"]) if table.former_keys else bytes(table.seed)
    previous = chain_start(table.identity, seed)
    for record in log:
        events = load_events(record.events)
        seal = seal_of(key_at(table, record.ply), record, events)
        found[record.ply] = previous = chained(previous, public_part(record, events), seal)
    return found


def public_part(record: MoveRecord, events: Sequence[Event]) -> dict[str, Any]:
    """The public part of an entry. The facts of notes are sealed, because names can be erased."""
    is_note = record.kind == MoveRecord.Kind.NOTE
    facts = [
        {name: value for name, value in event.public.items() if not is_note or name in _OPEN}
        for event in events
    ]
    return {
        "back_to": record.back_to,
        "cause": "" if record.cause == MoveRecord.Cause.ORDER else str(record.cause),  # standing orders are secret
        "events": [{"facts": each, "type": event.type} for each, event in zip(facts, events, strict=True)],
        "kind": str(record.kind), "minute": record.made_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%MZ"),
        "ply": record.ply, "rules_version": record.rules_version, "seat": record.seat,
    }  # fmt: skip


def secret_part(record: MoveRecord, events: Sequence[Event]) -> dict[str, Any]:
    """The sealed part of an entry: the exact move and cause, private facts, and the facts of notes."""
    is_note = record.kind == MoveRecord.Kind.NOTE
    hidden = [
        event.public if is_note else {str(seat): facts for seat, facts in event.private.items()}
        for event in events
    ]
    return {"cause": str(record.cause), "hidden": hidden, "move": record.move}


def seal_of(key: bytes, record: MoveRecord, events: Sequence[Event]) -> bytes:
    """The seal of an entry. It is stored where the words of a note were changed later."""
    return bytes(record.seal) or sealed(salt_of(key, record.ply), secret_part(record, events))
