"""Leaving in every phase and by every kind of seat: CN-20, and the rule sheets' rules for all games."""

from collections import Counter

import pytest

from tests.titles.cannonades.positions import (
    END,
    KEEP,
    REDRAW,
    add,
    asked,
    board,
    card,
    cards,
    discard,
    do,
    done,
    draw,
    event,
    grin,
    leave,
    leaving,
    legal,
    opening,
    position,
    refuse,
    row,
    salvage,
    see,
    shoot,
    told,
    types,
)

PASS = grin("pass")
POOR = "G0 BG BG PY OR"
RICH = "B0 B0 BG BG PY"


def test_cn_20_ships_and_hand_are_discarded():
    """CN-20: everybody sees them; nobody is rewarded."""
    step = leaving(position("(O0) | BG\nB0 (P1) | PY R0\n(Y0) | "), 1)
    assert Counter(step.state.discards) == Counter(cards("B0 P1 PY R0"))
    assert (step.state.ships[1], step.state.hands[1], step.state.left) == (row(""), (), (1,))
    facts = event(step, "left").public
    assert facts == {"turn": 20, "seat": 1, "ships": list(cards("B0 P1")), "discarded": list(cards("R0 PY"))}
    assert (asked(step.state), step.state.actions, len(step.state.hands[0])) == ({0}, 4, 1)


def test_cn_20_on_turn_its_turn_ends_without_discarding():
    """CN-20: the next seat still in begins."""
    step = leaving(position("(O0) | BG BG BG BG BG\n | \n(Y0) | ", left=(1,)), 0)
    assert step.state.outcome.reason == "left"
    state = leave(position("(O0) | BG BG BG BG BG\n(B0) | \n(Y0) | "), 0)
    assert (state.seat, state.phase, state.actions, len(state.hands[1])) == (1, "actions", 4, 4)


def test_cn_20_while_discarding():
    """CN-20: by the seat that discards, its turn ends; by another one, the limit is lowered at once."""
    state = do(position("(O0) | BG BG BG BG BG\n(B0) | \n(Y0) | "), 0, END).state
    assert (state.phase, see(state, None).limit) == ("discarding", 4)
    assert leave(state, 0).seat == 1
    state = leave(state, 1)
    assert (state.phase, state.seat, see(state, None).limit) == ("discarding", 0, 3)
    state = do(state, 0, discard("BG")).state
    assert (state.phase, state.seat) == ("discarding", 0)
    assert do(state, 0, discard("BG")).state.seat == 2


def test_cn_20_a_seat_that_is_asked_for_an_answer():
    """CN-20: its answers are dropped, the turn continues."""
    state = do(position("(O0) | BG PY\n(B2) R0 | \n(Y0) | "), 0, shoot("BG", 1, 0)).state
    step = leaving(state, 1)
    assert told(step) == ["left", "answers-dropped"]
    assert len(event(step, "answers-dropped").public["answers"]) == 2
    assert (asked(step.state), step.state.actions, step.state.queue) == ({0}, 3, ())


def test_cn_20_a_seat_that_is_asked_after_the_last_action():
    """CN-20: its answer is dropped, the actions are over: CN-13, CN-9, next turn."""
    state = position("(O0) | BG PY PY PY PY PY\n(B1) R0 | \n(Y0) | ", actions=1)
    state = leave(do(state, 0, shoot("BG", 1, 0)).state, 1)
    assert (state.seat, state.phase, see(state, None).limit) == (0, "discarding", 3)
    bare = position("G0 | \n(B1) (R2) | \n(Y0) | ", actions=1)
    state = do(bare, 0, board(0, 1, 1)).state
    assert asked(state) == {1}
    step = leaving(state, 1)
    assert told(step) == ["left", "answers-dropped", "eliminated", "game-over"]
    assert (step.state.outcome.reason, step.state.outcome.ranks) == ("last-captain", (2, 3, 1))


def test_cn_20_the_attacker_leaves_while_an_answer_is_open():
    """CN-20: answers against it are dropped, and its turn ends."""
    state = do(position("(O0) | BG PY\n(B2) R0 | \n(Y0) | "), 0, shoot("BG", 1, 0)).state
    step = leaving(state, 0)
    assert told(step) == ["left", "answers-dropped", "turn-begun"]
    assert (asked(step.state), step.state.seat, step.state.queue) == ({1}, 1, ())


def test_cn_20_a_third_seat_leaves_while_an_answer_is_open():
    """CN-20: the answer stays open, and so does the discard that it asked for."""
    state = do(position("(O0) | BG PY\n(B2) R0 | \n(Y0) | "), 0, shoot("BG", 1, 0)).state
    assert leave(state, 2).queue == state.queue
    owed = do(state, 1, grin("discard")).state
    after = leave(owed, 2)
    assert (asked(after), after.owed) == ({0}, True)
    assert legal(after, 0) == [discard("PY")]
    assert asked(do(after, 0, discard("PY")).state) == {1}


def test_cn_20_the_seat_that_asked_for_a_discard_leaves():
    """CN-20: its demand for a discard is dropped, its second answer too."""
    state = do(position("(O0) | BG PY\n(B2) R0 | \n(Y0) | "), 0, shoot("BG", 1, 0)).state
    state = leave(do(state, 1, grin("discard")).state, 1)
    assert (asked(state), state.owed, state.queue) == ({0}, False, ())
    refuse(state, 0, discard("PY"))
    assert state.hands[0] == cards("PY")
    assert "shoot" in types(state, 0)


def test_cn_20_a_seat_that_owes_a_discard_leaves():
    """CN-20: its own discard is dropped, by the seat on turn and by the one that was boarded."""
    state = do(position("(O0) | BG PY\n(B2) R0 | \n(Y0) | "), 0, shoot("BG", 1, 0)).state
    state = leave(do(state, 1, grin("discard")).state, 0)
    assert (asked(state), state.owed, state.queue, state.seat) == ({1}, False, (), 1)
    boarded = do(position("G1 (O0) | \n(B0) R0 | BG\n(Y0) | "), 0, board(0, 1, 0)).state
    boarded = leave(do(boarded, 0, grin("discard")).state, 1)
    assert (asked(boarded), boarded.owed, boarded.seat, boarded.actions) == ({0}, False, 0, 3)


def test_cn_20_a_revealed_answer_is_dropped_with_the_seat_on_turn():
    """CN-20: it no longer owes an answer, and nobody owes one to it."""
    state = do(position("G1 (R2) | PY\n(B2) R0 | BG\n(Y0) | "), 0, board(0, 1, 0)).state
    state = do(state, 1, grin("reveal", 1)).state
    assert {a.seat for a in state.queue} == {0}
    assert leave(state, 0).queue == ()
    assert leave(state, 1).queue == ()
    assert asked(leave(state, 1)) == {0}


def test_cn_20_asked_about_the_opening_hand():
    """CN-20: the game doesn't wait for it; it doesn't redraw; its hand is discarded."""
    state = opening(f"{POOR}\n{POOR}\n{RICH}", (0, 1))
    waiting = leave(state, 0)
    assert (asked(waiting), waiting.hands[0], len(waiting.deck)) == ({1}, (), len(state.deck))
    after = do(waiting, 1, REDRAW).state
    assert len(after.deck) == len(state.deck) - 5
    assert after.redraws is not None or after.seat == 1  # CN-6: the lowest seat still in


def test_cn_20_a_seat_that_chose_redraw_leaves():
    """CN-20: it doesn't redraw, and the choices of the others stand."""
    state = do(opening(f"{POOR}\n{POOR}\n{RICH}", (0, 1), deck="R0 R0 R2 O0 O0"), 0, REDRAW).state
    step = leaving(state, 0)
    assert told(step) == ["left"]
    after = do(step.state, 1, REDRAW).state
    assert (after.hands[0], after.hands[1]) == ((), cards("O0 O0 R0 R0 R2"))
    assert (after.seat, after.turn, after.phase) == (1, 1, "actions")


def test_cn_20_the_last_awaited_seat_leaves():
    """CN-20: when it leaves, the others' redraws are made."""
    state = do(opening(f"{POOR}\n{POOR}\n{RICH}", (0, 1), deck="R0 R0 R2 O0 O0"), 1, REDRAW).state
    step = leaving(state, 0)
    assert told(step) == ["left", "hand-exchanged", "turn-begun"]
    assert (step.state.seat, step.state.hands[1]) == (1, cards("O0 O0 R0 R0 R2"))


def test_cn_20_not_asked_in_the_set_up():
    """CN-20: the others are still asked."""
    state = leave(opening(f"{POOR}\n{RICH}\n{RICH.replace('B0', 'R0')}", (0,)), 1)
    assert asked(state) == {0}
    state = done(state, (0, KEEP), (0, add("G0")), (0, END), (0, discard("BG")))
    assert state.seat == 2


def begun_stand_off(first="(O0) | BG BG"):
    """Return a state where seat 0 drew the last card and is asked to salvage."""
    state = position(f"{first}\n(R0) | \n(Y0) | ", deck="P0", rest="discards")
    return do(state, 0, draw("BG")).state


def test_cn_20_the_starter_leaves_while_it_salvages():
    """CN-20: it salvages nothing, the next seat does; the game ends when its turn would come."""
    state = leave(begun_stand_off(), 0)
    assert (asked(state), state.seat, see(state, None).awaited) == ({1}, 1, (2,))
    state = done(state, (1, salvage("BG")), (1, END), (2, salvage("BG")), (2, END))
    assert (state.outcome.reason, state.outcome.ranks) == ("stand-off", (3, 1, 1))


def test_cn_20_a_starter_that_left_has_no_privilege():
    """CN-17, CN-20: it leaves while others have their turns."""
    state = do(begun_stand_off(), 0, salvage("BG")).state
    state = leave(state, 0)
    assert asked(state) == {1}
    state = done(state, (1, salvage("BG")), (1, END), (2, salvage("BG")), (2, END))
    assert state.outcome.ranks == (3, 1, 1)


def test_cn_20_the_starter_leaves_in_its_last_turn():
    """CN-16, CN-20: its turn ends, and with it the game; the remaining seats are compared."""
    state = done(
        begun_stand_off(), (0, salvage("BG")), (1, salvage("BG")), (1, END), (2, salvage("OR")), (2, END)
    )
    assert asked(state) == {0}
    step = leaving(state, 0)
    assert told(step) == ["left", "compared", "game-over"]
    assert (step.state.outcome.reason, step.state.outcome.ranks) == ("stand-off", (3, 1, 1))


def test_cn_20_a_seat_leaves_while_it_salvages():
    """CN-20: its turn is over."""
    state = leave(do(begun_stand_off(), 0, salvage("BG")).state, 1)
    assert (asked(state), state.seat, state.phase) == ({2}, 2, "salvaging")
    state = done(state, (2, salvage("BG")), (2, END))
    assert (state.seat, state.phase) == (0, "actions")


def test_cn_20_a_waiting_seat_leaves_the_stand_off():
    """CN-20: it is passed over."""
    state = leave(begun_stand_off(), 1)
    assert asked(state) == {0}
    assert do(state, 0, salvage("BG")).state.seat == 2


def test_cn_20_a_turn_that_ends_by_leaving_may_begin_the_stand_off():
    """CN-15, CN-20: the next first draw takes the last cards."""
    state = leave(position("(O0) | \n(R0) | \n(Y0) | ", deck="P0 P0", rest="discards"), 0)
    assert (state.starter, asked(state), state.hands[1]) == (1, {1}, cards("P0 P0"))
    assert card("O0") in state.discards


@pytest.mark.parametrize("leavers", [(0, 1), (1, 0), (2, 1), (1, 2)])
def test_cn_20_the_last_seat_in_wins(leavers):
    """CN-20: at once, with reason left; a later leaver ranks before an earlier one."""
    state = leave(position("(O0) | \n(R0) | \n(Y0) | "), *leavers)
    assert state.outcome.reason == "left"
    (winner,) = {0, 1, 2} - set(leavers)
    ranks = {winner: 1, leavers[1]: 2, leavers[0]: 3}
    assert state.outcome.ranks == tuple(ranks[seat] for seat in range(3))
    assert asked(state) == set()


def test_cn_20_the_last_to_leave_after_an_elimination():
    """CN-18, CN-20: a leaver ranks below a seat eliminated before."""
    state = do(position("(O0) | BG\nB0 | \n(Y0) | "), 0, shoot("BG", 1, 0)).state
    state = leave(state, 0)
    assert (state.outcome.reason, state.outcome.ranks) == ("left", (3, 2, 1))


def test_cn_20_a_seat_that_leaves_alone_in_the_stand_off():
    """CN-20: one is left: no comparison."""
    state = position("(O0) | BG\n(R0) (R0) | ", rest="discards", starter=1, awaited=(1,))
    assert leave(state, 1).outcome.reason == "left"
    assert leave(state, 1).outcome.ranks == (1, 2)


def test_cn_20_the_discard_pile_of_a_leaver_may_be_salvaged():
    """CN-15, CN-20: while the starter chooses."""
    state = begun_stand_off("(O0) | BG BG")
    before = state.discards.count(card("OR"))
    state = leave(state, 2)
    assert state.discards.count(card("OR")) == before
    assert card("Y0") in state.discards
    refuse(state, 0, PASS)
