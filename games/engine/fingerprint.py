"""Fingerprints of rules versions, so that nobody changes the rules of running games by accident.

The `fingerprint.toml` of each title has an entry for each rules version ever released:

    [versions.1]
    schema = "..."        the form of its states (`schema_of`)
    behaviour = "..."     the results of a fixed series of random games (`behaviour_of`)
    [versions.1.playthroughs]
    "left.txt" = "..."    the results of its golden playthroughs (`playthrough_of`)

Standing orders are left out: they are a convenience of the site and not part of the rules, and fixes to them must
reach running games as well (ADR 11).
"""

import hashlib
import tomllib
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

import msgspec

from games.engine.codec import schema_of
from games.engine.contract import Options, Seat, Step
from games.engine.playthrough import POLICIES, Script, games_by, steps_of
from games.engine.registry import AnyGame
from games.engine.replay import ReplayError

PLIES = 200  # minimum per policy, number of seats and option; seats leave in every other game

_HEAD = """# What each rules version of this title does: written by `manage.py fingerprint`, never by hand.
# A version that is recorded may not change, since tables are played by it.
"""

_encode = msgspec.json.Encoder().encode


class Fingerprint(msgspec.Struct, frozen=True):
    """The fingerprint of one rules version."""

    schema: str
    behaviour: str
    playthroughs: dict[str, str] = {}  # by file name

    def differences(self, recorded: "Fingerprint") -> list[str]:
        """The names of the parts that differ from the record. Playthroughs may be added or dropped."""
        found = [name for name in ("schema", "behaviour") if getattr(self, name) != getattr(recorded, name)]
        both = self.playthroughs.keys() & recorded.playthroughs.keys()
        return found + sorted(name for name in both if self.playthroughs[name] != recorded.playthroughs[name])


class _Recorded(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    versions: dict[int, Fingerprint]


def load(text: str) -> dict[int, Fingerprint]:
    """The fingerprints in the text of `fingerprint.toml`, by rules version; raises msgspec.ValidationError."""
    return msgspec.convert(tomllib.loads(text), _Recorded, strict=False).versions


def dump(versions: dict[int, Fingerprint]) -> str:
    """The text of `fingerprint.toml`."""
    return _HEAD + "".join(_section(number, versions[number]) for number in sorted(versions))


def _section(number: int, found: Fingerprint) -> str:
    played = "".join(f'"{name}" = "{digest}"\n' for name, digest in sorted(found.playthroughs.items()))
    return (
        f'\n[versions.{number}]\nschema = "{found.schema}"\nbehaviour = "{found.behaviour}"\n'
        f"\n[versions.{number}.playthroughs]\n{played}"
    )


def fingerprint_of(game: AnyGame, scripts: dict[str, Script]) -> Fingerprint:
    """The fingerprint of a version, with these playthroughs by file name."""
    played = {name: playthrough_of(game, script) for name, script in sorted(scripts.items())}
    return Fingerprint(schema_of(game.state_type), behaviour_of(game), played)


def behaviour_of(game: AnyGame) -> str:
    """The digest of a series of random games, with every number of seats and every value of an option.

    Moves are random, defaults, or both: default moves reach positions that random ones hardly ever reach.
    """
    scripts = (script for case in _cases(game) for script in _random_games(game, *case))
    return _digest(line for script in scripts for line in _lines(game, script))


def playthrough_of(game: AnyGame, script: Script) -> str:
    """The digest of everything that happens in one game, or the reason why the rules cannot play it."""
    try:
        return _digest(_lines(game, script))
    except ReplayError as error:
        return str(error)


def _cases(game: AnyGame) -> Iterator[tuple[int, Options]]:
    usual = {option.name: option.default for option in game.options}
    for seats in game.seats:
        yield seats, usual
    for option in game.options:
        for value in option.values[1:]:
            yield game.seats[-1], {**usual, option.name: value}


def _random_games(game: AnyGame, seats: int, options: Options) -> Iterator[Script]:
    for policy in POLICIES.values():
        plies = 0
        for played in games_by(partial(policy, game), game, seats, options):
            yield played.script
            plies += len(played.script.entries)
            if plies >= PLIES:
                break


def _lines(game: AnyGame, script: Script) -> Iterator[bytes]:
    """Each ply of a game: its events, the state after it, and what every viewer then sees and can do."""
    for step in steps_of(game, script):
        yield _encode([step.state, step.events, step.undoable, game.outcome(step.state)])
        for viewer in (None, *range(script.seats)):
            yield _encode([game.observe(step.state, viewer), _readable_events(game, step, viewer)])
        for seat in sorted(game.to_act(step.state)):
            yield _encode(_pending_decision(game, step.state, seat))


def _readable_events(game: AnyGame, step: Step[Any], viewer: Seat | None) -> list[Any]:
    return [game.recall(step.state, viewer, event) for event in step.events]


def _pending_decision(game: AnyGame, state: Any, seat: Seat) -> list[Any]:
    return [
        seat, game.legal_moves(state, seat), game.default_move(state, seat), game.forced_move(state, seat),
        game.is_answer(state, seat),
    ]  # fmt: skip


def _digest(lines: Iterable[bytes]) -> str:
    digest = hashlib.sha256()
    for line in lines:
        digest.update(line + b"\n")
    return digest.hexdigest()[:32]
