"""The end of turns, rounds and games: NA-16 to NA-21."""

import pytest

from games.titles.nautilus import GAME
from games.titles.nautilus.cards import PILES
from games.titles.nautilus.ocean import DOTS
from tests.titles.nautilus.positions import (
    FAR_CHIP,
    SKIP,
    TO_BOARD,
    at,
    chip,
    committed,
    do,
    done,
    facts,
    forms,
    idle_turn,
    position,
    row,
    steer,
    told,
)

THREE = "W1-coral-1 W1-pearl-1 W1-shark-1"
EAST_SQUID = ". . W1-squid-1 . . . . . " + ". " * 12 + "W3-squid-1 . . ."


def filled(**more):
    """Return a state where seat 0 takes its fourth chip; seat 1 has yet to sail."""
    state = position(f"{THREE} | W1-compass-1", ocean=EAST_SQUID, **more)
    return do(committed(state, "course-5", "sailor-2"), 0, steer("course", 1))


def test_na_16_a_full_row_ends_the_round_after_the_sailing():
    """NA-16: the seats that have yet to sail in this turn do so; then the round is scored."""
    step = filled()
    assert told(step) == ["steered", "took", "row-full"]
    assert (step.state.round, step.state.closing, GAME.to_act(step.state)) == (1, True, {1})
    step = do(step.state, 1, SKIP)
    assert told(step) == ["skipped", "turn-ended", "round-counted", "round-began"]
    assert facts(step, "round-counted")["why"] == "row-full"
    assert (step.state.round, step.state.round_turn, step.state.turn, step.state.closing) == (2, 1, 1, False)


def test_na_16_three_chips_do_not_end_a_round():
    """NA-16: the next turn is another one of the round."""
    state = idle_turn(position(f"{THREE} | W1-compass-1"))
    assert (state.round, state.round_turn, state.turn, state.counts) == (1, 2, 1, ())


def test_na_16_later_changes_do_not_undo_it():
    """NA-16: the fourth chip is taken away in the same turn; the round ends, and three chips are counted."""
    state = position(f"{THREE} | W1-compass-1", ocean=EAST_SQUID, owned="|bell")
    state = committed(state, "course-5", "sailor-2+bell")
    state = done(state, (0, steer("course", 1)), (1, {"type": "ring", "seat": 0, "chip": [1, 4], "row": 1}))
    state = done(state, (1, SKIP))
    assert (state.round, state.counts[0].seats[0].row.chips) == (2, 3)


def test_na_16_an_anchor_can_be_the_fourth_chip():
    """NA-16: by whatever means."""
    state = position(f"{THREE} | ", ocean=EAST_SQUID.replace("W1-squid-1", "W1-anchor-1"))
    state = done(committed(state, "course-5", "sailor-2"), (0, steer("course", 1)))
    assert not state.closing
    assert done(state, (0, TO_BOARD)).closing


def test_na_16_a_full_row_of_another_round_means_nothing():
    """NA-16: only the running round's row."""
    state = idle_turn(position(f"{THREE} W1-squid-1 | ", round=2))
    assert (state.round, state.round_turn) == (2, 2)


def test_na_16_shifting_into_an_earlier_row_means_nothing():
    """NA-16: the first row is filled in round 2."""
    state = position(f"{THREE} ; W1-squid-1 | ", round=2, owned="sailor|")
    state = committed(state, "sailor-2+sailor", "sailor-2")
    state = done(state, (0, {"type": "shift", "chip": [2, 1], "row": 1}))
    assert not state.closing


def test_na_16_another_row_filled_beside_a_full_one_is_not_logged():
    """NA-16: the running row was filled before, and nothing else is."""
    boards = f"W1-harpoon-1 ; {THREE} W1-squid-1 | W1-squid-2"
    state = committed(position(boards, round=2, owned="bell|", closing=True), "sailor-2+bell", "sailor-2")
    step = do(state, 0, {"type": "ring", "seat": 1, "chip": [1, 1], "row": 1})
    assert told(step) == ["special-used", "rang"]


def test_na_16_the_twelfth_turn_ends_a_round():
    """NA-16: with no row full."""
    step = do(done(committed(position("|", round_turn=12), "sailor-2", "sailor-2"), (0, SKIP)), 1, SKIP)
    assert facts(step, "round-counted")["why"] == "last-turn"
    assert (step.state.round, step.state.round_turn) == (2, 1)
    assert idle_turn(position("|", round_turn=11)).round == 1


@pytest.mark.parametrize(
    ("ocean", "ends"),
    [
        ("", True),
        ("B1-star-1 B1-arrow-1 B2-arrow-1", True),
        ("B1-star-1 W1-squid-1", False),
        ("(B1-star-1)", False),  # nobody knows
        ("(B1-arrow-1)", False),
        ("B1-squid-coral-1", False),
    ],
)
def test_na_16_an_ocean_fished_out_ends_a_round(ocean, ends):
    """NA-16: nothing is left but face-up stars and arrows."""
    grid = ocean.split()
    state = position("|", ocean=" ".join(grid + ["."] * (24 - len(grid))))
    assert (idle_turn(state).round == 2) == ends


def test_na_16_the_last_chip_is_taken_by_the_first_to_sail():
    """NA-16: the sailing of the turn continues to its end."""
    ocean = ". . W1-squid-1 " + ". " * 21
    step = do(committed(position("|", ocean=ocean), "course-5", "sailor-2"), 0, steer("course", 1))
    assert (step.state.round, GAME.to_act(step.state)) == (1, {1})
    assert facts(do(step.state, 1, SKIP), "round-counted")["why"] == "ocean-empty"


def test_na_17_the_row_is_counted_at_the_end_of_its_round():
    """NA-17, NA-18: row, penalty and number chip, once."""
    state = done(filled().state, (1, SKIP))
    mine, theirs = state.counts[0].seats
    assert (mine.row.points, mine.row.penalty, mine.bonus, mine.points) == (70, 0, 25, 95)
    assert (theirs.row.points, theirs.row.penalty, theirs.bonus, theirs.points) == (0, -15, 15, 0)
    assert GAME.observe(state, None).points == (95, 0)


def test_na_17_a_row_is_counted_once():
    """NA-17: later changes to the row change no points."""
    state = done(filled(owned="sailor|").state, (1, SKIP))
    state = committed(state, "sailor-2+sailor", "thermostat-1")
    state = done(state, (0, {"type": "shift", "chip": [1, 1], "row": 2}))
    assert GAME.observe(state, None).points == (95, 0)


def test_na_19_a_new_round():
    """NA-19: empty dots are filled, blue ones face down; everything else stays as it is."""
    before = done(filled(round_turn=3, turn=5).state)
    step = do(before, 1, SKIP)
    state = step.state
    for dot, lying in zip(DOTS, state.ocean, strict=True):
        assert lying is not None
        assert lying.up == (dot.colour == "white")
    assert at(state, (4, -2)).chip == chip("W3-squid-1")  # it lay there
    assert state.submarine == before.submarine
    assert (state.order, state.turn, state.round_turn) == (before.order, 6, 1)
    assert "course-5" not in state.hands[0]
    assert row(state, 0, 1) == row(before, 0, 1)


def test_na_19_order_of_filling():
    """NA-19: arms upwards within each depth, depth 0 first, while the piles last."""
    few = {
        **PILES,
        "white-1": PILES["white-1"][:3],
        "blue-1": PILES["blue-1"][:1],
        "white-2": PILES["white-2"][:1],
    }
    ocean = ". W1-coral-1 " + ". " * 22
    state = idle_turn(position("|", ocean=ocean, round_turn=12, piles=few))
    taken = {place: at(state, place).chip for place in ((0, 0), (1, 0), (3, 0), (4, 0), (2, 0), (0, -1))}
    first = PILES["white-1"]
    assert taken == {
        (0, 0): first[0], (1, 0): chip("W1-coral-1"), (3, 0): first[1], (4, 0): first[2],
        (2, 0): PILES["blue-1"][0], (0, -1): PILES["white-2"][0],
    }  # fmt: skip
    assert [at(state, place) for place in ((5, 0), (6, 0), (7, 0), (2, -1), (4, -1))] == [None] * 5
    assert (state.piles["white-1"], state.piles["blue-1"]) == ((), ())


def test_na_19_filling_is_logged_without_faces():
    """NA-19, NA-22: white chips by name, blue ones by their backs."""
    step = do(filled().state, 1, SKIP)
    told_of = facts(step, "round-began")["filled"]
    assert [place["place"] for place in told_of] == [list(dot.place) for dot in DOTS if dot.place != (4, -2)]
    assert all(("chip" in place) == (place["colour"] == "white") for place in told_of)


def test_na_19_nothing_is_filled_after_the_last_round():
    """NA-19: the ocean stays as it was."""
    last = position("|", ocean=EAST_SQUID, round=3, round_turn=12)
    state = idle_turn(last)
    assert state.outcome is not None
    assert (state.ocean, state.piles) == (last.ocean, last.piles)


@pytest.mark.parametrize(
    ("rounds", "round_", "columns", "over"),
    [(3, 3, 4, True), (5, 3, 4, False), (5, 4, 0, False), (5, 5, 4, True)],
)
def test_na_20_columns_are_counted_after_rounds_3_and_5(rounds, round_, columns, over):
    """NA-20: in a game of five rounds twice."""
    state = idle_turn(position("|", rounds=rounds, round=round_, round_turn=12))
    assert len(state.counts[0].seats[0].columns) == columns
    assert (GAME.outcome(state) is not None) == over


def test_na_21_most_points_win():
    """NA-21: reason, ranks and scores."""
    boards = "; ; W1-shark-1 | ; ; W1-coral-1 W1-harpoon-1 . . | ; ; . . . ."
    state = idle_turn(position(boards, round=3, round_turn=12, order=(2, 0, 1)))
    outcome = GAME.outcome(state)
    assert outcome.reason == "final-count"
    # row + penalty + number chip + loose pearl: 5-15+15+4, 15-10+10+4, 0-20+25+4
    assert outcome.scores == (9, 19, 9)
    assert outcome.ranks == (3, 1, 2)  # NA-21: of equal scores the better number chip
    assert GAME.to_act(state) == frozenset()
    assert forms(state, 0) == []


def test_na_21_everything_is_shown_after_the_end():
    """NA-22: once the game is over, chips face down and piles too."""
    ocean = "(B1-star-1) " + FAR_CHIP.split(maxsplit=1)[1]
    view = GAME.observe(idle_turn(position("|", ocean=ocean, round=3, round_turn=12)), None)
    assert view.ocean[0].lying.chip == chip("B1-star-1")
    assert all(len(pile.chips) == pile.count for pile in view.piles)
    assert len(view.special_pile) == 7
