"""Replay the export of a finished game: check that every move was legal and had the effects that the log records.

`verify.py`, which knows no rules, checks the commitments made in advance.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from games.engine import play
from games.engine.chance import SETUP, Chance, Draw, Recorded
from games.engine.codec import load_state
from games.engine.contract import Event, Facts, Malformed, Step
from games.engine.registry import AnyGame, Registry
from games.engine.replay import Entry, ReplayError, walk

Finding = tuple[bool, str]  # whether the check passed, and a sentence about it

_PLAYED = ("move", "leave", "undo")


class _Seed(msgspec.Struct):
    """A key, and the first ply that uses it."""

    key: str | None
    since: int = msgspec.field(name="from")


class _Told(msgspec.Struct):
    """The public part of an event."""

    type: str
    facts: Facts


class _Secret(msgspec.Struct):
    move: str
    hidden: list[Facts]


class _Entry(msgspec.Struct):
    ply: int
    kind: str
    seat: int | None
    back_to: int | None
    rules_version: int
    events: list[_Told] | None
    secret: _Secret | None
    draws: list[Draw] | None


class _Result(msgspec.Struct):
    reason: str
    ranks: list[int]
    scores: list[int] | None


class _Start(msgspec.Struct):
    """The position at which a continued table begins, as JSON text."""

    state: str | None


class _Export(msgspec.Struct):
    """The parts of an export that matter to the rules."""

    title: str
    options: dict[str, Any]
    rules_version: int
    seats: list[Any]
    seeds: list[_Seed]
    entries: list[_Entry]
    result: _Result | None
    start: _Start | None = None


def replay_export(raw: bytes, titles: Registry) -> Iterator[Finding]:
    """Findings, ply by ply. Raises Malformed for anything but the export of a finished game."""
    try:
        export = msgspec.json.decode(raw, type=_Export)
    except msgspec.MsgspecError as error:
        raise Malformed(f"Not an export: {error}") from None
    game = titles.game_of(export.title, export.rules_version)
    if game is None:
        raise Malformed(f"{export.title}, rules version {export.rules_version}, is not played here")
    yield from _played(game, export)


def _played(game: AnyGame, export: _Export) -> Iterator[Finding]:
    own = [each for each in export.entries if each.kind in ("setup", *_PLAYED)]
    same = [each for each in own if each.rules_version == export.rules_version]
    streams: dict[int, Recorded] = {}
    chance = _chances(export.seeds, streams)
    steps = walk(game, _first(game, export, chance), chance, map(_as_entry, same[1:]))
    state = None
    try:
        for entry, step in zip(same, steps, strict=True):
            state = step.state
            yield from _compared(entry, step)
            yield from _same_draws(entry, streams)
    except ReplayError as error:
        yield False, str(error)
        return
    if len(same) < len(own):
        yield (
            True,
            f"ply {own[len(same)].ply}: other rules apply from here on, and aren't checked",
        )
    elif export.result is not None:
        yield _same_result(game, state, export.result)


def _first(game: AnyGame, export: _Export, chance: Any) -> Step[Any]:
    """The set-up by the rules, or the position of another game from which this one continues."""
    if export.start is None:
        return play.setup(game, len(export.seats), export.options, chance(SETUP))
    if export.start.state is None:
        raise Malformed(
            "The position that this game continues from isn't published yet, because that game isn't over"
        )
    return Step(load_state(game, export.start.state), ())


def _chances(seeds: list[_Seed], streams: dict[int, Recorded]) -> Any:
    def chance(ply: int) -> Chance:
        keys = [each.key for each in seeds if each.since <= ply]
        if not keys or keys[-1] is None:
            raise Malformed("The keys of this game aren't published yet, because the game isn't over")
        streams[ply] = Recorded(bytes.fromhex(keys[-1]), ply)
        return streams[ply]

    return chance


def _as_entry(entry: _Entry) -> Entry:
    if entry.secret is None:
        raise Malformed(f"ply {entry.ply}: its secret part isn't published yet")
    kind: Any = entry.kind
    return Entry(entry.ply, kind, entry.seat, entry.secret.move, entry.back_to or 0)


def _compared(entry: _Entry, step: Step[Any]) -> Iterator[Finding]:
    who = "" if entry.seat is None else f" of seat {entry.seat}"
    if entry.kind == "undo" or entry.secret is None:
        yield True, f"ply {entry.ply}: {entry.kind}{who}"
        return
    told = [
        (each.type, each.facts, hidden)
        for each, hidden in zip(entry.events or (), entry.secret.hidden, strict=False)
    ]
    is_whole = len(told) == len(entry.events or ()) == len(entry.secret.hidden)
    holds = is_whole and told == [_as_told(event) for event in step.events]
    yield holds, f"ply {entry.ply}: {entry.kind}{who}: legal, and it did what the log says"


def _same_draws(entry: _Entry, streams: Mapping[int, Recorded]) -> Iterator[Finding]:
    made = streams.get(entry.ply)
    if made is not None and (made.draws or entry.draws):
        yield (
            made.draws == entry.draws,
            f"ply {entry.ply}: it drew {len(made.draws)} numbers, as by the rules",
        )


def _as_told(event: Event) -> tuple[str, Facts, Mapping[str, Facts]]:
    parsed = msgspec.json.decode(msgspec.json.encode(event))
    return parsed["type"], parsed["public"], parsed["private"]


def _same_result(game: AnyGame, state: Any, result: _Result) -> Finding:
    outcome = game.outcome(state)
    if outcome is None:
        return True, f"result: {result.reason}: players ended the game, not the rules"
    scores = None if outcome.scores is None else list(outcome.scores)
    holds = (outcome.reason, list(outcome.ranks), scores) == (result.reason, result.ranks, result.scores)
    return holds, f"result: {result.reason}, ranks {result.ranks}, as by the rules"
