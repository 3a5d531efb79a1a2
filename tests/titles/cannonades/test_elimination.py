"""Elimination and the last captain: CN-12 to CN-14, CN-18."""

from collections import Counter

from games.engine.chance import Chance
from games.titles.cannonades import GAME
from games.titles.cannonades.state import End, Shoot
from tests.titles.cannonades.positions import (
    END,
    add,
    asked,
    board,
    card,
    cards,
    do,
    done,
    draw,
    event,
    leave,
    position,
    row,
    see,
    shoot,
    told,
)


def test_cn_12_the_attacker_takes_a_card_and_the_rest_is_discarded():
    """CN-12: with three seats at the beginning; the card is known to both and to nobody else."""
    state = position("(O0) | BG PY\nB2 | OR Y0 P0\nR0 | ")
    step = do(state, 0, shoot("BG", 1, 0))
    assert step.state.out == (1,)
    taken = event(step, "card-taken")
    assert taken.public == {"turn": 20, "seat": 0, "from": 1}
    assert taken.private[0] == taken.private[1]
    assert set(taken.private) == {0, 1}
    face = taken.private[0]["card"]
    assert face in cards("OR Y0 P0")
    assert Counter(step.state.hands[0]) == Counter([card("PY"), face])
    assert step.state.hands[1] == ()
    gone = event(step, "eliminated").public
    assert Counter([face, *gone["discarded"]]) == Counter(cards("OR Y0 P0"))
    assert Counter(step.state.discards) == Counter([*gone["discarded"], *cards("BG B2")])
    assert (gone["seat"], gone["by"]) == (1, 0)


def test_cn_12_every_card_of_the_hand_may_be_taken():
    """CN-12: at random, each card as likely as the others."""
    state = position("(O0) | BG PY\nB2 | OR OR Y0\nR0 | ")
    move = Shoot(card("BG"), 1, 0)
    found = Counter()
    for ply in range(600):
        found.update(GAME.apply(state, 0, move, Chance(b"taken", ply)).state.hands[0])
    assert 340 < found[card("OR")] < 460
    assert found[card("OR")] + found[card("Y0")] == 600


def test_cn_12_nothing_is_taken_in_a_game_started_by_two():
    """CN-12: none even if only one seat is then left in."""
    step = do(position("(O0) | BG PY\nB2 | OR Y0"), 0, shoot("BG", 1, 0))
    assert told(step) == ["shot", "eliminated", "game-over"]
    assert step.state.hands == (cards("PY"), ())
    three = position("(O0) | BG PY\nB2 | OR Y0\n | ", out=(2,))
    step = do(three, 0, shoot("BG", 1, 0))
    assert told(step) == ["shot", "eliminated", "game-over"]
    assert step.state.outcome.ranks == (1, 2, 3)


def test_cn_12_a_game_started_by_three_still_rewards_when_two_are_left():
    """CN-12: the number of seats at the beginning counts."""
    step = do(position("(O0) | BG\nB0 | PY\nR0 | \n | ", left=(3,)), 0, shoot("BG", 1, 0))
    assert "card-taken" in told(step)
    assert step.state.hands[0] == cards("PY")


def test_cn_12_an_empty_hand_gives_nothing():
    """CN-12: there is nothing to take."""
    step = do(position("(O0) | BG\nB0 | \nR0 | "), 0, shoot("BG", 1, 0))
    assert told(step) == ["shot", "eliminated"]
    assert asked(step.state) == {0}


def test_cn_12_boarding_eliminates_as_well():
    """CN-12: the kind of attack doesn't matter."""
    step = do(position("B0 (O0) | \nB1 | PY\nR0 | "), 0, board(0, 1, 0))
    assert step.state.out == (1,)
    assert step.state.hands[0] == cards("PY")


def test_cn_12_a_seat_before_its_first_turn_is_not_out():
    """CN-12: it has no ship yet, and none was sunk."""
    state = position("(O0) | BG\n | B0\nR0 | ", begun=(2, 0, 1))
    assert GAME.is_in(state, 1)
    after = done(state, (0, shoot("BG", 2, 0)), (0, END))
    assert (after.seat, GAME.is_in(after, 1)) == (1, True)


def test_cn_13_out_without_a_ship_when_the_actions_are_over():
    """CN-13: its hand is discarded before anything else, nobody is rewarded, the next seat begins."""
    state = position("B0 | BG BG BG BG BG\nR0 R2 | \nY0 | ")
    state = do(state, 0, board(0, 1, 0)).state
    assert GAME.is_in(state, 0)
    step = do(state, 0, END)
    assert told(step) == ["eliminated", "turn-begun"]
    assert event(step, "eliminated").public["by"] is None
    assert Counter(step.state.discards) == Counter(cards("B0 BG BG BG BG BG"))
    assert (step.state.out, step.state.seat, step.state.hands[2]) == ((0,), 1, ())


def test_cn_13_the_first_turn_included():
    """CN-13: the opening hand had only cannonades, and no ship was drawn."""
    state = position(" | BG BG BG BG BG\n | R0\n | Y0", begun=(1, 0, 0), deck="BG BG BG BG")
    step = do(state, 0, END)
    assert (step.state.out, step.state.seat) == ((0,), 1)
    drawn = done(state, *[(0, draw("BG"))] * 4)
    assert (drawn.out, drawn.seat) == ((0,), 1)


def test_cn_13_after_the_fourth_action():
    """CN-13: a ship in hand doesn't help now."""
    step = do(position("B0 | G0\nR0 R2 | \nY0 | ", actions=1), 0, board(0, 1, 0))
    assert told(step) == ["boarded", "eliminated", "turn-begun"]
    assert step.state.out == (0,)


def test_cn_13_after_the_answers():
    """CN-13: the actions are over when the last answer is given, not before."""
    state = do(position("B1 | G0\n(R2) O0 | \nY0 | ", actions=1), 0, board(0, 1, 0)).state
    assert (asked(state), state.out) == ({1}, ())
    state = do(state, 1, {"type": "grin", "effect": "pass"}).state
    assert (asked(state), state.out) == ({0}, ())
    assert do(state, 0, {"type": "grin", "effect": "draw"}).state.out == (0,)


def test_cn_13_not_while_actions_are_left():
    """CN-13: the last ship was used for boarding, and another is added."""
    state = done(position("B0 | G0\nR0 R2 | "), (0, board(0, 1, 0)), (0, add("G0")), (0, END))
    assert (state.out, state.seat) == ((), 1)


def test_cn_14_the_last_seat_in_wins():
    """CN-14: by sinking the others' last ship, even without a ship of its own on the table."""
    step = do(position("B0 | OR\nB1 | PY\n | ", out=(2,)), 0, board(0, 1, 0))
    assert step.state.outcome.reason == "last-captain"
    assert step.state.outcome.ranks == (1, 2, 3)
    assert step.state.outcome.scores is None
    assert step.state.ships[0] == row("")
    assert (asked(step.state), step.state.phase) == (set(), "over")


def test_cn_14_by_cn_13_the_other_wins_before_its_first_turn():
    """CN-14: the other's first turn hasn't begun."""
    state = do(position(" | BG\n | PY", begun=(1, 0)), 0, END).state
    assert (state.outcome.reason, state.outcome.ranks) == ("last-captain", (2, 1))


def test_cn_14_open_answers_do_not_matter():
    """CN-14: the winner's boarding ship would have grinned."""
    state = do(position("B2 | OR\nB1 | PY"), 0, board(0, 1, 0)).state
    assert (state.outcome.reason, state.queue) == ("last-captain", ())


def test_cn_18_later_elimination_ranks_before_earlier_and_leavers_last():
    """CN-18, CN-20: 3 left, then 1 was sunk, then 2: the ranks are 1, 3, 2, 4."""
    state = position("(O0) | BG PY\nB0 | \nP0 | \nR0 | ")
    state = done(leave(state, 3), (0, shoot("BG", 1, 0)))
    state = do(state, 0, shoot("PY", 2, 0)).state
    assert state.outcome.ranks == (1, 3, 2, 4)
    assert state.outcome.reason == "last-captain"


def test_cn_19_everything_is_shown_when_the_game_is_over():
    """CN-19: hands, face-down ships, the deck in its order, and every secret of the log."""
    before = position("(O0) | BG PY\nB0 | ", deck="Y1")
    step = do(before, 0, shoot("BG", 1, 0))
    view = see(step.state, None)
    assert view.deck.cards == before.deck
    assert view.hands[0].cards == cards("PY")
    assert view.ships[0][0].face == "orange-0"
    earlier = do(before, 0, draw("PY"))
    assert GAME.recall(earlier.state, 1, event(earlier, "cards-drawn")).keys() == {
        "turn",
        "seat",
        "card",
        "drawn",
    }
    assert GAME.recall(step.state, 1, event(earlier, "cards-drawn"))["cards"] == ["yellow-1"]
    assert GAME.legal_moves(step.state, 0) == ()
    assert not GAME.is_legal(step.state, 0, End())
