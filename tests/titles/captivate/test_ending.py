"""How play ends and is scored: CV-12 to CV-14."""

from games.titles.captivate import GAME
from tests.titles.captivate.positions import (
    END,
    cards,
    do,
    done,
    event,
    lay,
    one_turn,
    position,
    refuse,
    see,
    take,
)

LAST_GAP = """
    E10 W10 L10 D10
    E11 W11 L11 D11
    E12 W12 L12 D12
    E9  W9  {}  .
"""


def test_cv_12_the_last_card_drawn_begins_the_last_round():
    """CV-12: after the current turn every seat, the current one last, has exactly one more turn."""
    state = position("E5 D1*", "D2 | L2 L3 | L4 L5", deck="W1", piles="L9||")
    step = do(state, 0, END)
    assert event(step, "last-round").public["order"] == [1, 2, 0]
    turns, state = [], step.state
    while GAME.outcome(state) is None:
        turns.append(state.seat)
        state = one_turn(state)
    assert turns == [1, 2, 0]
    assert GAME.outcome(state).reason == "last-round"


def test_cv_12_the_last_round_starts_after_the_seat_that_drew_the_last_card():
    """CV-12: in turn order, starting after the seat that drew the last card."""
    state = position("E5 D1*", "L2 | L4 | W2", deck="W1 W3", seat=1)
    assert do(state, 1, END).state.awaited == (0, 1)
    assert do(state, 1, END).state.seat == 2


def test_cv_12_a_deck_that_runs_short():
    """CV-12: a seat that finds too few cards takes all, and the last round begins."""
    after = do(position("E5 D1*", "D2 | L2", deck="W1 W2"), 0, END).state
    assert (after.hands[0], after.deck, after.awaited) == (cards("D2 W1 W2"), (), (0,))


def test_cv_12_no_last_round_while_a_card_is_left():
    """CV-12: one card left in the deck is enough."""
    after = do(position("E5 D1*", "D2 D3 D4 | L2", deck="W1 W2 W3"), 0, END).state
    assert (after.deck, after.awaited, after.outcome) == (cards("W3"), None, None)


def test_cv_12_nothing_is_drawn_in_the_last_round():
    """CV-12: the last turn leaves the remaining hand as it is."""
    state = position("E5 D1*", "L9 | L2 L3", deck="", awaited=(1,))
    after = do(state, 0, END).state
    assert after.hands[0] == cards("L9")
    assert (after.seat, after.awaited) == (1, ())


def test_cv_12_an_empty_hand_is_skipped():
    """CV-12 (safeguard): a seat without cards has no last turn."""
    state = position("E5 D1*", "L9 | | L3 | L4", deck="", awaited=(1, 2, 3))
    step = do(state, 0, END)
    assert event(step, "passed-over").public["seat"] == 1
    assert (step.state.seat, step.state.awaited) == (2, (3,))


def test_cv_12_play_ends_when_all_remaining_seats_are_skipped():
    """CV-12: when nobody could lay a card, play ends."""
    state = position("E5 D1*", "L9 | | L3 | ", deck="", awaited=(1, 3), piles="W1 | W3 | W9 | W5")
    step = do(state, 0, END)
    assert [e.public["seat"] for e in step.events if e.type == "passed-over"] == [1, 3]
    assert GAME.outcome(step.state).reason == "last-round"
    assert GAME.to_act(step.state) == frozenset()


def test_cv_12_the_last_turn_counts_its_captures():
    """CV-11, CV-12: the captures of the very last turn go to the pile before the count."""
    state = position("(E5)", "L9 | L2", deck="", awaited=(), piles="| W4")
    state = done(state, (0, take("L9", 0, 0)), (0, END))
    assert GAME.outcome(state).scores == (5, 2)


def test_cv_13_a_full_field_without_a_face_down_card_ends_at_once():
    """CV-13: the sixteenth card, with none face down, ends the game within the turn, even with a deck left."""
    state = position(LAST_GAP.format("L9"), "D8 D1 | L2", piles="W1 | W3")
    step = do(state, 0, lay("D8", 3, 3))
    assert [e.type for e in step.events] == ["played", "play-ended", "game-over"]
    assert not step.undoable
    assert GAME.outcome(step.state).reason == "field-full"
    assert step.state.hands[0] == cards("D1")
    assert step.state.deck == state.deck != ()


def test_cv_13_the_captures_of_the_turn_still_count():
    """CV-13: captures of the running turn go to the seat's pile."""
    state = position(LAST_GAP.format("(L9)"), "D8 D1 W2 | L2", piles="W1 | W13")
    step = done(state, (0, lay("D8", 3, 3)), (0, take("D1", 2, 3)))
    assert GAME.outcome(step).scores == (1 + 9 - 2, 13 - 2)
    assert step.piles[0] == cards("W1 L9")
    assert step.set_aside == ()


def test_cv_13_the_field_is_checked_after_the_flips():
    """CV-13: a sixteenth card that flips a neighbour does not end the game."""
    state = position(LAST_GAP.format("L9"), "D13 D1 | L2")
    after = do(state, 0, lay("D13", 3, 3)).state
    assert len(after.field) == 16
    assert after.outcome is None
    assert GAME.to_act(after) == {0}
    assert not any(move.cell == (3, 3) for move in GAME.legal_moves(after, 0) if hasattr(move, "cell"))


def test_cv_13_a_capture_may_end_it():
    """CV-13: on a full field the capture of the last face-down card ends the game, if it flips nothing."""
    state = position(LAST_GAP.format("(L9)").replace(".", "D9"), "D1 D13 | L2")
    assert GAME.outcome(do(state, 0, take("D1", 2, 3)).state).reason == "field-full"
    assert GAME.outcome(do(state, 0, take("D13", 2, 3)).state) is None


def test_cv_13_fifteen_cards_are_not_full():
    """CV-13: the field is full with sixteen cards."""
    state = position(LAST_GAP.format("(L9)"), "D1 D2 | L2")
    assert GAME.outcome(do(state, 0, take("D1", 2, 3)).state) is None


def test_cv_13_applies_in_the_last_round_too():
    """CV-13: the reason is `field-full`, and waiting seats have no further turn."""
    state = position(LAST_GAP.format("L9"), "D8 | L2", deck="", awaited=(1,), piles="W1 | W5")
    outcome = GAME.outcome(do(state, 0, lay("D8", 3, 3)).state)
    assert (outcome.reason, outcome.ranks, outcome.scores) == ("field-full", (2, 1), (1, 3))


def test_cv_14_the_score_is_points_minus_hand():
    """CV-14: the values in the pile minus the values in hand, which may be negative."""
    state = position("E5 D1*", "L9 | L2 L3", deck="", awaited=(), piles="W1 W2 | W4 W5")
    outcome = GAME.outcome(do(state, 0, END).state)
    assert outcome.scores == (3 - 9, 9 - 5)
    assert outcome.ranks == (2, 1)


def test_cv_14_equal_scores_share_a_rank():
    """CV-14: a rank is 1 plus the number of seats ranked better."""
    state = position("E5 D1*", "L1 | | | ", deck="", awaited=(), piles="W10 | W5 | D5 | W4")
    outcome = GAME.outcome(do(state, 0, END).state)
    assert outcome.scores == (9, 5, 5, 4)
    assert outcome.ranks == (1, 2, 2, 4)


def test_cv_14_everything_is_shown_before_a_throw():
    """CV-14: hands, piles, deck and scores are shown when play ends, before any throw."""
    state = position(LAST_GAP.format("L9"), "D8 D1 | L1", piles="W2 | D2", memory="strict", deck="D7 D6")
    after = do(state, 0, lay("D8", 3, 3)).state
    assert GAME.to_act(after) == {0, 1}
    for seat in (0, 1, None):
        view = see(after, seat)
        assert [hand.cards for hand in view.hands] == [cards("D1"), cards("L1")]
        assert [pile.cards for pile in view.piles] == [cards("W2"), cards("D2")]
        assert (view.deck.cards, view.scores) == (cards("D7 D6"), (1, 1))
    refuse(after, 0, END)
