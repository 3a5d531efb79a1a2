"""Replay the export of a game: check that every move was legal and had the effects that the log records.

First it runs `verify.py`, which knows no rules, and checks the commitments, the log and the draws.
"""

import runpy
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from games.engine import play
from games.engine.chance import SETUP, Recorded, Stream
from games.engine.codec import dump_state, load_json, load_options, load_state
from games.engine.commitments import position_digest
from games.engine.contract import EngineError, Step
from games.engine.registry import AnyGame, Registry
from games.engine.replay import Entry, ReplayError, walk

Finding = tuple[
    bool | None, str
]  # whether the check passed, None if it can't be checked; and a sentence about it
Json = dict[str, Any]

HOLDS, BROKEN, UNKNOWN = "holds", "does not hold", "cannot be checked"
VERIFY = Path(__file__).parents[2] / "static" / "history" / "verify.py"


class _Unknown(Exception):
    """The rules that are needed are not played here, or what they need is not public."""


@cache
def _verify() -> Json:
    return runpy.run_path(str(VERIFY))


def read_export(path: str) -> Any:
    """The JSON value of a file; raises OSError or ValueError."""
    return _verify()["read"](path)


def replay_export(game: Any, titles: Registry, others: Sequence[Any] = ()) -> tuple[str, str, list[Finding]]:
    """The result, why in a sentence, and all findings of both checks.

    `others` are the exports of the games that this one continues.
    """
    result, why, found = _verify()["verdict"](game, (), others)
    if result == BROKEN or not found or not game["entries"]:
        return result, why, found
    played: list[Finding] = []
    try:
        played.extend(_played(game, titles, others))
    except _Unknown as error:
        played.append((None, str(error)))
    except (EngineError, ReplayError, LookupError, TypeError, ValueError) as error:
        played.append((False, f"rules: {error}"))
    for wanted, other in ((False, BROKEN), (None, UNKNOWN)):
        said = next((said for holds, said in played if holds is wanted), None)
        if said is not None and (wanted is False or result == HOLDS):
            return other, said, [*found, *played]
    return result, why, [*found, *played]


def _played(game: Json, titles: Registry, others: Sequence[Json]) -> Iterator[Finding]:
    """Play the log by the rules, part by part: an upgrade of the rules begins a new part."""
    rules, entries = _rules(titles, game), game["entries"]
    if any(entry["secret"] is None and entry["kind"] != "note" for entry in entries):
        raise _Unknown("rules: the moves aren't public yet")
    recorded = titles.fingerprint(game["title"], game["rules_version"])
    yield game["rules"] == recorded, f"rules: their fingerprint is {recorded}, the file says {game['rules']}"
    options = load_options(rules, game["options"])
    yield dict(options) == game["options"], "options: all options of the title, and no other"
    yield from _start(game, titles, others)
    streams = _streams(game)
    step, at = _first(rules, game, Recorded(_key(game, SETUP), SETUP)), 0
    while True:
        until = next((n for n in range(at + 1, len(entries)) if _is_upgrade(entries[n])), len(entries))
        part = [each for each in entries[at:until] if each["kind"] != "note"]
        step = yield from _part(rules, game, step, part, streams)
        if until == len(entries):
            break
        rules, step, at = *_upgraded(titles, game, entries[until], step.state), until
        yield from _same_position(entries[until], step)
    yield from _same_result(rules, game, step.state)


def _part(
    rules: AnyGame, game: Json, first: Step[Any], part: list[Json], streams: Mapping[int, Stream]
) -> Any:
    """Play entries under the same rules; returns the last step."""
    chances: dict[int, Recorded] = {}

    def chance(entry: Entry) -> Recorded:
        chances[entry.ply] = Recorded(_key(game, entry.ply), *streams[entry.ply])
        return chances[entry.ply]

    if part and part[0]["kind"] == "setup":
        chances[SETUP] = Recorded(_key(game, SETUP), SETUP)
        first = _first(rules, game, chances[SETUP])
        yield from _compared(part[0], first, chances)
        part = part[1:]
    step = first
    steps = walk(rules, first, chance, map(_as_entry, part))
    next(steps)
    for entry, step in zip(part, steps, strict=True):
        yield from _compared(entry, step, chances)
    return step


def _rules(titles: Registry, game: Json, version: int | None = None) -> AnyGame:
    number = game["rules_version"] if version is None else version
    rules = titles.game_of(game["title"], number)
    if rules is None:
        raise _Unknown(f"rules: {game['title']}, rules version {number}, is not played here")
    return rules


def _key(game: Json, ply: int) -> bytes:
    key = _verify()["key_at"](game, ply)
    if key is None:
        raise _Unknown("rules: the keys aren't public yet")
    return bytes(key)


def _streams(game: Json) -> dict[int, Stream]:
    log, found = _verify()["Log"](game), dict[int, Stream]()
    for ply, entry in enumerate(game["entries"], SETUP):
        log.take(entry)
        found[ply] = Stream(*log.stream)
    return found


def _first(rules: AnyGame, game: Json, chance: Recorded) -> Step[Any]:
    """The set-up by the rules, or the position of another game from which this one continues."""
    if game["start"] is None:
        return play.setup(rules, len(game["seats"]), game["options"], chance)
    if game["start"]["state"] is None:
        raise _Unknown("start: the position that this game continues from isn't public yet")
    return Step(load_state(rules, game["start"]["state"]), ())


def _start(game: Json, titles: Registry, others: Sequence[Json]) -> Iterator[Finding]:
    """The game that this one continues is checked by the rules, too."""
    start = game["start"]
    former = start and next((each for each in others if each.get("identity") == start["table"]), None)
    if former:
        result, why, _found = replay_export(former, titles, [each for each in others if each is not former])
        yield {HOLDS: True, BROKEN: False, UNKNOWN: None}[result], f"start: the former game {result}: {why}"


def _as_entry(entry: Json) -> Entry:
    kind: Any = entry["kind"]
    return Entry(entry["ply"], kind, entry["seat"], entry["secret"]["move"], entry["back_to"] or 0)


def _compared(entry: Json, step: Step[Any], chances: Mapping[int, Recorded]) -> Iterator[Finding]:
    ply, secret = entry["ply"], entry["secret"]
    told = [(each["type"], each["facts"]) for each in entry["events"]]
    known = msgspec.to_builtins(step.events, str_keys=True)
    holds = told == [(each["type"], each["public"]) for each in known]
    holds = holds and secret["hidden"] == [each["private"] for each in known]
    who = "" if entry["seat"] is None else f" of seat {entry['seat']}"
    yield holds, f"ply {ply}: {entry['kind']}{who}: legal, and it did what the log says"
    draws = [list(draw) for draw in chances[ply].draws] if ply in chances else []
    if draws or secret["draws"]:
        yield draws == secret["draws"], f"ply {ply}: it drew {len(draws)} numbers, as by the rules"
    yield from _same_position(entry, step)


def _same_position(entry: Json, step: Step[Any]) -> Iterator[Finding]:
    if entry["secret"] and position_digest(dump_state(step.state)) != entry["secret"]["position"]:
        yield False, f"ply {entry['ply']}: the rules lead to another position"


def _is_upgrade(entry: Json) -> bool:
    return bool(entry["kind"] == "note" and entry["events"][0]["type"] == "upgraded")


def _upgraded(titles: Registry, game: Json, entry: Json, state: Any) -> tuple[AnyGame, Step[Any]]:
    """The newer rules, and the state converted to them."""
    facts = entry["events"][0]["facts"]
    rules = _rules(titles, game, facts["rules_version"])
    if facts["rules"] != titles.fingerprint(game["title"], rules.rules_version):
        raise ReplayError(entry["ply"], "the rules have another fingerprint")
    convert = rules.upgrades.get(_version_before(game, entry))
    if convert is None:
        raise _Unknown(f"ply {entry['ply']}: this program can't convert positions to the newer rules")
    return rules, Step(convert(load_json(dump_state(state))), ())


def _version_before(game: Json, entry: Json) -> int:
    return int(game["entries"][entry["ply"]]["rules_version"])  # entries begin with ply -1


def _same_result(rules: AnyGame, game: Json, state: Any) -> Iterator[Finding]:
    outcome, result = rules.outcome(state), game["result"]
    if result is None:
        yield game["status"] != "finished" and (outcome is None), "result: none, as by the rules"
        return
    if outcome is None:
        by_people = result["reason"] in ("agreed", "decision")
        yield by_people, f"result: {result['reason']}: players or a moderator ended the game, not the rules"
        return
    scores = None if outcome.scores is None else list(outcome.scores)
    holds = (outcome.reason, list(outcome.ranks), scores) == (
        result["reason"], result["ranks"], result["scores"],
    )  # fmt: skip
    yield holds, f"result: {result['reason']}, ranks {result['ranks']}, as by the rules"
