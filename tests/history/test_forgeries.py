"""What a dishonest operator could make of a game: each forgery is refused, with a line that names it."""

import copy
import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.exported import replay_export
from games.titles import TITLES
from tests.history.forger import dumped, entry_of, game_of, insert, note, rekey, relink, verdict

OURS = ["cannonades", "captivate", "captn-eli", "cardline", "nautilus"]
Game = dict[str, Any]
made = cache(game_of)


def flip(text):
    return ("1" if text[0] != "1" else "2") + text[1:]


def secret(game, at):
    return game["entries"][at]["secret"]


def set_in(value, *path):
    """Return a forgery that sets one value of the file."""

    def change(game):
        for name in path[:-1]:
            game = game[name]
        game[path[-1]] = value(game[path[-1]]) if callable(value) else value

    return change


def also(*changes: Callable[[Game], Any]) -> Callable[[Game], Any]:
    """Return a forgery of several changes, the last of which may return another game."""

    def change(game):
        for each in changes:
            found = each(game)
            game = found if isinstance(found, dict) and "format" in found else game
        return game

    return change


def end_at(reason, at, status="finished"):
    """Return a forgery that cuts the log at an entry and says that seat 0 won there."""

    def change(game):
        count = len(game["seats"])
        result = {"reason": reason, "ranks": [*range(1, count + 1)], "scores": None}
        game["entries"][at:] = []
        last = game["entries"][-1]
        last["end"], game["finished"] = {**result, "status": status}, last["minute"]
        game["result"], game["status"] = result if status == "finished" else None, status
        return relink(game)

    return change


def close(game):
    """Close everything, as if the game were running."""
    game.update(status="running", finished=None, result=None)
    game["seeds"] = [{**each, "seed": None, "key": None} for each in game["seeds"]]
    game["entries"] = [{**each, "secret": None} for each in game["entries"]]


def new_seed(at, *, decided=False, after_end=False):
    """Return a forgery that puts in a new seed, ground until it suits."""

    def change(game):
        told = {"from": at - 1 + decided, "commitment": "", "seed": "99" * 32, "key": ""}
        game["seeds"].append(told)
        rekey(game)
        notes = [note("moderated")] if decided else []
        notes.append(note("new-seed", commitment=told["commitment"]))
        return insert(game, at, *(entry_of(game, "note", each) for each in notes))

    return change


def notes_in(at, *types, **fields):
    return lambda game: insert(game, at, *(entry_of(game, "note", note(each), **fields) for each in types))


def undo_in(at, back_to, **fields):
    return lambda game: insert(game, at, entry_of(game, "undo", [], back_to=back_to, **fields))


def cut_with(**fields):
    """Return a forgery that cuts the log at its third entry, and ends it as agreed in another entry."""

    def change(game):
        del game["entries"][2:]
        return end_at("agreed", 99)(insert(game, 2, entry_of(game, **fields)))

    return change


def leave_undone(game):
    game["entries"][1].update(kind="leave")
    secret(game, 1).update(move="", draws=[])
    return undo_in(2, 0, seat=game["entries"][1]["seat"])(game)


def without_secret(at):
    return set_in(None, "entries", at, "secret")


def drawing(game):
    return next(each["secret"]["draws"] for each in game["entries"] if each["secret"]["draws"])


def draw_more(game):
    secret(game, 2)["draws"].append([7, 3])


def swap(name):
    def change(game):
        one, other = game["seats"][:2]
        one[name], other[name] = other[name], one[name]

    return change


def again(**changes):
    """Return a forgery that plays the whole game again under other conditions."""
    return lambda game: game_of(game["title"], 3, **changes(game) if callable(changes) else changes)


def unknown_option(game):
    return game_of(game["title"], 3, options={**game["options"], "luck": 75})


def grind(by, nonce):
    """Return a forgery of a seat's part, for which the key is made again but not the draws."""

    def change(game):
        game["seats"][1].update(by=by, nonce=nonce)
        return relink(rekey(game))

    return change


PLAIN = {  # one change of a file, without new hashes
    "format": (set_in("captains-table", "format"), "format: "),
    "version": (set_in(2, "version"), "format: "),
    "table number": (set_in(13, "table"), "linked to the header: number of the table"),
    "identity": (set_in(flip, "identity"), "commitment: "),
    "title": (set_in("chess", "title"), "commitment: "),
    "an option": (set_in({"luck": 1}, "options"), "options: "),
    "players": (set_in([2, 3], "players"), "commitment: "),
    "rules": (set_in(flip, "rules"), "commitment: "),
    "top rules version": (set_in(99, "rules_version"), "commitment: "),
    "seating": (set_in("random", "seating"), "seats: drawn with the key|commitment: "),
    "other words for seating": (set_in("by the host", "seating"), "form: seating"),
    "status": (set_in("cancelled", "status"), "status: "),
    "an unknown status": (set_in("won", "status"), "form: status"),
    "started": (set_in("2026-11-25T09:00Z", "started"), "started"),
    "finished": (set_in("2026-11-26T09:00Z", "finished"), "finished: "),
    "ranks": (set_in(lambda ranks: ranks[::-1], "result", "ranks"), "result: "),
    "reason": (set_in("luck", "result", "reason"), "result: "),
    "scores": (set_in([0, 0], "result", "scores"), "result: "),
    "no result": (set_in(None, "result"), "result: "),
    "names": (swap("name"), "name: of seat 0"),
    "a name": (set_in("Zoe", "seats", 1, "name"), "name: of seat 1: Zoe"),
    "a name's digest": (set_in(flip, "seats", 1, "digest"), "name: of seat 1"),
    "a bot's name at a person's seat": (set_in("Ada ★★", "seats", 1, "name"), "nonce: seat 1 (person)"),
    "nonces": (swap("nonce"), "linked to the header"),
    "a nonce": (set_in("a" * 32, "seats", 1, "nonce"), "key: "),
    "a nonce of dice": (set_in("dice", "seats", 1, "nonce"), "form: seats[1] nonce"),
    "a person's nonce dropped": (set_in(None, "seats", 1, "nonce"), "nonce: seat 1"),
    "a bot with a nonce": (set_in("bot", "seats", 1, "by"), "nonce: seat 1 (bot)"),
    "a contributor of another kind": (set_in("guest", "seats", 1, "by"), "linked to the header"),
    "an unknown contributor": (set_in("player", "seats", 1, "by"), "form: seats[1] by"),
    "a place": (set_in(75, "seats", 1, "place"), "seats: the places are not numbered"),
    "a place twice": (set_in(0, "seats", 1, "place"), "seats: the places are not numbered"),
    "places": (swap("place"), "seats: in order of joining"),
    "seat numbers": (swap("number"), "seats: they are not numbered"),
    "a seed": (set_in(flip, "seeds", 0, "seed"), "commitment: "),
    "a commitment": (set_in(flip, "seeds", 0, "commitment"), "commitment: "),
    "a key": (set_in(flip, "seeds", 0, "key"), "key: "),
    "the first seed's ply": (set_in(2, "seeds", 0, "from"), "seed: "),
    "a seed that no note announces": (
        lambda game: game["seeds"].append({**game["seeds"][0], "from": 3}), "commitment: the log announces",
    ),
    "a closed seed": (set_in(None, "seeds", 0, "seed"), "seed: from ply -1 on: not public"),
    "a time on no clock": (set_in("2026-99-99T99:99Z", "finished"), "form: finished"),
    "no digest of a name": (set_in(None, "seats", 1, "digest"), "form: table, digests of names, and minutes"),
    "the head": (set_in(flip, "head"), "head: "),
    "a dropped entry": (lambda game: game["entries"].pop(2), "ply 1: missing"),
    "the end dropped": (lambda game: game["entries"].pop(), "head: "),
    "the order of entries": (lambda game: game["entries"].insert(1, game["entries"].pop(2)), "ply 0: missing"),
    "a time": (set_in("2026-11-25T10:59Z", "entries", 2, "minute"), "earlier than the entry before|ply 1: move"),
    "a cause": (set_in("timeout", "entries", 2, "cause"), "ply 1: its secret part is|ply 1: move, linked"),
    "who moved": (set_in(lambda seat: 1 - seat, "entries", 2, "seat"), "ply 1: move, linked"),
    "a seat that is not there": (set_in(9, "entries", 2, "seat"), "there is no such seat"),
    "an event": (set_in("other", "entries", 2, "events", 0, "type"), "ply 1: move, linked"),
    "a fact": (set_in({}, "entries", 2, "events", 0, "facts"), "ply 1: move, linked"),
    "a seal": (set_in(flip, "entries", 2, "seal"), "ply 1: move, linked"),
    "a link": (set_in(flip, "entries", 2, "link"), "ply 1: move, linked"),
    "a move": (set_in('{"type":"win"}', "entries", 2, "secret", "move"), "ply 1: its secret part matches"),
    "a position": (set_in(flip, "entries", 2, "secret", "position"), "ply 1: its secret part matches"),
    "a closed move": (without_secret(2), "ply 1: its secret part isn't public"),
    "a closed entry": (also(set_in(None, "entries", 2, "events"), set_in(None, "entries", 2, "seal")), "isn't public"),
    "an entry's rules": (set_in(99, "entries", 0, "rules_version"), "nothing names its rules"),
    "an unknown kind": (set_in("gift", "entries", 2, "kind"), "form: entries[2] kind"),
    "an unknown field": (set_in(1, "entries", 2, "luck") if False else lambda game: game.update(luck=1), "form: luck"),
    "still running, closed": (close, 'status: "running"; by the log: "finished"'),
}  # fmt: skip

HASHED = {  # with all hashes made again
    "a nonce ground for a bot": (grind("bot", "e" * 32), "nonce: seat 1 (bot)"),
    "a nonce ground for the site": (grind("site", "e" * 32), "nonce: seat 1 (site)"),
    "a nonce ground for a person": (grind("person", "e" * 32), "numbers drawn with the key|position|did what|rules: "),
    "later rules, without draws": (
        also(set_in(99, "entries", 2, "rules_version"), relink), "ply 1: nothing names its rules",
    ),
    "a new seed in a running game": (new_seed(2), "a new-seed can't come before the end"),
    "a new seed after a decision": (new_seed(2, decided=True), "a new-seed can't come before the end"),
    "an upgrade to unknown rules": (
        lambda game: insert(game, 2, entry_of(game, "note", note("upgraded", rules="", rules_version=1))),
        "rules: |upgrade|fingerprint|convert|names its rules",
    ),
    "an unknown note": (notes_in(2, "blessing"), "no note of this kind is known"),
    "a note with a cause": (notes_in(2, "agreed", cause="timeout"), "no note of this kind is known"),
    "a vote after the end": (
        lambda game: insert(game, len(game["entries"]), entry_of(game, "note", note("voted"))), "can't come after",
    ),
    "a player's undo of the setup": (undo_in(2, -1, seat=0), "what is not in force"),
    "a moderator's undo without a decision": (undo_in(3, 0, cause="moderator"), "can't take this back"),
    "an undo by another seat": (undo_in(2, 0, seat=1), "can't take this back|position"),
    "a cut end with a winner": (end_at("left", -1), "result: |left"),
    "an agreed end that nobody agreed to": (end_at("agreed", -1), "this doesn't end a game so"),
    "a decided end without a decision": (end_at("decision", -1), "this doesn't end a game so"),
    "a game called off by nobody": (end_at("", -1, "cancelled"), "this doesn't end a game so"),
    "two ends": (
        also(lambda game: set_in(game["entries"][-1]["end"], "entries", 1, "end")(game), relink), "can't come after",
    ),
    "an invented draw": (also(draw_more, relink), "ply 1: numbers drawn with the key|ply 1: it drew"),
    "a dropped draw": (also(lambda game: drawing(game).pop(), relink), ": it drew "),
    "an invented hand": (
        also(lambda game: secret(game, 0).update(hidden=[{"0": {}}] * len(secret(game, 0)["hidden"])), relink),
        "ply -1: setup",
    ),
    "an invented event": (also(set_in("win", "entries", 2, "events", 0, "type"), relink), "ply 1: move|ply 1: leave"),
    "an illegal move": (also(set_in('{"type":"win"}', "entries", 2, "secret", "move"), relink), "rules: |secret part"),
    "another position": (also(set_in(flip, "entries", 2, "secret", "position"), relink), "ply 1: the rules lead"),
    "an unknown option, played so": (unknown_option, "options: "),
    "a forged rules version": (
        lambda game: relink(rekey({**game, "rules": "0" * 32})), "numbers drawn with the key|fingerprint|rules: ",
    ),
    "a secret move in a leave": (also(set_in("{}", "entries", -1, "secret", "move"), relink), "that of a leave|rules"),
    "an end that an undo invents": (
        cut_with(kind="undo", events=[], back_to=0, seat=0), "this doesn't end a game so|can't take this back",
    ),
    "an agreed end without all ranks": (
        also(cut_with(kind="note", events=note("agreed")), lambda game: game["result"]["ranks"].pop(), relink),
        "one rank and score for each seat",
    ),
    "a leave taken back by its player": (leave_undone, "can't take this back"),
    "a note by a seat that is not there": (notes_in(2, "vacation", seat=99), "there is no such seat"),
    "a position that a note invents": (
        also(notes_in(2, "vacation"), set_in(flip, "entries", 2, "secret", "position"), relink), "that of a note",
    ),
    "an empty draw": (also(lambda game: secret(game, 2)["draws"].append([]), relink), "ply 1: numbers drawn"),
    "no number of the table": (also(set_in(None, "table"), relink), "form: table, digests of names, and minutes"),
    "no time of the setup": (
        also(set_in(None, "started"), set_in(None, "entries", 0, "minute"), relink), "form: table, digests",
    ),
    "a setup that a seat made": (also(set_in(0, "entries", 0, "seat"), relink), "ply -1: "),
}  # fmt: skip

FORGED = {**PLAIN, **HASHED}
NUMBERS = (1, 2)
NEED_DRAWS = ("a nonce ground for a person", "a dropped draw")  # Captain Eli may draw nothing


def forged(title: str, number: int, what: str) -> Game:
    game = copy.deepcopy(made(title, number))
    found = FORGED[what][0](game)
    return found if isinstance(found, dict) and "format" in found else game


def test_there_are_forgeries_enough():
    assert len(FORGED) >= 80


@pytest.mark.parametrize("title", OURS)
@pytest.mark.parametrize("number", NUMBERS)
def test_every_forgery_is_refused_and_named(title, number):
    assert verdict(made(title, number))[0] == replay_export(made(title, number), TITLES)[0] == "holds"
    draws = any(each["secret"]["draws"] for each in made(title, number)["entries"])
    for what, (_change, named) in FORGED.items():
        if what in NEED_DRAWS and not draws:
            continue
        game = forged(title, number, what)
        result, why, found = replay_export(game, TITLES)
        assert game != made(title, number) and result != "holds", what
        said = [why, *(said for holds, said in found if not holds)]
        assert any(each in line for each in named.split("|") for line in said), (what, why)


@pytest.mark.skipif(shutil.which("perl") is None, reason="there is no Perl")
def test_a_checker_in_another_language_agrees():
    games = [made(title, number) for title in OURS for number in range(1, 5)]
    games += [forged("captivate", 1, what) for what in FORGED]
    lines = "".join(f"{dumped(game)}\n" for game in games)
    run = subprocess.run(
        ["perl", "tools/verify.pl", "--lines"], input=lines, capture_output=True, text=True, check=True
    )
    for game, line in zip(games, run.stdout.splitlines(), strict=True):
        assert line.startswith(f"{verdict(game)[0]}: "), line


STATED = made("captivate", 1)


def leaves(value, *path):
    """Yield the path of every value that contains no others."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    if not parts or not value:
        yield path
    for name, each in parts:
        yield from leaves(each, *path, name)


ANY = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 99), st.text("0a1bZ-", max_size=34), st.just([]), st.just({})
)


@settings(max_examples=400, deadline=None)
@given(path=st.sampled_from([*leaves(STATED)]), value=ANY)
def test_any_change_of_one_value_is_noticed(path, value):
    place = game = copy.deepcopy(STATED)
    for name in path[:-1]:
        place = place[name]
    is_free = value is None and (path[0], path[-1]) == ("seats", "name")  # it may have changed later
    if dumped(place[path[-1]]) != dumped(value) and not is_free:
        place[path[-1]] = value
        assert replay_export(game, TITLES)[0] != "holds"
