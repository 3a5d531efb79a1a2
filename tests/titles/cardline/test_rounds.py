"""Rounds, knock-out rounds and the ends of a game: CL-10, CL-11 and CL-13."""

import pytest

from games.titles.cardline import GAME
from tests.titles.cardline.positions import do, done, end, event, leave, position, right, tokens, turns, wrong

LINE = "10 20 30"
DECK = "50 60 70 80 90 91 92 93 94 95 96 97"


def test_cl_10_turns_go_clockwise_and_a_round_starts_with_the_lowest_seat_still_in():
    state = position(LINE, "15 16 | 25 26 | 5 6 | 35 36", deck=DECK, out=(1, None, None, None), seat=1)
    seats = []
    for _ in range(7):
        seats.append(state.seat)
        state = wrong(state, state.seat)
    assert seats == [1, 2, 3, 1, 2, 3, 1]
    assert (state.round, state.turn) == (5, 17)


def test_cl_10_a_seat_without_cards_waits_for_the_end_of_the_round():
    state = right(position(LINE, "15 | 25 26 | 5 6", deck=DECK), 0)
    assert GAME.outcome(state) is None
    assert state.seat == 1


def test_cl_10_exactly_one_seat_without_a_card_wins():
    state = turns(position(LINE, "15 | 25 | 5 6", deck=DECK), "+--")
    assert end(state) == ("first-out", (1, 2, 3))


def test_cl_10_even_if_it_was_not_the_first_to_act():
    state = turns(position(LINE, "15 | 25 | 5", deck=DECK), "--+")
    assert end(state) == ("first-out", (2, 2, 1))


def test_cl_10_several_stay_the_others_are_out_and_each_stayer_takes_a_card():
    state = position(LINE, "15 | 25 26 | 5 | 35", deck=DECK)
    state = turns(state, "+++")
    step = do(state, 3, "35", 0)
    after = step.state
    assert GAME.outcome(after) is None
    assert (after.knockout, after.out, after.seat, after.round) == (1, (None, 3, None, 3), 0, 4)
    assert [tokens(hand) for hand in after.hands] == ["60", "26", "70", "50"]
    assert [told.type for told in step.events] == ["placed", "taken", "knock-out", "taken", "taken"]
    assert event(step, "knock-out").public == {
        "turn": 14, "number": 1, "stay": [0, 2], "out": [1, 3], "barren": 0,
    }  # fmt: skip


def test_cl_10_if_nobody_is_without_a_card_a_plain_round_follows():
    step = do(turns(position(LINE, "15 16 | 25 26", deck=DECK), "+"), 1, "25", 0)
    assert (step.state.round, step.state.knockout, step.state.out) == (4, 0, (None, None))
    assert [told.type for told in step.events] == ["placed", "taken"]


def knockout(hands="15 | 25 | 5 6 | 35", deck=DECK, **facts):
    """Return a state with seats 0, 1 and 3 in a knock-out round, seat 2 out."""
    return position(LINE, hands, deck=deck, knockout=1, out=(None, None, 2, None), **facts)


def test_cl_11_one_right_card_wins_a_knock_out_round():
    assert end(turns(knockout(), "-+-")) == ("knock-out", (2, 1, 4, 2))


def test_cl_11_several_right_ones_stay_and_the_others_are_out():
    after = turns(knockout(), "+-+")
    assert after.out == (None, 3, 2, None)
    assert [tokens(hand) for hand in after.hands] == ["60", "50", "5 6", "70"]
    assert (after.seat, after.round, after.barren) == (0, 4, 0)


def test_cl_11_if_none_is_right_all_stay_with_the_cards_they_took():
    state = turns(knockout(), "--")
    step = do(state, 3, "35", 0)
    assert [tokens(hand) for hand in step.state.hands] == ["50", "60", "5 6", "70"]
    assert step.state.out == (None, None, 2, None)
    assert (step.state.knockout, step.state.barren, tokens(step.state.deck)) == (2, 1, DECK[9:])
    assert event(step, "knock-out").public["stay"] == [0, 1, 3]


def test_cl_11_if_all_are_right_all_stay_and_take_a_card_each():
    after = turns(knockout(), "+++")
    assert [tokens(hand) for hand in after.hands] == ["50", "60", "5 6", "70"]
    assert (after.out, after.barren) == ((None, None, 2, None), 1)


@pytest.mark.parametrize("barren", range(4))
def test_cl_13_fewer_than_five_barren_rounds_in_a_row_do_not_end_the_game(barren):
    assert GAME.outcome(turns(knockout(barren=barren), "+++")) is None


def test_cl_13_the_fifth_barren_round_in_a_row_ends_it_before_cards_are_dealt():
    state = turns(knockout(barren=4), "+++")
    assert end(state) == ("stalled", (1, 1, 4, 1))
    assert [len(hand) for hand in state.hands] == [0, 0, 2, 0]
    assert end(turns(knockout(barren=4), "---")) == ("stalled", (1, 1, 4, 1))


def test_cl_13_an_elimination_restarts_the_count():
    after = turns(knockout(barren=4), "+-+")
    assert after.barren == 0
    assert GAME.outcome(after) is None


def test_cl_13_in_the_fifth_barren_round_exactly_one_right_card_still_wins():
    assert end(turns(knockout(barren=4), "--+"))[0] == "knock-out"


def test_cl_13_all_and_none_count_alike_and_five_rounds_are_needed_from_the_first():
    state = position(LINE, "15 | 25", deck=DECK)
    for how in ("++", "++", "--", "--", "++"):
        state = turns(state, how)
        assert GAME.outcome(state) is None
    assert state.barren == 4  # the first of the five was no knock-out round
    assert end(turns(state, "--")) == ("stalled", (1, 1))


def test_cl_13_a_seat_that_leaves_resets_the_count():
    state = leave(turns(knockout(barren=4), "-"), 3)
    assert state.barren == 0
    after = turns(state, "-")
    assert GAME.outcome(after) is None
    assert after.barren == 0  # ruling: somebody went out in that round
    for rounds in range(1, 5):
        after = turns(after, "--")
        assert after.barren == rounds
    assert end(turns(after, "--"))[0] == "stalled"


def test_cl_13_with_the_third_shuffle_the_running_round_is_the_last():
    state = position(LINE, "15 16 | 25 26 | 5 6 7", deck="", box="90 91", shuffles=2)
    state = wrong(state, 0)
    assert state.shuffles == 3
    assert GAME.outcome(state) is None
    assert end(turns(state, "+-")) == ("stalled", (2, 1, 3))


def test_cl_13_exactly_one_without_a_card_still_wins_after_the_third_shuffle():
    state = position(LINE, "15 16 | 25", box="90 91", shuffles=2)
    assert end(turns(state, "-+")) == ("first-out", (2, 1))


def test_cl_13_several_without_a_card_share_the_rank_after_the_third_shuffle():
    state = position(LINE, "15 16 | 25 | 5", box="90 91", shuffles=2)
    assert end(turns(state, "-++")) == ("stalled", (3, 1, 1))


def test_cl_13_the_second_shuffle_ends_nothing():
    state = turns(position(LINE, "15 16 | 25 26", box="90 91", shuffles=1), "-+")
    assert (state.shuffles, state.round) == (2, 4)


def test_cl_13_cards_dealt_for_a_knock_out_round_belong_to_that_round():
    """The third shuffle comes during that deal: the round that begins with it is the last one."""
    state = position(LINE, "15 | 25 | 5 6", deck="50", box="60 61 62", shuffles=2)
    state = turns(state, "++")
    step = do(state, 2, "5", 0)
    assert step.state.shuffles == 3
    assert (step.state.round, GAME.outcome(step.state)) == (4, None)
    assert [told.type for told in step.events] == ["placed", "knock-out", "taken", "box-shuffled", "taken"]
    assert end(turns(step.state, "++")) == ("stalled", (1, 1, 3))
    assert end(turns(step.state, "+-")) == ("knock-out", (1, 2, 3))


def test_cl_13_without_enough_cards_none_is_dealt():
    state = position(LINE, "15 | 25 | 5 | 35 36", deck="50", box="60")
    after = turns(state, "++++")
    assert end(after) == ("no-cards", (1, 1, 1, 4))
    assert [len(hand) for hand in after.hands] == [0, 0, 0, 1]
    assert (tokens(after.deck), tokens(after.box)) == ("50", "60")


def test_cl_13_deck_and_box_together_may_just_suffice():
    state = position(LINE, "15 | 25 | 5 | 35 36", deck="50 51", box="60")
    after = turns(state, "++++")
    assert GAME.outcome(after) is None
    assert (after.deck, after.box, after.shuffles) == ((), (), 1)
    assert [len(hand) for hand in after.hands] == [1, 1, 1, 1]


def test_cl_13_no_cards_among_knock_out_rounds():
    assert end(turns(knockout(deck="50 60"), "+++")) == ("no-cards", (1, 1, 4, 1))


def test_cl_13_if_none_is_right_no_card_is_dealt_and_none_is_missed():
    after = turns(position(LINE, "15 | 25", knockout=1), "--")
    assert GAME.outcome(after) is None
    assert after.shuffles == 2


def test_cl_13_stalled_is_named_before_no_cards():
    assert end(turns(knockout(deck="", barren=4), "+++"))[0] == "stalled"


def test_a_whole_game_of_two():
    state = position("50", "10 90 | 20 80", deck="30 40 60 70")
    state = done(state, (0, "10", 0), (1, "20", 1), (0, "90", 3), (1, "80", 0))
    assert end(state) == ("first-out", (1, 2))
    assert tokens(state.line) == "10 20 50 90"
    assert tokens(state.box) == "80"
