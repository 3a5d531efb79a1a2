"""Loading a state: its future is the same, a wrong form is malformed, and an error raised by the rules is a defect."""

from contextlib import suppress
from dataclasses import replace

import pytest

from games.engine.chance import Chance
from games.engine.contract import Illegal, Malformed, Step
from games.engine.protocol import Session, Unplayable
from games.engine.registry import Registry
from games.titles import TITLES
from tests.engine.positions import every_case, present_cases, random_game
from tests.engine.sessions import HUGE, NEW, SEED, asking, code, command_for, plain
from tests.titles.captivate.positions import throwing


@pytest.mark.parametrize("case", present_cases(), ids=str)
def test_a_loaded_state_has_the_same_future(case, ask):
    """A game that is loaded half-way continues the same way, including every random draw."""
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
    """After five rounds of rock the winner is drawn at random, with the seed and ply that were loaded."""
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
    """The session survives whether the state is refused at once or only when it is played."""
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
        {"is_legal": lambda state, seat, move: False},  # also for moves that the same rules list
        {"apply": lambda state, seat, move, chance: Step(state, ())},  # never ends
    ],
    ids=["raises", "refuses", "misreads", "to_act", "observe", "is_legal", "endless"],
)
def test_an_error_while_trying_a_state_is_not_malformed_input(defect):
    """The game itself produced this state, so the input is fine."""
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
    """Play would reach it only many plies later: loading tries a state to the end of the game."""
    ask(**NEW)
    position = ask(cmd="state")["state"]
    game = {**position["game"], "deck": [*position["game"]["deck"][:-1], "fire-1"]}
    with pytest.raises(Unplayable, match="fire-1"):
        ask(cmd="load", title="captivate", state={**position, "game": game})


def test_the_program_distinguishes_malformed_and_unplayable_states(program):
    """Both leave the game unchanged, and the conversation continues."""
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
def test_seats_missing_from_the_state_break_no_session(case, ask):
    """The position names the greatest number of seats, whatever the state was made for."""
    ask(cmd="new", title=case.game.slug, seats=case.seats, seed=SEED, options=dict(case.options))
    position = ask(cmd="state")["state"]
    with suppress(Unplayable):
        ask(cmd="load", title=case.game.slug, state={**position, "seats": case.game.seats[-1]})
    for seat in case.game.seats:
        for command in ("observe", "legal", "default", "leave"):
            assert ask(cmd=command, seat=seat)
