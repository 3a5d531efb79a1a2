"""Blank, ruling by ruling."""

from games.engine import play
from tests.blank_title.blank import GAME
from tests.blank_title.blank.cards import CARDS
from tests.blank_title.positions import position
from tests.engine.positions import do, leave, refuse


def test_bl_1_bl_2_set_up():
    """BL-1, BL-2: every card exists once, and each hand has three."""
    state = play.setup(GAME, 4, {}, b"seed").state
    assert [len(hand) for hand in state.hands] == [3, 3, 3, 3]
    assert sorted([*state.deck, *(card for hand in state.hands for card in hand)]) == list(CARDS)
    assert GAME.to_act(state) == {0}


def test_bl_3_bl_4_a_card_is_laid_and_the_next_seat_is_on_turn():
    """BL-3, BL-4."""
    after = do(GAME, position("1 2 3 | 4 5 6"), 0, {"type": "lay", "card": 2}).state
    assert (after.hands, after.laid, after.seat) == (((1, 3), (4, 5, 6)), (2, None), 1)


def test_bl_3_only_a_card_of_ones_own():
    """BL-3."""
    state = position("1 2 3 | 4 5 6")
    refuse(GAME, state, 0, {"type": "lay", "card": 4})
    refuse(GAME, state, 0, {"type": "lay", "card": 20})
    refuse(GAME, state, 1, {"type": "lay", "card": 4})


def test_bl_5_the_highest_card_wins():
    """BL-5."""
    state = position("1 3 | 4 5 | 2 6", laid=(2, 9, None), seat=2)
    outcome = do(GAME, state, 2, {"type": "lay", "card": 6}).state.outcome
    assert (outcome.reason, outcome.scores, outcome.ranks) == ("all-laid", (2, 9, 6), (3, 1, 2))


def test_bl_6_hands_and_deck_are_hidden_until_the_end():
    """BL-6."""
    state = position("1 2 3 | 4 5 6")
    view = GAME.observe(state, 0)
    assert (view.hand, view.hands, view.deck, view.counts) == ((1, 2, 3), None, None, (3, 3))
    assert GAME.observe(state, None).hand is None
    over = GAME.observe(leave(GAME, state, 1).state, None)
    assert (over.hands, over.deck) == (((1, 2, 3), ()), state.deck)


def test_bl_7_a_leavers_cards_leave_the_game():
    """BL-7: the turn goes to the next seat, and a card of the leaver no longer counts."""
    state = position("1 3 | 4 5 | 2 6", laid=(20, None, None), seat=1)
    after = leave(GAME, leave(GAME, state, 1).state, 0).state
    assert (after.seat, after.outcome.reason) == (2, "left")
    assert (after.outcome.ranks, after.outcome.scores) == ((2, 3, 1), (0, 0, 0))


def test_default_move_is_the_lowest_card():
    """As the title's docstring says."""
    assert GAME.default_move(position("8 2 3 | 4 5 6"), 0).card == 2
