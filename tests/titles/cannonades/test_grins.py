"""Grins: who answers when, and the effects of an answer: CN-10, CN-11."""

import pytest

from games.engine.codec import dump_move, load_move
from games.engine.contract import Malformed
from games.titles.cannonades import GAME
from games.titles.cannonades.state import Answer
from tests.titles.cannonades.positions import (
    END,
    asked,
    board,
    card,
    cards,
    discard,
    do,
    done,
    event,
    grin,
    legal,
    position,
    refuse,
    row,
    see,
    shoot,
    told,
)

PASS = grin("pass")
DRAW = grin("draw")


def test_cn_10_grin_1_answers_once_when_sunk():
    """CN-10: not when it is turned up."""
    state = position("(O0) | BG PY\n(B1) R0 | ")
    turned = do(state, 0, shoot("PY", 1, 0)).state
    assert (asked(turned), turned.queue) == ({0}, ())
    sunk = do(turned, 0, shoot("BG", 1, 0)).state
    assert (asked(sunk), sunk.queue) == ({1}, (Answer(1, 0, "blue-1", "sunk"),))
    assert asked(do(sunk, 1, PASS).state) == {0}


def test_cn_10_grin_2_answers_when_turned_up_and_when_sunk():
    """CN-10: once each, both if it is sunk from face down, and not again for a later miss."""
    state = position("(O0) | BG BG PY PY\n(B2) R0 | ")
    turned = do(state, 0, shoot("PY", 1, 0)).state
    assert turned.queue == (Answer(1, 0, "blue-2", "turned-up"),)
    turned = do(turned, 1, PASS).state
    missed = do(turned, 0, shoot("PY", 1, 0)).state
    assert (asked(missed), missed.queue) == ({0}, ())
    assert do(turned, 0, shoot("BG", 1, 0)).state.queue == (Answer(1, 0, "blue-2", "sunk"),)
    both = do(state, 0, shoot("BG", 1, 0)).state
    assert both.queue == (Answer(1, 0, "blue-2", "turned-up"), Answer(1, 0, "blue-2", "sunk"))
    assert see(both, 0).answers == both.queue
    after = do(both, 1, PASS).state
    assert asked(after) == {1}
    assert asked(do(after, 1, PASS).state) == {0}


def test_cn_10_no_grin_no_answer():
    """CN-10: a ship without a grin is turned up and sunk without an answer."""
    assert asked(do(position("(O0) | BG PY\n(B0) R0 | "), 0, shoot("BG", 1, 0)).state) == {0}


def test_cn_10_the_answer_is_the_owners_against_the_attacker():
    """CN-10: nobody else moves, not even the seat on turn."""
    state = do(position("(O0) | BG PY\n(B1) R0 | \nR0 | OR"), 0, shoot("BG", 1, 0)).state
    assert (state.seat, asked(state)) == (0, {1})
    for seat in (0, 2):
        refuse(state, seat, PASS)
        refuse(state, seat, END)
    refuse(state, 1, END)


def test_cn_10_draw_takes_a_card():
    """CN-10: one card, and nobody else sees it."""
    state = do(position("(O0) | BG\n(B1) R0 | ", deck="P1 P0"), 0, shoot("BG", 1, 0)).state
    step = do(state, 1, DRAW)
    assert step.state.hands[1] == cards("P1")
    answered = event(step, "answered")
    assert "cards" not in answered.facts_for(0)
    assert answered.private == {1: {"cards": ["purple-1"]}}
    assert (asked(step.state), step.state.actions) == ({0}, 3)


def test_cn_10_discard_is_the_attackers_choice():
    """CN-10: the attacker discards as part of the answer; then its turn continues with the remaining actions."""
    state = do(position("(O0) | BG R0 PY\n(B1) R0 | "), 0, shoot("BG", 1, 0)).state
    state = do(state, 1, grin("discard")).state
    assert (asked(state), see(state, 1).decision) == ({0}, "forced-discard")
    assert legal(state, 0) == [discard("R0"), discard("PY")]
    refuse(state, 0, discard("BG"))
    refuse(state, 0, END)
    step = do(state, 0, discard("R0"))
    assert event(step, "discarded").public["asked_by"] == 1
    assert (step.state.hands[0], step.state.actions, asked(step.state)) == (cards("PY"), 3, {0})
    assert card("R0") in step.state.discards


def test_cn_10_reveal_turns_up_and_never_sinks():
    """CN-10: a face-down ship of the attacker, named by its berth."""
    state = do(position("(O0) Y1 . (P0) | BG\n(B1) R0 | "), 0, shoot("BG", 1, 0)).state
    assert legal(state, 1) == [DRAW, grin("reveal", 0), grin("reveal", 3), PASS]
    for berth in (1, 2, 4, -1):
        refuse(state, 1, grin("reveal", berth))
    step = do(state, 1, grin("reveal", 3))
    assert step.state.ships[0] == row("(O0) Y1 . P0")
    assert event(step, "answered").public["card"] == "purple-0"
    assert asked(step.state) == {0}


def test_cn_10_a_revealed_grin_2_answers_against_the_seat_that_chose_it():
    """CN-10: the attacker's ship turned up makes the attacker answer, and so on."""
    state = done(position("(G2) | BG\n(B1) (R2) | PY"), (0, shoot("BG", 1, 0)), (1, grin("reveal", 0)))
    assert state.queue == (Answer(0, 1, "green-2", "turned-up"),)
    assert legal(state, 0) == [DRAW, grin("discard"), grin("reveal", 1), PASS]
    made_discard = do(state, 0, grin("discard")).state
    assert asked(made_discard) == {1}
    assert asked(do(made_discard, 1, discard("PY")).state) == {0}
    back = do(state, 0, grin("reveal", 1)).state
    assert back.queue == (Answer(1, 0, "red-2", "turned-up"),)
    after = do(back, 1, PASS).state
    assert (asked(after), after.actions, after.ships) == ({0}, 3, (row("G2"), row(". R2")))


def test_cn_10_a_revealed_grin_1_does_not_answer():
    """CN-10: only a grin of 2 answers when it is turned up."""
    state = done(position("(G1) | BG\n(B1) R0 | "), (0, shoot("BG", 1, 0)), (1, grin("reveal", 0)))
    assert (asked(state), state.queue) == ({0}, ())


def test_cn_10_only_effects_that_can_happen():
    """CN-10: no discard from an empty hand, no reveal without a face-down ship."""
    state = do(position("O0 | BG\n(B1) R0 | "), 0, shoot("BG", 1, 0)).state
    assert legal(state, 1) == [DRAW, PASS]
    for form in (grin("discard"), grin("reveal", 0), {"type": "grin", "effect": "explode"}):
        refuse(state, 1, form)
    refuse(state, 1, {"type": "grin", "effect": "explode", "berth": 0})


def test_cn_10_skipped_if_nothing_can_happen():
    """CN-10: in a stand-off nobody draws; if the attacker has no hand or face-down ships, only `pass` is legal."""
    state = position("O0 | BG\n(B2) R0 | ", rest="discards", starter=1, awaited=(1,))
    step = do(state, 0, shoot("BG", 1, 0))
    assert told(step) == ["shot", "answer-skipped", "answer-skipped"]
    assert asked(step.state) == {0}
    some = do(
        position("O0 | BG PY\n(B2) R0 | ", rest="discards", starter=1, awaited=(1,)), 0, shoot("BG", 1, 0)
    )
    assert legal(some.state, 1) == [grin("discard"), PASS]


def test_cn_10_effects_are_checked_when_the_answer_comes_up():
    """CN-10: the first answer takes the attacker's last card, so the second has no effect left."""
    state = position("O0 | BG PY\n(B2) R0 | ", rest="discards", starter=1, awaited=(1,))
    state = done(state, (0, shoot("BG", 1, 0)), (1, grin("discard")))
    step = do(state, 0, discard("PY"))
    assert told(step) == ["discarded", "answer-skipped"]
    assert (asked(step.state), step.state.queue) == ({0}, ())


@pytest.mark.parametrize(
    "text",
    [
        '{"type": "grin", "effect": "reveal"}',
        '{"type": "grin", "effect": "reveal", "berth": null}',
        '{"type": "grin", "effect": "reveal", "berth": true}',
        '{"type": "grin", "effect": "reveal", "berth": 1.0}',
        '{"type": "grin", "effect": "pass", "berth": 1}',
        '{"type": "grin", "effect": "draw", "berth": 0}',
        '{"type": "grin", "effect": "discard", "card": "blue-0"}',
        '{"type": "grin", "effect": 1}',
        '{"type": "grin"}',
    ],
)
def test_cn_10_a_berth_belongs_to_reveal_and_to_nothing_else(text):
    """CN-10: a missing or an unknown key, or a berth that is no number, is malformed."""
    with pytest.raises(Malformed):
        load_move(GAME, text)


def test_cn_10_moves_are_written_as_the_sheet_writes_them():
    """CN-10: `berth` is in the JSON form of a reveal only."""
    assert (
        dump_move(load_move(GAME, '{"type": "grin", "effect": "pass"}')) == '{"type":"grin","effect":"pass"}'
    )
    reveal = '{"type":"grin","effect":"reveal","berth":2}'
    assert dump_move(load_move(GAME, reveal)) == reveal


def test_cn_11_caused_answers_join_the_end_of_the_queue():
    """CN-11: of two answers the first causes a third, which waits for the second."""
    state = do(position("(G2) | BG PY\n(B2) R0 | "), 0, shoot("BG", 1, 0)).state
    state = do(state, 1, grin("reveal", 0)).state
    assert [(a.seat, a.cause) for a in state.queue] == [(1, "sunk"), (0, "turned-up")]
    assert asked(state) == {1}
    state = do(state, 1, grin("discard")).state
    assert asked(state) == {0}
    state = do(state, 0, discard("PY")).state
    assert (asked(state), [a.seat for a in state.queue]) == ({0}, [0])
    after = do(state, 0, DRAW).state
    assert (after.queue, after.actions, asked(after)) == ((), 3, {0})


def test_cn_11_the_turn_ends_only_after_the_queue():
    """CN-11: the fourth action causes an answer; the turn ends when it is given, and then CN-9 applies."""
    state = position("(O0) | BG PY PY PY PY\n(B1) R0 | ", actions=1)
    state = do(state, 0, shoot("BG", 1, 0)).state
    assert (state.seat, asked(state)) == (0, {1})
    over = do(state, 1, PASS).state
    assert (over.seat, over.phase) == (0, "discarding")
    state = do(state, 1, grin("discard")).state
    over = do(state, 0, discard("PY")).state
    assert (over.seat, over.phase) == (1, "actions")


def test_cn_11_the_owners_last_ship_does_not_answer():
    """CN-11: not when turned up and not when sunk; after a miss it does answer."""
    state = position("(O0) | BG PY\n(B2) | \nR0 | ")
    sunk = do(state, 0, shoot("BG", 1, 0)).state
    assert (sunk.out, sunk.queue, asked(sunk)) == ((1,), (), {0})
    assert asked(do(state, 0, shoot("PY", 1, 0)).state) == {1}


def test_cn_11_boarding_ship_answers_after_the_target():
    """CN-11: one answer, of a grin of 2 as well, after all those of the target's owner."""
    for boarder in ("G1", "G2"):
        state = do(position(f"{boarder} (O0) | PY\n(B2) R0 | BG"), 0, board(0, 1, 0)).state
        assert [(a.seat, a.against, a.cause) for a in state.queue] == [
            (1, 0, "turned-up"),
            (0, 1, "boarding"),
        ]
        state = do(state, 1, PASS).state
        assert asked(state) == {0}
        state = do(state, 0, grin("discard")).state
        assert asked(state) == {1}
        assert asked(do(state, 1, discard("BG")).state) == {0}


def test_cn_11_answers_caused_before_the_boarders_come_after_it():
    """CN-11: a reveal by the target's owner turns up a grin of 2, whose answer joins the end, after the boarder's."""
    state = do(position("G1 (R2) | PY\n(B2) R0 | BG"), 0, board(0, 1, 0)).state
    state = do(state, 1, grin("reveal", 1)).state
    assert [(a.seat, a.ship, a.cause) for a in state.queue] == [
        (0, "green-1", "boarding"),
        (0, "red-2", "turned-up"),
    ]


def test_cn_11_boarding_without_a_grin_does_not_answer():
    """CN-11: a ship without a grin doesn't answer."""
    assert do(position("G0 (O0) | \n(B0) R0 | BG"), 0, board(0, 1, 0)).state.queue == ()


def test_cn_11_no_boarders_answer_if_the_owner_is_out():
    """CN-11: the target was its owner's last ship."""
    state = do(position("B1 (O0) | \n(B0) | BG\nR0 | "), 0, board(0, 1, 0)).state
    assert (state.out, state.queue, asked(state)) == ((1,), (), {0})


def test_cn_11_boarding_with_the_last_ship_answers():
    """CN-11: even without a ship left on the table; then the turn continues."""
    state = do(position("B1 | R0\n(B0) G0 | BG"), 0, board(0, 1, 0)).state
    assert (state.queue, asked(state)) == ((Answer(0, 1, "blue-1", "boarding"),), {0})
    state = do(state, 0, grin("discard")).state
    after = do(state, 1, discard("BG")).state
    assert (asked(after), after.actions) == ({0}, 3)
    refuse(after, 0, END)  # CN-8
