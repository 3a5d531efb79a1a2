"""Leaving at every point of the game: NA-23."""

import pytest

from games.engine import play as engine
from games.engine.chance import Chance
from games.engine.contract import Illegal
from games.titles.nautilus import GAME
from tests.titles.nautilus.positions import (
    FAR_CHIP,
    SEED,
    SKIP,
    SKIP_SPECIAL,
    TO_BOARD,
    TO_CARD,
    at,
    chip,
    chips,
    commit,
    committed,
    do,
    done,
    facts,
    forms,
    idle_turn,
    kinds,
    leave,
    position,
    refuse,
    sailing,
    see,
    specials,
    steer,
    told,
)

EAST_ANCHOR = ". . (B2-anchor-1) . . . . . " + ". " * 12 + "W3-squid-1 . . ."


def test_na_23_what_happens_to_a_leavers_things():
    """NA-23: chips out of the game, special cards under the pile in the order of NA-5, number chip gone."""
    boards = "W1-squid-1 | W1-coral-1 . W1-shark-1 ; W1-pearl-1 | "
    state = position(boards, round=2, owned="|numbers sailor globe|", pile="bell reverse", order=(2, 1, 0))
    after = leave(state, 1)
    assert after.boards[1] == (None,) * 20
    assert after.gone == chips("W1-coral-1 W1-shark-1 W1-pearl-1")
    assert after.special_pile == specials("bell reverse sailor globe numbers")
    assert (after.specials[1], after.hands[1], after.order) == ((), (), (2, 0))
    assert after.boards[0] == state.boards[0]
    assert see(after, None).left == (1,)


def test_na_23_number_chips_behind_it_move_up():
    """NA-23, NA-18: the bonus depends on the remaining number chips."""
    state = leave(position("| | |", round_turn=12), 0, 2)
    counted = idle_turn(state).counts[0].seats
    assert [count and (count.number, count.bonus) for count in counted] == [None, (1, 25), None, (2, 15)]


@pytest.mark.parametrize("who", ["on turn", "waiting", "answered"])
def test_na_23_while_open_commits_are_made(who):
    """NA-23, NA-8: the others continue; the leaver's commit is not carried out."""
    state = position("| |", owned="bell|globe|")
    state = done(state, (0, commit("depth-4+bell")))
    seat, next_seat = {"on turn": (1, 2), "waiting": (2, 1), "answered": (0, 1)}[who]
    state = leave(state, seat)
    assert GAME.to_act(state) == {next_seat}
    while state.sailing is None:
        (seat,) = GAME.to_act(state)
        state = done(state, (seat, commit("sailor-2")))
    assert set(state.queue) == set(state.order) == set(range(3)) - set(state.left)


@pytest.mark.parametrize("mode", ["open", "sealed"])
def test_na_23_the_last_to_commit_leaves(mode):
    """NA-23, NA-8: the others have committed, so sailing begins at once."""
    state = committed(position("| |", commit=mode), "sailor-2", "depth-4")
    step = engine.leave(GAME, state, 2, Chance(SEED, 0))
    assert [kind for kind in told(step) if kind != "revealed"] == ["left", "ordered"]
    assert ("revealed" in told(step)) == (mode == "sealed")
    assert step.state.queue == (1, 0)


def test_na_23_sealed_commits_stay_sealed():
    """NA-23, NA-8: a seat that has committed leaves while another has yet to; nothing is shown."""
    state = committed(position("| |", commit="sealed", owned="bell||"), "sailor-2+bell", "depth-4")
    after = leave(state, 0)
    assert GAME.to_act(after) == {2}
    assert [(one.seat, one.card) for one in see(after, None).commits] == [(1, None)]
    assert after.special_pile[-1] == "special-bell"
    assert leave(after, 2).outcome.reason == "left"


def test_na_09_reverse_of_a_seat_that_left_does_not_count():
    """NA-9: the highest card is first; the reverse is under the pile, once."""
    state = committed(position("| |", owned="|reverse|", pile="bell"), "sailor-2", "depth-4+reverse")
    after = done(leave(state, 1), (2, commit("depth-7")))
    assert after.order == (2, 0)
    assert after.special_pile == specials("bell reverse")


@pytest.mark.parametrize(("seat", "queue"), [(0, (1, 2)), (1, (0, 2)), (2, (0, 1))])
def test_na_23_while_sailing(seat, queue):
    """NA-23: the seat after the sailing one sails; a waiting seat's turn is skipped."""
    state = committed(position("| |"), "depth-10", "depth-7", "depth-4")
    assert state.queue == (0, 1, 2)
    after = leave(state, seat)
    assert after.queue == queue
    assert GAME.to_act(after) == {queue[0]}
    assert after.submarine == state.submarine


def test_na_23_its_committed_special_card_goes_under_the_pile():
    """NA-23: an unused one goes with the others; a used one is already there."""
    state = committed(
        position("| |", owned="globe bell||", pile="reverse"), "depth-10+globe", "sailor-2", "sailor-2"
    )
    assert leave(state, 0).special_pile == specials("reverse bell globe")
    used = done(state, (0, SKIP_SPECIAL))
    assert leave(used, 0).special_pile == specials("reverse globe bell")


def test_na_23_the_submarine_stays_in_mid_sailing():
    """NA-23: after the hand card, before the special card."""
    state = committed(position("| |", owned="globe||"), "course-5+globe", "sailor-2", "sailor-2")
    state = done(state, (0, steer("course", 1)))
    after = leave(state, 0)
    assert (after.submarine, after.queue) == (state.submarine, (1, 2))
    assert kinds(after, 1) == {"skip"}


def test_na_23_an_unanswered_anchor_stays_face_up():
    """NA-23: it stays in the ocean, and the next seat that reaches it is asked."""
    state = done(
        committed(position("| |", ocean=EAST_ANCHOR), "course-11", "course-8", "sailor-2"),
        (0, steer("course", 1)),
    )
    assert forms(state, 0) == [TO_BOARD, TO_CARD]
    after = leave(state, 0)
    lying = at(after, (2, 0))
    assert (lying.chip, lying.up, after.gone) == (chip("B2-anchor-1"), True, ())
    assert (GAME.to_act(after), sailing(after).asked) == ({1}, "")
    after = done(after, (1, steer("course", 1)), (2, SKIP))
    after = done(committed(after, "course-5", "thermostat-1"), (1, steer("course", -1)))
    assert kinds(after, 1) == {"anchor"}


def test_na_23_an_arrows_step_is_not_made():
    """NA-23: the next seat sails, with an arrow that has had no effect in its sailing."""
    ocean = EAST_ANCHOR.replace("(B2-anchor-1)", "B2-arrow-1")
    state = done(
        committed(position("| |", ocean=ocean), "course-11", "course-8", "sailor-2"), (0, steer("course", 1))
    )
    assert sailing(state).asked == "arrow"
    after = leave(state, 0)
    assert (sailing(after).asked, sailing(after).arrows) == ("", ())
    assert (after.submarine.heading, kinds(after, 1)) == ("E", {"steer"})


def test_na_23_the_last_to_sail_leaves():
    """NA-23: that ends the turn."""
    state = done(
        committed(position("| |"), "depth-10", "sailor-2", "sailor-2"), (0, steer("depth", -1)), (1, SKIP)
    )
    after = leave(state, 2)
    assert (after.turn, after.sailing, after.commits, GAME.to_act(after)) == (1, None, {}, {0})
    assert "sailor-2" not in after.hands[1]


def test_na_23_the_next_seat_cannot_carry_out_its_card():
    """NA-23, NA-10: it is skipped in the same ply."""
    ocean = FAR_CHIP.split()
    ocean[8] = "B2-star-1"
    state = committed(position("| |", ocean=" ".join(ocean)), "course-11", "depth-10", "sailor-2")
    step = engine.leave(GAME, state, 0, Chance(SEED, 0))
    assert told(step) == ["left", "hand-card-lost"]
    assert GAME.to_act(step.state) == {2}


def test_na_23_a_round_that_it_brought_to_its_end_still_ends():
    """NA-16, NA-23: the filled row leaves the game."""
    boards = "W1-coral-1 W1-pearl-1 W1-shark-1 | |"
    ocean = EAST_ANCHOR.replace("(B2-anchor-1)", "W1-squid-1")
    state = done(
        committed(position(boards, ocean=ocean), "course-11", "sailor-2", "sailor-2"), (0, steer("course", 1))
    )
    assert state.closing
    after = done(leave(state, 0), (1, SKIP), (2, SKIP))
    assert (after.round, len(after.counts), after.counts[0].seats[0]) == (2, 1, None)


def test_na_23_a_victim_leaves():
    """NA-15, NA-23: the chips that could be taken from it are out of the game."""
    state = committed(
        position("W1-squid-1 | W1-coral-1 |", owned="bell||"), "helmet-3+bell", "sailor-2", "sailor-2"
    )
    assert kinds(state, 0) == {"trade", "skip", "ring", "skip-special"}
    after = leave(state, 1)
    assert kinds(after, 0) == {"skip", "skip-special"}
    refuse(after, 0, {"type": "ring", "seat": 1, "chip": [1, 1], "row": 1})


def test_na_23_numbers_after_a_seat_has_left():
    """NA-15, NA-23: a seat left before the new numbers were chosen."""
    state = committed(position("| |", owned="numbers||"), "sailor-2+numbers", "sailor-2", "sailor-2")
    after = leave(state, 2)
    orders = [form["order"] for form in forms(after, 0) if form["type"] == "renumber"]
    assert orders == [[0, 1], [1, 0]]


def test_na_23_ranks_and_scores_of_leavers():
    """NA-21, NA-23: below all who stayed, a later leaver before an earlier one, with no points."""
    state = idle_turn(position("W1-squid-1 W1-shark-1 W1-pearl-1 W1-coral-1 | | |", round_turn=12))
    assert see(state, None).points == (95, -5, -10, -15)
    state = leave(state, 0, 2)
    assert see(state, None).points == (0, -5, 0, -15)
    while GAME.outcome(state) is None:
        state = idle_turn(state) if "sailor-2" in state.hands[1] else other_turn(state)
    outcome = GAME.outcome(state)
    assert outcome.reason == "final-count"
    assert (outcome.ranks[2], outcome.ranks[0]) == (3, 4)
    assert sorted((outcome.ranks[1], outcome.ranks[3])) == [1, 2]
    assert (outcome.scores[0], outcome.scores[2]) == (0, 0)


def other_turn(state):
    """Play a turn of default moves."""
    turn = state.turn
    while state.turn == turn and GAME.outcome(state) is None:
        (seat,) = GAME.to_act(state)
        state = engine.play(GAME, state, seat, GAME.default_move(state, seat), Chance(SEED, 0)).state
    return state


def test_na_23_a_negative_score_still_ranks_above_a_leaver():
    """NA-21, NA-23: however few points it has."""
    state = leave(position("| |", round=3, round_turn=12, order=(2, 1, 0)), 2)
    outcome = GAME.outcome(idle_turn(state))
    assert outcome.ranks == (2, 1, 3)
    assert outcome.scores == (-20 + 15 + 4, -20 + 25 + 4, 0)


@pytest.mark.parametrize("found", ["(B2-anchor-1)", "B2-arrow-1", "W1-squid-1"])
@pytest.mark.parametrize("leaver", [1, 2])
def test_na_23_another_leaves_in_the_midst_of_a_sailing(found, leaver):
    """NA-23: the sailing seat continues exactly where it was, asked or between its cards."""
    ocean = EAST_ANCHOR.replace("(B2-anchor-1)", found)
    state = committed(position("| |", ocean=ocean, owned="bell||"), "course-11+bell", "sailor-2", "sailor-2")
    state = done(state, (0, steer("course", 1)))
    after = leave(state, leaver)
    assert (after.sailing, forms(after, 0)) == (state.sailing, forms(state, 0))
    assert after.queue == tuple(seat for seat in (0, 1, 2) if seat != leaver)


@pytest.mark.parametrize("sail", [False, True])
def test_na_23_the_last_seat_wins_at_once(sail):
    """NA-23: reason `left`; nothing more is counted."""
    state = position("W1-squid-1 | W1-coral-1 W1-shark-1 |")
    state = committed(state, "sailor-2", "sailor-2", "sailor-2") if sail else state
    step = engine.leave(GAME, leave(state, 2), 0, Chance(SEED, 1))
    outcome = GAME.outcome(step.state)
    assert (outcome.reason, outcome.ranks, outcome.scores) == ("left", (2, 1, 3), (0, 0, 0))
    assert facts(step, "game-over")["reason"] == "left"
    assert GAME.to_act(step.state) == frozenset()
    with pytest.raises(Illegal):
        do(step.state, 1, SKIP)


def test_na_23_the_last_seat_keeps_its_points():
    """NA-23: those of the rounds counted so far."""
    state = idle_turn(position("W1-squid-1 W1-shark-1 W1-pearl-1 W1-coral-1 |", round_turn=12))
    outcome = GAME.outcome(leave(state, 1))
    assert (outcome.reason, outcome.ranks, outcome.scores) == ("left", (1, 2), (95, 0))
