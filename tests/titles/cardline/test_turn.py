"""A turn: where a card may go, when it is right, and what happens to a wrong one: CL-6 to CL-8."""

import pytest

from games.engine.codec import load_move
from games.engine.contract import Malformed
from games.titles.cardline import GAME
from tests.titles.cardline.positions import do, event, place, position, refuse, tokens

LINE = "10 20 30"


def test_cl_6_every_own_card_can_go_to_every_slot():
    state = position(LINE, "15 40 | 25")
    moves = {(move.card, move.slot) for move in GAME.legal_moves(state, 0)}
    assert moves == {(f"v{token}", slot) for token in ("15", "40") for slot in range(4)}
    assert GAME.legal_moves(state, 1) == ()


@pytest.mark.parametrize("length", [1, 31, 32, 33, 63, 64, 65, 99])
def test_cl_6_no_slot_is_missing_however_long_the_line_is(length):
    line = " ".join(str(n) for n in range(1, length + 1))
    moves = GAME.legal_moves(position(line, "100 99b | 1b"), 0)
    assert [move.slot for move in moves] == [*range(length + 1)] * 2


@pytest.mark.parametrize(
    ("seat", "token", "slot"),
    [(0, "15", -1), (0, "15", 4), (0, "15", 10**30), (0, "25", 1), (0, "20", 1), (0, "99", 0), (1, "25", 0)],
)
def test_cl_6_another_slot_another_card_and_another_seat_are_illegal(seat, token, slot):
    refuse(position(LINE, "15 40 | 25", deck="50"), seat, token, slot)


@pytest.mark.parametrize(
    "form",
    [
        '{"type":"place","card":"v15"}',
        '{"type":"place","slot":1}',
        '{"card":"v15","slot":1}',
        '{"type":"place","card":"v15","slot":"1"}',
        '{"type":"place","card":"v15","slot":1.0}',
        '{"type":"place","card":"v15","slot":true}',
        '{"type":"place","card":15,"slot":1}',
        '{"type":"place","card":"v15","slot":null}',
        '{"type":"place","card":"v15","slot":1,"value":15}',
        '{"type":"put","card":"v15","slot":1}',
        '["place","v15",1]',
    ],
)
def test_cl_6_another_form_is_malformed(form):
    with pytest.raises(Malformed):
        load_move(GAME, form)


@pytest.mark.parametrize(("token", "slot", "line"), [
    ("5", 0, "5 10 20 30"),
    ("15", 1, "10 15 20 30"),
    ("40", 3, "10 20 30 40"),
    ("20b", 1, "10 20b 20 30"),
    ("20b", 2, "10 20 20b 30"),
    ("10b", 0, "10b 10 20 30"),
    ("30b", 3, "10 20 30 30b"),
])  # fmt: skip
def test_cl_7_a_right_card_stays_in_the_line_and_no_card_is_taken(token, slot, line):
    """An equal value may be on either side."""
    step = do(position(LINE, f"{token} 77 | 25", deck="50 60"), 0, token, slot)
    assert tokens(step.state.line) == line
    assert (tokens(step.state.hands[0]), tokens(step.state.deck), step.state.box) == ("77", "50 60", ())
    assert step.state.seat == 1
    assert [told.type for told in step.events] == ["placed"]


@pytest.mark.parametrize(
    ("token", "slot", "slots"),
    [
        *(("5", 1, [0, 0]), ("5", 3, [0, 0]), ("15", 0, [1, 1]), ("15", 2, [1, 1]), ("40", 0, [3, 3])),
        *(("20b", 0, [1, 2]), ("20b", 3, [1, 2]), ("10b", 2, [0, 1]), ("30b", 1, [2, 3])),
    ],
)
def test_cl_7_a_wrong_card_goes_to_the_box_and_is_replaced(token, slot, slots):
    step = do(position(LINE, f"77 {token} | 25", deck="50 60", box="90"), 0, token, slot)
    state = step.state
    assert (tokens(state.line), tokens(state.box), tokens(state.deck)) == (LINE, f"90 {token}", "60")
    assert tokens(state.hands[0]) == "77 50"
    assert [told.type for told in step.events] == ["placed", "taken"]
    assert event(step, "placed").public["slots"] == slots
    assert event(step, "taken").public["card"] == "v50"


def test_cl_7_everybody_reads_the_value_where_it_went_and_where_it_belongs():
    step = do(position(LINE, "25 77 | 15", deck="50"), 0, "25", 0)
    assert event(step, "placed").public == {
        "seat": 0, "turn": 10, "trait": "fighting", "card": "v25", "value": 25, "slot": 0, "right": False,
        "beside": [None, ["v10", 10]], "slots": [2, 2], "belongs": [["v20", 20], ["v30", 30]],
    }  # fmt: skip
    step = do(position(LINE, "25 77 | 15", deck="50"), 0, "25", 2)
    assert event(step, "placed").public == {
        "seat": 0, "turn": 10, "trait": "fighting", "card": "v25", "value": 25, "slot": 2, "right": True,
        "beside": [["v20", 20], ["v30", 30]],
    }  # fmt: skip


def test_cl_7_between_two_equal_values_only_the_equal_one_is_right():
    state = position("10 20 20b 30", "25 | 5", deck="50 60")
    assert event(do(state, 0, "25", 2), "placed").public["right"] is False
    assert event(do(state, 0, "25", 3), "placed").public["right"] is True


def test_cl_8_the_box_becomes_the_deck_when_a_card_is_to_be_taken():
    step = do(position(LINE, "77 5 | 25", deck="", box="90 80 70"), 0, "5", 3)
    state = step.state
    assert [told.type for told in step.events] == ["placed", "box-shuffled", "taken"]
    assert event(step, "box-shuffled").public == {"turn": 10, "count": 4, "times": 1, "last": False}
    assert state.box == () and state.shuffles == 1
    taken = state.hands[0][-1]
    assert {taken, *state.deck} == {*position("1", "5 90 80 70|").hands[0]}


def test_cl_8_the_last_card_of_the_deck_is_taken_without_a_shuffle():
    step = do(position(LINE, "77 5 | 25", deck="50", box="90"), 0, "5", 3)
    assert (step.state.deck, tokens(step.state.box), step.state.shuffles) == ((), "90 5", 0)
    assert [told.type for told in step.events] == ["placed", "taken"]


def test_cl_8_the_wrong_card_itself_may_come_back():
    step = do(position(LINE, "5 77 | 25"), 0, "5", 3)
    assert tokens(step.state.hands[0]) == "77 5"
    assert (step.state.deck, step.state.box) == ((), ())


def test_cl_8_cards_of_seats_that_are_out_stay_with_them():
    state = position(LINE, "77 5 | 25 26 | 60", out=(None, 2, None), knockout=1)
    after = do(state, 0, "5", 3).state
    assert tokens(after.hands[1]) == "25 26"
    assert after.seat == 2


def test_placing_a_card_cannot_be_taken_back():
    """Its value was hidden before."""
    for slot in range(4):
        assert not do(position(LINE, "15 77 | 25", deck="50"), 0, "15", slot).undoable


def test_a_time_out_puts_the_card_held_the_longest_into_the_middle():
    state = position(LINE, "15 5 77 | 25")
    move = GAME.default_move(state, 0)
    assert load_move(GAME, '{"type":"place","card":"v15","slot":1}') == move
    assert place("15", 1) == {"type": move.type, "card": move.card, "slot": move.slot}
