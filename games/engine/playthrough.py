"""Playthroughs: a whole game as text. The text shows ply by ply what everybody saw, and can be replayed.

    title: captivate
    seats: 2
    options: {"memory":"assisted"}
    seed: 0007

    setup
      all: dealt {"turn":0,...} | turn = 0 | ... | asked 0 (20 legal)
      0: you = 0 | hands[0].cards = ["dark-1",...]
    ply 0: seat 0 {"type":"play","card":"dark-1","cell":[0,1]}
      all: played {...} | field += [...] | asked 0 (14 legal)
      0: hands[0].cards -= ["dark-1"]
    ...
    ply 1: seat 1 leaves
    ...
    outcome: {"reason":"left",...}

The header and the lines that begin with `ply` are the script: `parse` reads only these, and `render` plays it and
writes all lines. Viewers are seats, `spectator`, or `all` of them. News for the same viewers is on one line: the events
as they may read them now, then the changes in their observation. `path = value` is a new value, `path -= values` were
removed from a list, and `path += values` were then appended to it. A long value is shown as a digest: `#` and
hexadecimal digits.
"""

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, groupby
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias

import msgspec

from games.engine import play
from games.engine.chance import Chance
from games.engine.codec import convert, dump, dump_move, load_json, load_move, load_options
from games.engine.contract import EngineError, Event, Facts, Malformed, Options, Seat, Step
from games.engine.play import random_move
from games.engine.registry import AnyGame
from games.engine.replay import Entry, ReplayError

Viewer: TypeAlias = Seat | None
Policy: TypeAlias = Callable[[Any, Seat, Chance], Any]  # (state, seat, chance): a legal move of the seat
News: TypeAlias = tuple[tuple[Viewer, ...], str]  # viewers, and what is new for them
Change: TypeAlias = tuple[str, str]  # "path =", "path -=" or "path +=", and the value or values as JSON

_LONG = 200  # values longer than this many characters are written as a digest
_CHOICES = 1_000_000  # the number of the policies' random stream; no ply of a game uses it
_LEAVING = 30  # in a game with leavers, a seat leaves at one ply in this many

_PLY = re.compile(r"ply (\d+): seat (\d+) (?:(leaves)|(\{.*\}))")
_HEADER = ("title", "seats", "options", "seed")


class Script(msgspec.Struct, frozen=True):
    """The input of a playthrough."""

    title: str
    seats: int
    options: dict[str, Any]
    seed: bytes
    entries: tuple[Entry, ...]


def parse(text: str) -> Script:
    """The script in the text of a playthrough; raises Malformed."""
    header, _, body = text.partition("\n\n")
    fields = dict(line.split(": ", 1) for line in header.splitlines() if ": " in line)
    if tuple(fields) != _HEADER:
        raise Malformed(f"Expected a header of {', '.join(_HEADER)}, but got {', '.join(fields) or 'none'}")
    try:
        seats, seed = int(fields["seats"]), bytes.fromhex(fields["seed"])
    except ValueError as error:
        raise Malformed(f"Not a header: {error}") from None
    options = convert(load_json(fields["options"]), dict[str, Any])
    lines = [line for line in body.splitlines() if line.startswith("ply ")]
    return Script(fields["title"], seats, options, seed, tuple(map(_entry, lines)))


def _entry(line: str) -> Entry:
    found = _PLY.fullmatch(line)
    if found is None:
        raise Malformed(f"Expected the line of a ply, but got {line!r}")
    ply, seat, leaves, move = found.groups()
    return Entry(int(ply), "leave", int(seat)) if leaves else Entry(int(ply), "move", int(seat), move)


def render(game: AnyGame, seats: int, options: Options, seed: bytes, entries: Iterable[Entry]) -> str:
    """The playthrough of these entries; raises ReplayError at the first that does not fit, and for an undo."""
    chosen = load_options(game, options)
    script = Script(game.slug, seats, dict(chosen), seed, tuple(entries))
    steps = steps_of(game, script)
    step, viewers = next(steps), _Viewers(game, seats)
    head = {"title": game.slug, "seats": seats, "options": _json(chosen), "seed": seed.hex()}
    lines = [*(f"{name}: {value}" for name, value in head.items()), "", "setup", *viewers.lines(step)]
    for entry, step in zip(script.entries, steps, strict=True):
        lines += [_headline(entry), *viewers.lines(step)]
    return "\n".join([*lines, "", f"outcome: {_json(dump(game.outcome(step.state)))}", ""])


def steps_of(game: AnyGame, script: Script) -> Iterator[Step[Any]]:
    """The set-up and each ply of a game; raises ReplayError at the first that does not fit, and for an undo."""
    step = play.setup(game, script.seats, load_options(game, script.options), script.seed)
    yield step
    for entry in script.entries:
        step = _step(game, step.state, entry, script.seed)
        yield step


def _headline(entry: Entry) -> str:
    return f"ply {entry.ply}: seat {entry.seat} {'leaves' if entry.kind == 'leave' else entry.move}"


def _step(game: AnyGame, state: Any, entry: Entry, seed: bytes) -> Step[Any]:
    if entry.kind == "undo" or entry.seat is None:
        raise ReplayError(entry.ply, "a playthrough is made of moves and leavers")
    chance = Chance(seed, entry.ply)
    try:
        if entry.kind == "leave":
            return play.leave(game, state, entry.seat, chance)
        return play.play(game, state, entry.seat, load_move(game, entry.move), chance)
    except EngineError as error:
        raise ReplayError(entry.ply, error.message) from error


class _Viewers:
    """What each seat and a spectator have seen so far."""

    def __init__(self, game: AnyGame, seats: int) -> None:
        self._game = game
        self._viewers: tuple[Viewer, ...] = (*range(seats), None)
        self._seen: dict[Viewer, dict[str, Any]] = {viewer: {} for viewer in self._viewers}

    def lines(self, step: Step[Any]) -> Iterator[str]:
        """The news after the step: its events in order, then the changes."""
        news = [told for event in step.events for told in self._news_of(step.state, event)]
        news += self._changes_for_viewers(step.state)
        for viewers, lines in groupby(news, key=itemgetter(0)):
            yield f"  {self._names(viewers)}: {' | '.join(text for _, text in lines)}"

    def _news_of(self, state: Any, event: Event) -> list[News]:
        facts = {viewer: self._game.recall(state, viewer, event) for viewer in self._viewers}
        return _group_by_text((viewer, f"{event.type} {_facts(facts[viewer])}") for viewer in self._viewers)

    def _changes_for_viewers(self, state: Any) -> list[News]:
        """The changes for all viewers, the seats that are asked, and then the changes for some viewers."""
        asked = [
            f"asked {seat} ({len(self._game.legal_moves(state, seat))} legal)"
            for seat in sorted(self._game.to_act(state))
        ]
        news = _group_by_text(
            (viewer, text)
            for viewer in self._viewers
            for text in [*self._changes_seen_by(viewer, state), *asked]
        )
        return sorted(news, key=lambda each: (-len(each[0]), str(each[0])))

    def _changes_seen_by(self, viewer: Viewer, state: Any) -> Iterator[str]:
        before, now = self._seen[viewer], dump(self._game.observe(state, viewer))
        self._seen[viewer] = now
        for name, value in now.items():
            is_new = name not in before
            changes = [(f"{name} =", _json(value))] if is_new else _changes(name, before[name], value)
            yield from (f"{path} {_brief(new)}" for path, new in changes)

    def _names(self, viewers: tuple[Viewer, ...]) -> str:
        if len(viewers) == len(self._viewers):
            return "all"
        return " ".join("spectator" if viewer is None else str(viewer) for viewer in viewers)


def _group_by_text(said: Iterable[tuple[Viewer, str]]) -> list[News]:
    """Each text with all its viewers, ordered by first appearance."""
    texts: dict[str, list[Viewer]] = {}
    for viewer, text in said:
        texts.setdefault(text, []).append(viewer)
    return [(tuple(viewers), text) for text, viewers in texts.items()]


def _changes(path: str, old: Any, new: Any) -> list[Change]:
    """The changes from the old value to the new one, in the shortest form."""
    if old == new:
        return []
    ways = [[(f"{path} =", _json(new))]]
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys():
        ways.append([change for key in new for change in _changes(f"{path}.{key}", old[key], new[key])])
    elif isinstance(old, list | tuple) and isinstance(new, list | tuple):
        ways += [_place_by_place(path, old, new), _removed_and_added(path, old, new)]
    return min(
        (way for way in ways if way), key=lambda way: sum(len(path) + len(value) for path, value in way)
    )


def _place_by_place(path: str, old: Sequence[Any], new: Sequence[Any]) -> list[Change]:
    if len(new) < len(old):
        return []
    pairs = enumerate(zip(old, new, strict=False))
    found = [change for at, (was, now) in pairs for change in _changes(f"{path}[{at}]", was, now)]
    return [*found, (f"{path} +=", _json(new[len(old) :]))] if len(new) > len(old) else found


def _removed_and_added(path: str, old: Sequence[Any], new: Sequence[Any]) -> list[Change]:
    taken, kept = [], 0
    for value in old:
        if kept < len(new) and value == new[kept]:
            kept += 1
        else:
            taken.append(value)
    said = {"-=": taken, "+=": new[kept:]}
    return [(f"{path} {sign}", _json(values)) for sign, values in said.items() if values]


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _facts(facts: Facts) -> str:
    return f"{{{','.join(f'{_json(name)}:{_brief(_json(value))}' for name, value in facts.items())}}}"


def _brief(text: str) -> str:
    return text if len(text) <= _LONG else f"#{hashlib.sha256(text.encode()).hexdigest()[:16]}"


class PlayedGame(NamedTuple):
    """A game played to its end."""

    script: Script
    reason: str
    events: frozenset[str]  # the types of all its events


def _mixed(game: AnyGame, state: Any, seat: Seat, chance: Chance) -> Any:
    return random_move(game, state, seat, chance) if chance.below(2) else game.default_move(state, seat)


# Policies for any title, which is the first argument; a title may have its own.
POLICIES: dict[str, Callable[[AnyGame, Any, Seat, Chance], Any]] = {
    "random": random_move,
    "default": lambda game, state, seat, chance: game.default_move(state, seat),
    "mixed": _mixed,
}


def games_by(policy: Policy, game: AnyGame, seats: int, options: Options) -> Iterator[PlayedGame]:
    """An endless series of games in which all seats play by the policy; seats leave in every other game.

    The series is always the same.
    """
    chosen = dict(load_options(game, options))
    for number in count():
        seed = number.to_bytes(32, "big")
        chooser = _Chooser(policy, game, seats, Chance(seed, _CHOICES), has_leavers=number % 2 == 1)
        yield _play_to_end(chooser, game, Script(game.slug, seats, chosen, seed, ()))


def _play_to_end(choose: Callable[[Any, int], Entry], game: AnyGame, script: Script) -> PlayedGame:
    step = play.setup(game, script.seats, script.options, script.seed)
    entries: list[Entry] = []
    events = {event.type for event in step.events}
    while (outcome := game.outcome(step.state)) is None:
        entries.append(choose(step.state, len(entries)))
        step = _step(game, step.state, entries[-1], script.seed)
        events |= {event.type for event in step.events}
    return PlayedGame(
        msgspec.structs.replace(script, entries=tuple(entries)), outcome.reason, frozenset(events)
    )


@dataclass(frozen=True)
class _Chooser:
    """Chooses the seat and the move of the next ply."""

    policy: Policy
    game: AnyGame
    seats: int
    chance: Chance
    has_leavers: bool

    def __call__(self, state: Any, ply: int) -> Entry:
        if self.has_leavers and self.chance.below(_LEAVING) == 0:
            still_in = [seat for seat in range(self.seats) if self.game.is_in(state, seat)]
            return Entry(ply, "leave", self.chance.pick(still_in))
        seat = self.chance.pick(sorted(self.game.to_act(state)))
        return Entry(ply, "move", seat, dump_move(self.policy(state, seat, self.chance)))
