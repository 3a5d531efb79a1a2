"""Special cards that steer or renumber: NA-15."""

from itertools import permutations

import pytest

from games.titles.nautilus import GAME
from tests.titles.nautilus.positions import (
    FAR_CHIP,
    SKIP,
    SKIP_SPECIAL,
    chips,
    commit,
    committed,
    do,
    done,
    forms,
    holding,
    kinds,
    position,
    refuse,
    row,
    special_forms,
    specials,
    steer,
    steps,
    told,
)

ALL_STEPS = {("depth", -1), ("course", 1), ("course", -1), ("current", 1), ("current", -1)}


def test_na_15_thermostat_is_any_card():
    """NA-15: a sailor's holder may steer on any axis, swap, trade or skip."""
    state = holding("thermostat", card="sailor-2")
    assert kinds(state, 0) == {"steer", "swap", "trade", "skip", "skip-special"}
    assert steps(state, 0) == ALL_STEPS


@pytest.mark.parametrize("card", ["thermostat-1", "sailor-2", "helmet-3", "depth-4", "course-5", "current-6"])
@pytest.mark.parametrize(
    "move",
    [
        steer("depth", -1),
        steer("current", 1),
        {"type": "swap", "a": [1, 1], "b": [2, 1]},
        {"type": "trade", "mine": [1, 1], "seat": 1, "theirs": [2, 2]},
        SKIP,
    ],
)
def test_na_15_thermostat_is_used_by_any_move_of_the_hand_card(card, move):
    """NA-15: with that move the seat has finished; the special card is under the pile."""
    state = holding("thermostat", card=card, pile="bell", order=(0, 1))
    if GAME.to_act(state) != {0}:  # of equal or lower value than the other's card
        state = done(state, (1, steer("course", 1)))
    step = do(state, 0, move)
    assert told(step)[0] == "special-used"
    assert step.state.special_pile == specials("bell thermostat")
    assert step.state.specials[0] == ()
    assert 0 not in GAME.to_act(step.state) or step.state.turn == 1


def test_na_15_thermostat_given_up_leaves_the_printed_card():
    """NA-15: after `skip-special` only the card itself."""
    state = done(holding("thermostat", card="depth-4"), (0, SKIP_SPECIAL))
    assert steps(state, 0) == {("depth", -1)}
    refuse(state, 0, SKIP)


def test_na_15_thermostat_rescues_a_card_that_cannot_be_carried_out():
    """NA-15, NA-10: a star below bars the depth card, not the other axes."""
    ocean = FAR_CHIP.split()
    ocean[8] = "B2-star-1"
    state = holding("thermostat", card="depth-4", ocean=" ".join(ocean))
    assert steps(state, 0) == ALL_STEPS - {("depth", -1)}
    step = do(state, 0, SKIP_SPECIAL)
    assert told(step) == ["special-given-up", "hand-card-lost"]


def test_na_15_thermostat_step_can_win_itself_back():
    """NA-14, NA-15: it is under the pile when the step ends at an anchor."""
    state = holding("thermostat", card="sailor-2", pile="", ocean=". . W1-anchor-1 W1-squid-2 " + ". " * 20)
    state = done(state, (0, steer("course", 1)))
    assert kinds(state, 0) == {"anchor"}
    assert done(state, (0, {"type": "anchor", "to": "card"})).specials[0] == specials("thermostat")


def test_na_15_reverse_cannot_be_used_while_sailing():
    """NA-15, NA-9: it was used when the number chips were dealt."""
    state = committed(position("|", owned="reverse|"), "sailor-2+reverse", "depth-4")
    assert kinds(state, 0) == {"skip"}
    refuse(state, 0, SKIP_SPECIAL)


def test_na_15_globe_before_and_after_the_hand_card():
    """NA-15: one step on any axis, with its consequences, and also the hand card."""
    ocean = ". . W1-squid-1 . W1-coral-1 . W1-pearl-1 . " + ". " * 12 + "W3-squid-1 . . ."
    state = holding("globe", "|", card="course-11", ocean=ocean, round=1)
    globe = {"type": "globe", "axis": "course", "step": 1}
    assert steps(state, 0, "globe") == ALL_STEPS
    first = done(state, (0, globe), (0, steer("course", 1)))
    assert row(first, 0, 1) == chips("W1-squid-1 W1-coral-1 . .")
    last = done(state, (0, steer("course", -1)), (0, globe))
    assert row(last, 0, 1) == chips("W1-pearl-1 . . .")
    for wrong in ({**globe, "step": 2}, {**globe, "axis": "depth"}, {**globe, "axis": "north"}):
        refuse(state, 0, wrong)


def test_na_15_globe_cannot_end_at_a_star_and_meets_arrows():
    """NA-15, NA-13: as any step."""
    ocean = ". . B1-star-1 . . . (B1-arrow-1) . " + ". " * 12 + "W3-squid-1 . . ."
    state = holding("globe", "|", ocean=ocean)
    assert steps(state, 0, "globe") == ALL_STEPS - {("course", 1)}
    state = done(state, (0, {"type": "globe", "axis": "course", "step": -1}))
    assert kinds(state, 0) == {"steer"}
    assert kinds(done(state, (0, steer("depth", -1))), 0) == {"skip"}


def renumber(*order):
    return {"type": "renumber", "order": list(order)}


def test_na_15_numbers_among_all_seats():
    """NA-15: any order of all seats still in, the old one too."""
    state = holding("numbers", "| |")
    orders = [form["order"] for form in special_forms(state, "renumber")]
    assert orders == [list(order) for order in permutations(range(3))]
    for wrong in (renumber(0, 1), renumber(0, 1, 1), renumber(0, 1, 2, 3), renumber()):
        refuse(state, 0, wrong)


def test_na_15_numbers_seats_still_in():
    """NA-15: without those that left."""
    state = position("| | |", owned="numbers|||", order=(3, 0, 1), left=(2,))
    state = committed(state, "sailor-2", "depth-4+numbers", "sailor-2")
    assert GAME.to_act(state) == {0}
    refuse(state, 0, renumber(0, 1, 2, 3))
    assert done(state, (0, renumber(1, 3, 0))).order == (1, 3, 0)


def test_na_15_numbers_reorder_seats_that_have_not_sailed():
    """NA-15, NA-10: seats that have sailed don't sail again; this seat finishes first."""
    state = position("| | |", owned="|numbers||")
    state = committed(state, "depth-10", "sailor-2+numbers", "sailor-2", "sailor-2")
    state = done(state, (0, steer("depth", -1)), (1, renumber(3, 0, 2, 1)))
    assert (state.order, state.queue) == ((3, 0, 2, 1), (1, 3, 2))
    assert kinds(state, 1) == {"skip"}
    state = done(state, (1, SKIP))
    assert GAME.to_act(state) == {3}
    state = done(state, (3, SKIP), (2, SKIP))
    assert (state.turn, GAME.to_act(state)) == (1, {3})


def test_na_15_numbers_count_at_the_end_of_the_round():
    """NA-15, NA-18: the new number chips are those that bear the bonus."""
    state = position("|", owned="numbers|", round_turn=12)
    state = done(committed(state, "sailor-2+numbers", "thermostat-1"), (0, renumber(1, 0)), (0, SKIP))
    state = done(state, (1, steer("course", 1)))
    assert [count.bonus for count in state.counts[0].seats] == [15, 25]


def test_na_15_a_special_card_that_was_not_committed_does_nothing():
    """NA-8, NA-15: it is only owned."""
    state = committed(position("|", owned="bell|"), "sailor-2", "thermostat-1")
    refuse(state, 0, SKIP_SPECIAL)
    assert commit("sailor-2") not in forms(state, 0)
