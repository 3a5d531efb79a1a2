"""Notes for beginners at Cannonades are true of the position (CN-8 to CN-16)."""

import pytest

from games.engine.presenter import Scene
from games.titles.cannonades import GAME
from games.titles.cannonades.presenter import PRESENTER
from tests.titles.cannonades.positions import board, do, late, position

NAMES = ("Anne", "Benno")
AFLOAT = "B0 G0 | BG"


def told(state, you=0):
    legal = GAME.legal_moves(state, you)
    return PRESENTER.notes(GAME.observe(state, you), Scene(you, NAMES, legal, {}, 2, bool(legal)))


def what_end_does(state):
    (text,) = [str(note.text) for note in told(state).does if note.label == "End your turn"]
    return text


@pytest.mark.parametrize(
    ("hand", "facts", "begins"),
    [
        ("BG G1", {}, "Choose a ship in your hand first:"),
        ("BG PY", {}, "Try to draw a ship:"),
        ("BG PY", {"actions": 1}, "You have no ship:"),  # it could no longer be added
        ("BG PY", {"deck": "G1", "rest": "discards"}, "You have no ship:"),  # the last card ends the turn
        ("", {}, "You have no ship:"),
    ],
)
def test_without_a_ship_at_sea_a_note_says_what_is_still_possible(hand, facts, begins):
    asked = str(told(position(f"|{hand}\n{AFLOAT}", **facts)).asked)
    assert asked == f"{begins} if you end your turn without a ship at sea, you are out."


def test_in_the_stand_off_no_note_suggests_drawing():
    assert str(told(late(f"|BG\n{AFLOAT}")).asked).startswith("You have no ship:")


def test_a_note_warns_of_ending_a_turn_without_a_ship():
    state = position(f"|BG\n{AFLOAT}")
    assert what_end_does(state) == "You are out: you have no ship at sea."
    assert 0 in do(state, 0, {"type": "end"}).state.out
    assert what_end_does(position(f"R0|BG\n{AFLOAT}")).endswith("the next captain begins.")


def test_a_note_says_whom_a_boarder_answers():
    state = do(position("R2 B0 | BG\nO0 G0 | BG"), 0, board(0, 1, 0)).state
    assert state.queue[0].cause == "boarding"
    assert "answers the captain you boarded" in str(told(state).asked)
    sunk = do(position("B0 B0 | BG\nB1 G0 | BG"), 0, board(0, 1, 0)).state
    assert "answers the captain who turned up or sank its ship" in str(told(sunk, 1).asked)


def test_a_salvaged_card_is_not_called_the_last_one():
    asked = str(told(late(f"R0|BG\n{AFLOAT}", phase="salvaging")).asked)
    assert asked == "Take one that hits a ship you can see."  # sunk seats may give another one
