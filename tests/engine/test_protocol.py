"""The protocol of JSON lines: through a real process, and in this one for what is quick to try thousands of times."""

import json
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from django.conf import settings as site
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import play
from games.engine.chance import Chance
from games.engine.codec import dump, load_options
from games.engine.contract import Step
from games.engine.errors import Illegal, Malformed
from games.engine.protocol import Session, Unplayable
from games.engine.registry import Registry
from games.titles import TITLES
from tests.engine.positions import Case, every_case, random_game
from tests.titles.captivate.positions import throwing

ROOT = Path(__file__).resolve().parents[2]
SEED = "00" * 31 + "07"
NEW = {"cmd": "new", "title": "captivate", "seats": 2, "seed": SEED}
FIRST_MOVE = '{"type":"play"'
HUGE = 10**30


@pytest.fixture
def program():
    """A conversation with `python -m games.engine`: call it with a command, get the answer."""
    command = [sys.executable, "-m", "games.engine", *site.TITLE_PACKAGES]
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(**command):
        process.stdin.write(json.dumps(command).encode() + b"\n")
        process.stdin.flush()
        return json.loads(process.stdout.readline())

    yield ask
    process.stdin.close()
    assert process.wait(10) == 0
    assert process.stdout.read() == b""
    process.stdout.close()


def asking(session):
    """The same for a session in this process, through JSON both ways."""
    return lambda **command: json.loads(msgspec.json.encode(session.answer(json.dumps(command))))


@pytest.fixture
def ask():
    return asking(Session(TITLES))


def code(answer):
    assert set(answer) == {"error"}
    assert set(answer["error"]) == {"code", "message"}
    assert answer["error"]["message"]
    return answer["error"]["code"]


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
        cwd=ROOT,
        input=b"\n".join(lines),
        capture_output=True,
        check=True,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(lines)
    assert [code(answer) for answer in answers if "error" in answer] == ["malformed"] * 5
    assert done.stderr == b""


@pytest.mark.parametrize("case", every_case(), ids=str)
def test_the_session_plays_as_the_engine_does(case, ask):
    """The same seed and the same moves give the same events and the same state."""
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


@pytest.mark.parametrize("case", every_case(), ids=str)
def test_a_loaded_state_has_the_same_future(case, ask):
    """Loaded in the middle of the game, the rest of it goes the same way, every random draw included."""
    plies = list(random_game(case, 6))
    ask(cmd="new", title=case.game.slug, seats=case.seats, seed=f"{6:064x}", options=dict(case.options))
    for ply in plies[: len(plies) // 2]:
        ask(**command_for(ply.entry))
    position = ask(cmd="state")["state"]
    other = asking(Session(TITLES))
    assert other(cmd="load", title=case.game.slug, state=position) == {"state": position}
    for ply in plies[len(plies) // 2 :]:
        assert (
            other(**command_for(ply.entry))
            == ask(**command_for(ply.entry))
            == plain({"events": ply.step.events})
        )
    assert other(cmd="state") == ask(cmd="state")


@pytest.mark.parametrize("ply", [0, 8, 1000])
def test_the_next_random_draw_is_that_of_the_loaded_ply(ply, ask):
    """Five rounds of rock, and the winner is drawn at random: by the seed and the ply that were loaded."""
    game = plain(throwing(4, {0, 2, 3}))
    ask(
        cmd="load",
        title="captivate",
        state={"title": "captivate", "seats": 4, "seed": "abcd", "ply": ply, "game": game},
    )
    for _ in range(5):
        for seat in (0, 2, 3):
            answer = ask(cmd="apply", seat=seat, move={"type": "throw", "hand": "rock"})
    winner = Chance(bytes.fromhex("abcd"), ply + 14).pick([0, 2, 3])
    assert {"seat": winner} in [event["public"] for event in answer["events"]]
    assert ask(cmd="outcome")["outcome"]["ranks"][winner] == 1


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


BROKEN = {
    "another title": {"title": "nautilus"},
    "no seats": {"seats": 0},
    "a ply below zero": {"ply": -1},
    "a ply that no stream is made for": {"ply": 2**63},
    "a ply beyond all numbers": {"ply": HUGE},
    "a seed that is none": {"seed": "x"},
    "a key too many": {"when": 0},
    "an empty game": {"game": {}},
}


@pytest.mark.parametrize("damage", BROKEN.values(), ids=BROKEN.keys())
def test_a_damaged_position_is_not_loaded(damage, ask):
    ask(**NEW)
    before = ask(cmd="state")
    assert code(ask(cmd="load", title="captivate", state={**before["state"], **damage})) in {
        "malformed",
        "illegal",
    }
    assert ask(cmd="state") == before


@pytest.mark.parametrize(
    "damage",
    [
        {"hands": [["light-1"]]},
        {"hands": [["fire-1"], []]},
        {"field": []},
        {"field": [{"cell": [9, 9], "card": "light-1", "up": True, "fresh": False}]},
        {"piles": []},
        {"deck": ["fire-1"]},
        {"seat": 7},
        {"memory": "loose"},
        {"awaited": [7]},
        {"left": [0, 1]},
        {"throwing": {"tied": [0, 1], "still_in": [0, 1]}, "reason": "last-round"},
    ],
    ids=str,
)
def test_no_state_edited_by_hand_breaks_a_session(damage, ask):
    """Whether it is refused at once or when it is played with: the state as it was."""
    ask(**NEW)
    position = ask(cmd="state")["state"]
    try:
        ask(cmd="load", title="captivate", state={**position, "game": {**position["game"], **damage}})
    except Unplayable:
        assert ask(cmd="state") == {"state": position}
    for seat in (0, 1):
        for move in [*ask(cmd="legal", seat=seat).get("legal", [])[:3], {"type": "end"}]:
            before = ask(cmd="state")
            if "error" in ask(cmd="apply", seat=seat, move=move):
                assert ask(cmd="state") == before
        for command in ("observe", "default", "leave"):
            assert ask(cmd=command, seat=seat)


@pytest.mark.parametrize("is_loaded", [False, True])
def test_a_defect_of_the_rules_is_not_taken_for_malformed_input(is_loaded):
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


def _raising(*_args):
    raise ZeroDivisionError


def _refusing(*_args):
    raise Illegal("Not a legal move")


def _misreading(*_args):
    raise Malformed("Not in the expected form")


@pytest.mark.parametrize(
    "defect",
    [
        {"apply": _raising},
        {"apply": _refusing},
        {"legal_moves": _misreading},
        {"to_act": _raising},
        {"observe": _raising},
        {"is_legal": lambda state, seat, move: False},  # of the moves that the same rules list
        {"apply": lambda state, seat, move, chance: Step(state, ())},  # comes to no end
    ],
    ids=["raises", "refuses", "misreads", "to_act", "observe", "is_legal", "endless"],
)
def test_a_defect_met_while_a_state_is_tried_out_is_not_malformed_input(defect):
    """The state is one that the game itself gave: nothing is wrong with the input."""
    healthy = asking(Session(TITLES))
    healthy(**NEW)
    position = healthy(cmd="state")
    session = Session(Registry(replace(TITLES["captivate"], **defect)))
    ask = asking(session)
    ask(**{**NEW, "seed": "01"})
    before = ask(cmd="state")
    with pytest.raises(Unplayable, match="captivate"):
        ask(cmd="load", title="captivate", **position)
    assert ask(cmd="state") == before != position


def test_a_card_that_does_not_exist_deep_in_the_deck_is_found_by_load(ask):
    """It would be met many plies later: a state is tried out to the end of the game."""
    ask(**NEW)
    position = ask(cmd="state")["state"]
    game = {**position["game"], "deck": [*position["game"]["deck"][:-1], "fire-1"]}
    with pytest.raises(Unplayable, match="fire-1"):
        ask(cmd="load", title="captivate", state={**position, "game": game})


def test_the_program_tells_a_state_of_the_wrong_form_from_one_that_the_rules_cannot_play(program):
    """Both leave the game as it was, and the conversation goes on."""
    program(**NEW)
    before = program(cmd="state")
    position = before["state"]
    unformed = {**position, "game": {**position["game"], "deck": 7}}
    assert code(program(cmd="load", title="captivate", state=unformed)) == "malformed"
    unplayable = {**position, "game": {**position["game"], "hands": [["fire-1"], []]}}
    answer = program(cmd="load", title="captivate", state=unplayable)
    assert code(answer) == "internal" and "fire-1" in answer["error"]["message"]
    assert program(cmd="state") == before


@pytest.mark.parametrize("case", every_case(), ids=str)
def test_seats_that_the_state_has_not_break_no_session(case, ask):
    """The position names the greatest number of seats, whatever the state was made for."""
    ask(cmd="new", title=case.game.slug, seats=case.seats, seed=SEED, options=dict(case.options))
    position = ask(cmd="state")["state"]
    with suppress(Unplayable):
        ask(cmd="load", title=case.game.slug, state={**position, "seats": case.game.seats[-1]})
    for seat in case.game.seats:
        for command in ("observe", "legal", "default", "leave"):
            assert ask(cmd=command, seat=seat)


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
    """Bytes, text, JSON, commands with a field amiss: each gets one object that JSON can carry."""
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
    """What is refused has changed nothing: the game is the one without it."""
    case = Case(TITLES["captivate"], 2, load_options(TITLES["captivate"], {}))
    session, number = Session(TITLES), data.draw(st.integers(0, 1000))
    ask = asking(session)
    ask(**{**NEW, "seed": f"{number:064x}"})
    for ply in random_game(case, number):
        line = data.draw(junk.map(json.dumps) | st.text(max_size=9))
        if "error" in session.answer(line):
            assert ask(cmd="state")["state"]["game"] == plain(ply.before)
        assert ask(**command_for(ply.entry)) == plain({"events": ply.step.events})


def plain(value):
    """As it comes out of JSON."""
    return json.loads(msgspec.json.encode(dump(value)))


def command_for(entry):
    if entry.kind == "leave":
        return {"cmd": "leave", "seat": entry.seat}
    return {"cmd": "apply", "seat": entry.seat, "move": json.loads(entry.move)}
