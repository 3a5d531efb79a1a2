"""Ranks and leaving: CL-12 and CL-14."""

from games.titles.cardline import GAME
from tests.titles.cardline.positions import end, leave, position, tokens, turns

LINE = "10 20 30"
DECK = "50 60 70 80 90 91 92 93 94 95 96 97"


def test_cl_12_remaining_seats_rank_by_cards_after_replacement():
    state = position(LINE, "15 | 25 26 | 5 6 | 35", deck=DECK)
    assert end(turns(state, "+-+-")) == ("first-out", (1, 4, 2, 2))


def test_cl_12_later_elimination_ranks_better_whatever_the_cards():
    state = position(LINE, "15 | 25 | 35 | 5 6 7 | 40", deck=DECK, knockout=1, out=(None, None, None, 2, 1))
    assert end(turns(state, "+--")) == ("knock-out", (1, 2, 2, 4, 5))


def test_cl_12_among_those_of_one_round_fewer_cards_rank_better():
    state = position(LINE, "15 | 25 | 5 6 7 | 40 | 41", deck=DECK, knockout=1, out=(None, None, 2, 2, 2))
    assert end(turns(state, "+-")) == ("knock-out", (1, 2, 5, 3, 3))


def test_cl_12_seats_in_at_the_end_count_as_out_in_that_round():
    """Seat 2 went out one round before and holds as many cards as seat 1."""
    state = position(LINE, "15 | 25 | 40", deck=DECK, knockout=1, out=(None, None, 2), round=3)
    assert end(turns(state, "+-")) == ("knock-out", (1, 2, 3))


def test_cl_14_leaving_on_turn_ends_the_turn():
    state = leave(position(LINE, "15 | 25 | 5", deck=DECK), 0)
    assert (state.seat, state.round, state.out, state.left) == (1, 3, (3, None, None), (0,))
    assert [tokens(hand) for hand in state.hands] == ["15", "25", "5"]


def test_cl_14_a_leavers_later_turn_is_dropped():
    state = leave(position(LINE, "15 16 | 25 | 5 6", deck=DECK), 1)
    assert state.seat == 0
    state = turns(state, "-")
    assert state.seat == 2


def test_cl_14_if_it_was_the_last_turn_the_round_ends():
    state = turns(position(LINE, "15 | 25 26 | 5 6", deck=DECK), "+-")
    assert end(leave(state, 2)) == ("first-out", (1, 2, 3))


def test_cl_14_if_the_last_turn_falls_away_before_it_comes_the_round_ends_with_the_running_turn():
    state = leave(turns(position(LINE, "15 | 25 26 | 5 6", deck=DECK), "+"), 2)
    assert GAME.outcome(state) is None
    assert end(turns(state, "-")) == ("first-out", (1, 2, 3))


def test_cl_14_a_leaver_whose_turn_is_over_changes_nothing_else():
    before = turns(position(LINE, "15 16 | 25 26 | 5 6", deck=DECK), "-")
    state = leave(before, 0)
    assert (state.seat, state.turn, state.line, state.deck) == (1, 11, before.line, before.deck)
    assert turns(state, "--").seat == 1


def test_cl_14_a_leaver_without_a_card_does_not_win():
    state = leave(turns(position(LINE, "15 | 25 26 | 5 6", deck=DECK), "+"), 0)
    state = turns(state, "--")
    assert GAME.outcome(state) is None
    assert (state.round, state.seat) == (4, 1)


def test_cl_14_of_two_without_a_card_the_one_that_stays_wins():
    state = leave(turns(position(LINE, "15 | 25 | 5 6", deck=DECK), "++"), 1)
    assert end(turns(state, "-")) == ("first-out", (1, 3, 2))


def test_cl_14_leaving_on_turn_in_a_knock_out_round_may_decide_it():
    state = position(LINE, "15 | 25 | 5", deck=DECK, knockout=1)
    assert end(leave(turns(state, "+-"), 2)) == ("knock-out", (1, 2, 3))


def test_cl_14_leaving_as_the_last_of_a_knock_out_round_in_which_none_was_right():
    state = leave(turns(position(LINE, "15 | 25 | 5", deck=DECK, knockout=1), "--"), 2)
    assert GAME.outcome(state) is None
    assert (state.out, state.round, state.barren) == ((None, None, 3), 4, 0)


def test_cl_14_the_cards_of_a_leaver_stay_with_it_when_the_box_is_shuffled():
    state = leave(position(LINE, "15 16 | 25 26 | 5 6", box="90 91"), 1)
    after = turns(state, "-")
    assert tokens(after.hands[1]) == "25 26"
    assert after.shuffles == 1


def test_cl_14_a_leaver_can_end_the_round_of_the_third_shuffle():
    state = turns(position(LINE, "15 16 | 25 26 | 5 6", box="90 91 92", shuffles=2), "-+")
    assert end(leave(state, 2)) == ("stalled", (2, 1, 3))


def test_cl_14_a_leaver_can_end_a_round_without_enough_cards():
    state = turns(position(LINE, "15 | 25 | 5 6", deck="50"), "++")
    assert end(leave(state, 2)) == ("no-cards", (1, 1, 3))


def test_leavers_rank_below_all_others_the_later_before_the_earlier():
    state = position(LINE, "15 16 | 25 | 35 | 5 | 40", deck=DECK, out=(None, None, None, None, 1), knockout=1)
    state = leave(state, 2, 0)
    assert end(turns(state, "+-")) == ("knock-out", (4, 1, 5, 2, 3))


def test_the_last_seat_still_in_wins_at_once():
    state = position(LINE, "15 16 | 25 | 5", deck=DECK)
    assert end(leave(state, 2, 1)) == ("left", (1, 2, 3))


def test_the_last_seat_still_in_wins_even_if_others_are_out():
    state = position(LINE, "15 | 25 | 5 6 | 7", deck=DECK, knockout=1, out=(None, None, 2, 1))
    assert end(leave(state, 0)) == ("left", (4, 1, 2, 3))


def test_eliminated_seats_cannot_leave():
    state = position(LINE, "15 | 25 | 5 6", out=(None, None, 2), knockout=1)
    assert [GAME.is_in(state, seat) for seat in range(-1, 4)] == [False, True, True, False, False]
    assert not GAME.is_in(leave(state, 1), 1)
