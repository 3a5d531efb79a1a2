"""The protocol of JSON lines: through a real process, and in this one for tests with thousands of tries."""

import json
import subprocess
import sys
from dataclasses import replace

import msgspec
import pytest
from django.conf import settings as site
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import play
from games.engine.codec import load_options
from games.engine.protocol import Session
from games.engine.registry import Registry
from games.titles import TITLES
from tests.engine.positions import Case, present_cases, random_game
from tests.engine.sessions import HUGE, NEW, SEED, asking, code, command_for, plain

FIRST_MOVE = '{"type":"play"'


def test_a_whole_game_through_a_process(program):
    assert program(cmd="titles") == {"titles": list(TITLES)}
    assert set(program(**NEW)) == {"events"}
    plies = 0
    while asked := program(cmd="to_act")["to_act"]:
        move = program(cmd="default", seat=asked[0])["move"]
        assert move in program(cmd="legal", seat=asked[0])["legal"]
        assert program(cmd="outcome") == {"outcome": None}
        assert program(cmd="apply", seat=asked[0], move=move)["events"]
        plies += 1
    outcome = program(cmd="outcome")["outcome"]
    assert set(outcome) == {"reason", "ranks", "scores"}
    assert program(cmd="state")["state"]["ply"] == plies
    assert code(program(cmd="leave", seat=0)) == "illegal"


def test_every_command_through_a_process(program):
    program(**NEW)
    state = program(cmd="state")["state"]
    assert (state["title"], state["seats"], state["seed"], state["ply"]) == ("captivate", 2, SEED, 0)
    assert program(cmd="observe", seat=None)["observation"]["hands"][0]["cards"] is None
    assert program(cmd="observe", seat=0)["observation"]["hands"][0]["cards"] == state["game"]["hands"][0]
    assert program(cmd="legal", seat=1) == {"legal": []}
    assert program(cmd="leave", seat=1)["events"][0]["type"] == "left"
    assert program(cmd="outcome")["outcome"]["ranks"] == [1, 2]
    assert program(cmd="load", title="captivate", state=state) == {"state": state}
    assert program(cmd="to_act") == {"to_act": [0]}


def test_a_process_answers_every_line():
    lines = [b"", b"{", b"\xff", b"null", b'{"cmd": "titles"}', b"[" * 100_000, b'{"cmd": "titles"}']
    done = subprocess.run(
        [sys.executable, "-m", "games.engine"],
        cwd=site.BASE_DIR,
        input=b"\n".join(lines),
        capture_output=True,
        check=True,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(lines)
    assert [code(answer) for answer in answers if "error" in answer] == ["malformed"] * 5
    assert done.stderr == b""


@pytest.mark.parametrize("case", present_cases(), ids=str)
def test_the_session_plays_as_the_engine_does(case, ask):
    """The same seed and the same moves lead to the same events and the same state."""
    seed = (5).to_bytes(32, "big")
    begun = ask(
        cmd="new", title=case.game.slug, seats=case.seats, seed=seed.hex(), options=dict(case.options)
    )
    assert begun == plain({"events": play.setup(case.game, case.seats, case.options, seed).events})
    for ply in random_game(case, 5, leavers=True):
        assert ask(cmd="to_act") == {"to_act": sorted(case.game.to_act(ply.before))}
        assert ask(cmd="observe", seat=0) == plain({"observation": case.game.observe(ply.before, 0)})
        assert ask(**command_for(ply.entry)) == plain({"events": ply.step.events})
    assert ask(cmd="outcome") == plain({"outcome": case.game.outcome(ply.step.state)})
    assert ask(cmd="state")["state"]["game"] == plain(ply.step.state)


REFUSED = {
    "a move that is not legal": ({"cmd": "apply", "seat": 0, "move": {"type": "end"}}, "illegal"),
    "a card that there is not": (
        {"cmd": "apply", "seat": 0, "move": {"type": "play", "card": "fire-1", "cell": [0, 1]}},
        "illegal",
    ),
    "a cell far away": (
        {"cmd": "apply", "seat": 0, "move": {"type": "play", "card": "light-1", "cell": [HUGE, -HUGE]}},
        "illegal",
    ),
    "a seat that is not asked": ({"cmd": "apply", "seat": 1, "move": {"type": "end"}}, "illegal"),
    "a seat that there is not": ({"cmd": "apply", "seat": 2, "move": {"type": "end"}}, "illegal"),
    "a seat below zero": ({"cmd": "observe", "seat": -1}, "illegal"),
    "a seat far away": ({"cmd": "legal", "seat": HUGE}, "illegal"),
    "a leaver that there is not": ({"cmd": "leave", "seat": 9}, "illegal"),
    "a default for who is not asked": ({"cmd": "default", "seat": 1}, "illegal"),
    "an unknown move": ({"cmd": "apply", "seat": 0, "move": {"type": "fly"}}, "malformed"),
    "a move of another kind": ({"cmd": "apply", "seat": 0, "move": 7}, "malformed"),
    "a move with a float": (
        {"cmd": "apply", "seat": 0, "move": {"type": "play", "card": "light-1", "cell": [1.0, 0]}},
        "malformed",
    ),
    "a malformed move of who is not asked": ({"cmd": "apply", "seat": 1, "move": {}}, "malformed"),
    "a seat that is true": ({"cmd": "legal", "seat": True}, "malformed"),
    "a seat that is a float": ({"cmd": "legal", "seat": 0.0}, "malformed"),
    "a spectator's legal moves": ({"cmd": "legal", "seat": None}, "malformed"),
    "an observation for nobody": ({"cmd": "observe"}, "malformed"),
    "a missing seat": ({"cmd": "legal"}, "malformed"),
    "an unknown key": ({"cmd": "legal", "seat": 0, "ply": 3}, "malformed"),
    "an unknown command": ({"cmd": "cheat"}, "malformed"),
    "no command": ({}, "malformed"),
    "an unknown title": ({**NEW, "title": "chess"}, "illegal"),
    "too many seats": ({**NEW, "seats": 5}, "illegal"),
    "seats beyond all numbers": ({**NEW, "seats": HUGE}, "illegal"),
    "an unknown option": ({**NEW, "options": {"speed": 3}}, "malformed"),
    "an option not offered": ({**NEW, "options": {"memory": "none"}}, "illegal"),
    "a seed that is no hexadecimal text": ({**NEW, "seed": "xyz"}, "malformed"),
    "half a byte of a seed": ({**NEW, "seed": "abc"}, "malformed"),
    "a seed that is a number": ({**NEW, "seed": 7}, "malformed"),
    "no state": ({"cmd": "load", "title": "captivate", "state": {}}, "malformed"),
}


@pytest.mark.parametrize(("command", "expected"), REFUSED.values(), ids=REFUSED.keys())
def test_a_refusal_leaves_the_state_unchanged(command, expected, ask):
    ask(**NEW)
    ask(cmd="apply", seat=0, move=ask(cmd="legal", seat=0)["legal"][0])
    ask(cmd="apply", seat=0, move={"type": "end"})
    ask(cmd="apply", seat=1, move=ask(cmd="legal", seat=1)["legal"][0])
    ask(cmd="apply", seat=1, move={"type": "end"})
    before = ask(cmd="state")
    assert code(ask(**command)) == expected
    assert ask(cmd="state") == before


@pytest.mark.parametrize(
    "command", ["state", "to_act", "outcome", "legal", "apply", "leave", "default", "observe"]
)
def test_without_a_game_there_is_nothing_to_ask(command, ask):
    fields = {"seat": 0} if command in {"legal", "apply", "leave", "default", "observe"} else {}
    fields |= {"move": {"type": "end"}} if command == "apply" else {}
    assert code(ask(cmd=command, **fields)) == "illegal"


def test_a_new_game_takes_the_place_of_the_old_one(ask):
    ask(**NEW)
    first = ask(cmd="state")
    ask(cmd="leave", seat=0)
    ask(**NEW)
    assert ask(cmd="state") == first
    ask(**NEW, options={"memory": "strict"})
    assert ask(cmd="state")["state"]["game"]["memory"] == "strict"


@pytest.mark.parametrize("is_loaded", [False, True])
def test_an_error_in_the_rules_is_not_malformed_input(is_loaded):
    def broken(state, seat):
        raise ZeroDivisionError

    session = Session(Registry(replace(TITLES["captivate"], default_move=broken)))
    ask = asking(session)
    ask(**NEW)
    before = ask(cmd="state")
    if is_loaded:
        assert ask(cmd="load", title="captivate", **before) == before
    with pytest.raises(ZeroDivisionError):
        ask(cmd="default", seat=0)
    assert ask(cmd="state") == before


numbers = st.integers(-3, 9) | st.integers() | st.floats() | st.sampled_from([2**63, HUGE, 1.0])
atoms = (
    st.none()
    | st.booleans()
    | numbers
    | st.text(max_size=4)
    | st.sampled_from(["light-1", "end", "rock", "captivate"])
)
keys = st.sampled_from(["type", "card", "cell", "hand", "memory", "title", "ply", "game"]) | st.text(
    max_size=3
)
junk = st.recursive(
    atoms,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=8,
)
commands = st.sampled_from(
    ["titles", "new", "load", "state", "to_act", "legal", "apply", "leave", "default", "observe", "outcome"]
)
likely = st.fixed_dictionaries(
    {"cmd": commands},
    optional={
        "title": st.sampled_from(["captivate", "chess"]) | junk,
        "seats": st.integers(0, 5) | junk,
        "seed": st.sampled_from(["", "00", "0", "zz"]) | junk,
        "options": st.dictionaries(st.just("memory"), st.sampled_from(["strict", "loose"]) | junk) | junk,
        "seat": st.integers(-1, 4) | st.none() | junk,
        "move": st.fixed_dictionaries({"type": st.sampled_from(["play", "capture", "end", "throw"])}) | junk,
        "state": junk,
    },
)
lines = (
    st.binary(max_size=30)
    | st.text(max_size=30)
    | junk.map(json.dumps)
    | likely.map(json.dumps)
    | st.sampled_from(["[" * 50_000, '{"cmd":' * 5_000, '"' + "x" * 100_000, "\ud800", "1e999", "-0", "\x00"])
)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.lists(lines, max_size=8))
def test_there_is_always_an_answer_and_never_an_exception(some):
    """Bytes, text, JSON, commands with a wrong field: each is answered with one JSON object."""
    session = Session(TITLES)
    session.answer(json.dumps(NEW))
    for line in some:
        answer = session.answer(line)
        assert isinstance(msgspec.json.decode(msgspec.json.encode(answer)), dict)
        assert len(answer) == 1
        if "error" in answer:
            assert code(answer) in {"malformed", "illegal"}


@settings(max_examples=15, deadline=None, derandomize=True)
@given(data=st.data())
def test_a_game_goes_on_between_junk_lines(data):
    """A refused line changes nothing: the game continues as without it."""
    case = Case(TITLES["captivate"], 2, load_options(TITLES["captivate"], {}))
    session, number = Session(TITLES), data.draw(st.integers(0, 1000))
    ask = asking(session)
    ask(**{**NEW, "seed": f"{number:064x}"})
    for ply in random_game(case, number):
        line = data.draw(junk.map(json.dumps) | st.text(max_size=9))
        if "error" in session.answer(line):
            assert ask(cmd="state")["state"]["game"] == plain(ply.before)
        assert ask(**command_for(ply.entry)) == plain({"events": ply.step.events})


def test_think_answers_with_a_legal_move_and_plays_nothing(ask):
    ask(**NEW)
    before = ask(cmd="state")
    for level in ("deckhand", "mate", "captain", "greedy", "random"):
        thought = ask(cmd="think", seat=0, level=level, seed="07", iterations=5)
        assert set(thought) == {"move", "considered", "iterations", "ms"}
        assert thought["move"] in ask(cmd="legal", seat=0)["legal"]
        assert all(set(each) == {"move", "share"} for each in thought["considered"])
        assert thought == ask(cmd="think", seat=0, level=level, seed="07", iterations=5)
    assert ask(cmd="state") == before


def test_think_keeps_its_budget_in_a_process(program):
    program(**NEW)
    thought = program(cmd="think", seat=0, level="captain", seed="07", budget_ms=1, iterations=100_000)
    assert 0 <= thought["iterations"] < 100_000
    assert thought["move"] in program(cmd="legal", seat=0)["legal"]


def test_invalid_think_commands_are_refused(ask):
    asked = {"cmd": "think", "seat": 0, "level": "mate", "seed": "07"}
    assert code(ask(**asked)) == "illegal"  # no game
    ask(**NEW)
    assert code(ask(**asked | {"seat": 1})) == "illegal"  # not asked
    assert code(ask(**asked | {"level": "admiral"})) == "illegal"
    for wrong in ({"seed": "x"}, {"budget_ms": 0}, {"iterations": True}, {"level": 1}, {"nodes": 5}):
        assert code(ask(**asked | wrong)) == "malformed"
