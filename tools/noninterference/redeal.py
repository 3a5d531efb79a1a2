"""Another world: the same table, with everything that one reader cannot know re-dealt.

Rows are changed in place, in a transaction that the caller rolls back.
"""

import json
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec.structs import replace

from games.engine.chance import SETUP, Chance
from games.engine.codec import dump_state, load_events, load_state
from games.engine.commitments import name_digest
from games.engine.contract import Event
from games.engine.registry import AnyGame
from games.engine.replay import ReplayError
from games.errors import RulesMissing
from games.history.export import first_names
from games.history.position import position_at
from games.models import MoveRecord, PrivateNote, Seat, StartPosition, Table
from games.models.table import new_seed
from games.tables.chain import commitment_of, links_of
from games.tables.packed import log_unpack
from games.tables.past import compressed_state, kept_of, past_of, replayed_on
from games.tables.table_rules import game_at, position_in, start_of, state_at
from games.tables.unit_of_work import seats_of

TRIES = 5  # deals, until one differs from the real world


@dataclass(frozen=True)
class Redealt:
    """How the redealt world differs."""

    is_other: bool  # the state differs; False if the title hides nothing from this reader now
    # The number of other seats' private facts in the log that the rules have since shown the reader, and that stay.
    told: int


def redeal_table(table: Table, seat: int | None, number: int) -> Redealt:
    """Overwrite the table with another world for the reader on `seat` (None: for spectators).

    It changes the state (`Game.resample`), seed and key, the states for undoing, other seats' facts in the log, their
    moves as sent, their standing orders, their delayed answers and their private notes.
    """
    game, state = game_at(table), state_at(table)
    if table.is_packed:
        log_unpack(table)
    last, past = _undoable_ply(table, seat), state
    if last is None:
        other = _other_state(game, state, seat, number)
    else:
        past, other = _redeal_past(table, game, last, number)
    told = sum(_redeal_record(game, record, state, seat, number) for record in table.records.order_by("ply"))
    if last is not None:
        table.records.filter(pk=last.pk).update(kept=compressed_state(dump_state(past)))
    for each in table.seats.exclude(number=seat) if seat is not None else table.seats.all():
        _change_choices(game, each)
    if (start := start_of(table)) is not None:
        world = game.resample(position_in(start, game), seat, Chance(b"start", number))
        StartPosition.objects.filter(pk=start.pk).update(state=dump_state(world))
    key = new_seed() if table.key else b""
    seed = new_seed()
    _redeal_header(table, seed, key)
    Table.objects.filter(pk=table.pk).update(state=dump_state(other), seed=seed, key=key)
    _link_again(Table.objects.get(pk=table.pk))
    return Redealt(dump_state(other) != table.state, told)


def _link_again(table: Table) -> None:
    """Let the chain end with the link of the log as it is now."""
    links = links_of(table, table.records.order_by("ply"))
    if links:
        Table.objects.filter(pk=table.pk).update(chain=[*links.values()][-1])


def _redeal_header(table: Table, seed: bytes, key: bytes) -> None:
    """Make the commitment and the digests of names in the chain's header from another seed and key."""
    real = bytes(table.seed)
    for setup in table.records.filter(ply=SETUP):
        header = json.loads(setup.move)
        names = first_names(table, seats_of(table), header["seats"])
        table.seed = seed
        header["commitment"], table.seed = commitment_of(table).hex(), real
        for told in header["seats"]:
            told["name"] = name_digest(key, told["number"], names.get(told["number"], ""))
        MoveRecord.objects.filter(pk=setup.pk).update(move=json.dumps(header))


def _other_state(game: AnyGame, state: Any, seat: int | None, number: int) -> Any:
    worlds = (game.resample(state, seat, Chance(b"other world", number + at)) for at in range(TRIES))
    return next((world for world in worlds if world != state), state)


def _undoable_ply(table: Table, seat: int | None) -> MoveRecord | None:
    """The ply that the reader can take back now."""
    head = -1 if table.head is None else table.head
    last = MoveRecord.objects.filter(table=table, ply=head, undoable=True).first()
    return last if last is not None and last.seat == seat else None


def past_states_save(table: Table) -> None:
    """Store the state before each ply, for the replay and for undoing.

    Then both worlds find the states with the same queries, and no move is replayed in the wrong world.
    """
    if table.is_packed:
        log_unpack(table)
    states = {each.pk: _state_before(table, each) for each in table.records.filter(ply__gte=0)}
    for record, state in states.items():
        if state is not None:
            MoveRecord.objects.filter(pk=record).update(kept=compressed_state(dump_state(state)))


def _state_before(table: Table, record: MoveRecord) -> Any:
    try:
        return position_at(table, record.ply - 1).state
    except (ReplayError, RulesMissing):
        return None


def _redeal_past(table: Table, game: AnyGame, last: MoveRecord, number: int) -> tuple[Any, Any]:
    """The state before the reader's last ply in another world, and the state after it."""
    past = _other_state(game, past_of(table, last).state, last.seat, number)
    return past, load_state(game, replayed_on(table, past, last))


def _redeal_record(game: AnyGame, record: MoveRecord, state: Any, seat: int | None, number: int) -> int:
    """Change one ply in the log; returns how many private parts had to stay."""
    after: tuple[Event, ...] = ()
    if record.kind != MoveRecord.Kind.NOTE:
        after = tuple(_redeal_event(game, event, state, seat) for event in load_events(record.events))
        record.events = msgspec.json.encode(after).decode()
    if kept := kept_of(record):
        world = game.resample(load_state(game, kept), seat, Chance(b"before", number))
        record.kept = compressed_state(dump_state(world))
    is_setup = (
        record.kind == MoveRecord.Kind.SETUP
    )  # its move is the header of the chain, which everybody may read
    if record.move and not is_setup and (seat is None or record.seat != seat):
        record.move = "{}"
    record.draws, record.position = "[[1,0]]" if record.draws else "", "0" * 32
    record.save(update_fields=["events", "kept", "move", "draws", "position"])
    return sum(len(_others(event, seat)) for event in after)


def _redeal_event(game: AnyGame, event: Event, state: Any, seat: int | None) -> Event:
    """The event without other seats' facts, unless the rules have since shown them to the reader."""
    emptied = {
        owner: {} if owner in _others(event, seat) else facts for owner, facts in event.private.items()
    }
    anew = replace(event, private={owner: facts for owner, facts in emptied.items() if facts})
    if game.outcome(state) is None and game.recall(state, seat, event) == event.facts_for(seat):
        return anew
    return anew if _reads_the_same(game, state, seat, event, anew) else event


def _reads_the_same(game: AnyGame, state: Any, seat: int | None, event: Event, anew: Event) -> bool:
    try:
        return bool(game.recall(state, seat, anew) == game.recall(state, seat, event))
    except (KeyError, IndexError):  # the rules need the removed facts
        return False


def _others(event: Event, seat: int | None) -> list[int]:
    return [owner for owner in event.private if owner != seat]


def _change_choices(game: AnyGame, seat: Seat) -> None:
    """Change another seat's choices."""
    if seat.orders:
        values = {order.name: order.values for order in game.orders}
        seat.orders = {name: _next(values[name], chosen) for name, chosen in seat.orders.items()}
    seat.answer = "{}" if seat.answer else ""
    seat.thought = "{}" if seat.thought else ""
    seat.save(update_fields=["orders", "answer", "thought"])
    PrivateNote.objects.filter(table_id=seat.table_id, user=seat.user).update(text="another note")


def _next(values: tuple[str, ...], chosen: str) -> str:
    return values[(values.index(chosen) + 1) % len(values)]
