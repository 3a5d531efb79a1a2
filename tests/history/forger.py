"""Exports as a dishonest operator makes them: played by the engine, and hashed as docs/chance.md says."""

import copy
import json
import runpy
from typing import Any

import msgspec

from games.engine import play
from games.engine.chance import SETUP, Chance, Recorded
from games.engine.codec import dump_move, dump_state, load_options
from games.engine.play import random_move
from games.titles import TITLES

VERIFY = runpy.run_path("static/history/verify.py")
verdict, hashed, keyed = VERIFY["verdict"], VERIFY["hashed"], VERIFY["keyed"]
MINUTE = "2026-11-25T10:{:02}Z"


def game_of(title: str, number: int, *, plies: int = 24, **changes: Any) -> dict[str, Any]:
    """Return a finished game of two or more seats: after some random plies, all seats but one leave."""
    game = TITLES[title]
    seats = max(2, game.seats[0])
    options = changes.pop("options", dict(load_options(game, {})))
    export = {
        "format": "captains-table-game", "version": 1, "table": 12, "identity": f"{number:032x}", "title": title,
        "options": options, "players": [seats, seats], "rules": TITLES.fingerprint(title, game.rules_version),
        "rules_version": game.rules_version, "seating": "joined", "start": None, "status": "finished",
        "started": MINUTE.format(0), "finished": "", "result": None, "head": "", "entries": [],
        "seats": [
            {"number": at, "place": at, "by": "person", "nonce": f"{at + 1}" * 32, "name": f"P{at}", "digest": ""}
            for at in range(seats)
        ],
        "seeds": [{"from": SETUP, "commitment": "", "seed": bytes([number] * 32).hex(), "key": ""}], **changes,
    }  # fmt: skip
    rekey(export)
    _play(export, game, Chance(bytes([number]), 0), plies)
    return relink(export)


def rekey(export: dict[str, Any]) -> dict[str, Any]:
    """Make the commitments and keys follow from what the export says."""
    for each in export["seeds"]:
        seed = bytes.fromhex(each["seed"])
        each["commitment"], each["key"] = VERIFY["commitment"](export, seed), VERIFY["key_of"](export, seed)
    return export


def relink(export: dict[str, Any]) -> dict[str, Any]:
    """Seal and link all entries again, with the keys of the export."""
    first = bytes.fromhex(export["seeds"][0]["key"])
    for seat in export["seats"]:
        seat["digest"] = hashed("name", keyed(first, "name", seat["number"]), seat["name"].encode())
    link = VERIFY["header_link"](export)
    for entry in export["entries"]:
        entry["seal"] = VERIFY["seal_of"](VERIFY["key_at"](export, entry["ply"]) or b"", entry)
        entry["link"] = link = VERIFY["link_of"](link, entry)
    return {**export, "head": link}


def _play(export: dict[str, Any], game: Any, chooser: Chance, plies: int) -> None:
    key = bytes.fromhex(export["seeds"][0]["key"])
    chance = Recorded(key, SETUP)
    step = play.setup(game, len(export["seats"]), load_options(game, _known(game, export["options"])), chance)
    _append(export, "setup", None, "", step, chance)
    for ply in range(game.max_plies):
        outcome, chance = game.outcome(step.state), Recorded(key, ply)
        if outcome is not None:
            break
        if ply < plies:
            seat = chooser.pick(sorted(game.to_act(step.state)))
            move = random_move(game, step.state, seat, chooser)
            step = play.play(game, step.state, seat, move, chance)
            _append(export, "move", seat, dump_move(move), step, chance)
        else:
            seat = max(at for at in range(len(export["seats"])) if game.is_in(step.state, at))
            step = play.leave(game, step.state, seat, chance)
            _append(export, "leave", seat, "", step, chance)
    scores = None if outcome.scores is None else list(outcome.scores)
    export["result"] = {"reason": outcome.reason, "ranks": list(outcome.ranks), "scores": scores}
    last = export["entries"][-1]
    last["end"], export["finished"] = {**export["result"], "status": "finished"}, last["minute"]


def _known(game: Any, options: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name in {each.name for each in game.options}}


def _append(
    export: dict[str, Any], kind: str, seat: int | None, move: str, step: Any, chance: Recorded
) -> None:
    events = msgspec.to_builtins(step.events, str_keys=True)
    position = hashed("position", dump_state(step.state).encode())[:32]
    draws = [list(draw) for draw in chance.draws]
    secret = {"cause": "", "draws": draws, "hidden": [each["private"] for each in events], "move": move}
    entry = entry_of(export, kind, [{"type": each["type"], "facts": each["public"]} for each in events])
    export["entries"].append({**entry, "seat": seat, "secret": {**secret, "position": position}})


def entry_of(export: dict[str, Any], kind: str, events: list[Any], **fields: Any) -> dict[str, Any]:
    """Return an entry to append, with the position of the entry before it."""
    entries = export["entries"]
    position = entries[-1]["secret"]["position"] if entries else ""
    hidden = [{} for _each in events]
    return {
        "ply": len(entries) + SETUP, "kind": kind, "seat": None, "minute": MINUTE.format(len(entries) // 3),
        "cause": "", "back_to": None, "rules_version": export["rules_version"], "events": events, "end": None,
        "seal": "", "link": "",
        "secret": {"cause": "", "draws": [], "hidden": hidden, "move": "", "position": position}, **fields,
    }  # fmt: skip


def note(type_: str, **facts: Any) -> list[Any]:
    """Return the events of a note."""
    return [{"type": type_, "facts": facts}]


def insert(export: dict[str, Any], at: int, *new: dict[str, Any]) -> dict[str, Any]:
    """Insert entries before the one at this index, number all again, and link them again."""
    entries = export["entries"]
    entries[at:at] = copy.deepcopy(list(new))
    before = entries[at - 1]
    for each in entries[at : at + len(new)]:
        each["minute"], each["secret"]["position"] = before["minute"], before["secret"]["position"]
    for ply, entry in enumerate(entries, SETUP):
        entry["ply"] = ply
    return relink(export)


def dumped(export: dict[str, Any]) -> str:
    """Return the export as the text of a file."""
    return json.dumps(export, ensure_ascii=False)
