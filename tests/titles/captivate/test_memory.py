"""What players see and what the log remembers: CV-16 and CV-17."""

import pytest

from games.engine import play as engine
from games.engine.chance import Chance
from games.engine.codec import load_options
from games.engine.contract import Illegal, Malformed
from games.titles.captivate import GAME
from tests.titles.captivate.positions import (
    END,
    SEED,
    cards,
    do,
    event,
    lay,
    leave,
    one_turn,
    position,
    see,
    take,
    throw,
)

EVERYBODY = (0, 1, None)


def test_cv_16_the_option_and_its_default():
    """CV-16: `memory` is `assisted` unless `strict` was chosen."""
    assert load_options(GAME, {}) == {"memory": "assisted"}
    assert load_options(GAME, {"memory": "strict"}) == {"memory": "strict"}
    with pytest.raises(Illegal):
        load_options(GAME, {"memory": "loose"})
    for raw in ({"memory": 1}, {"memory": None}, {"remember": "strict"}, [], None):
        with pytest.raises(Malformed):
            load_options(GAME, raw)


@pytest.mark.parametrize("memory", ["assisted", "strict"])
def test_cv_16_the_setup_follows_the_option(memory):
    """CV-16: the choice is part of the state and of each observation."""
    state = engine.setup(GAME, 2, {"memory": memory}, SEED).state
    assert see(state, None).memory == memory


def test_cv_16_assisted_shows_flipped_cards_and_piles():
    """CV-16: faces of flipped cards, cards and value of each pile, including the captures of the current turn."""
    state = position("(E5) (W6)", "D1 | L2", piles="L9 L3 | D4")
    state = do(state, 0, take("D1", 1, 0)).state
    for seat in EVERYBODY:
        view = see(state, seat)
        assert [(shown.card, shown.up) for shown in view.field] == [("earth-5", False), ("dark-1", True)]
        assert [(pile.cards, pile.value) for pile in view.piles] == [(cards("L9 L3"), 12), (cards("D4"), 4)]
        assert (view.set_aside.cards, view.set_aside.value) == (cards("W6"), 6)


def test_cv_16_hands_never_count():
    """CV-16: the value of a pile is that of its cards; the hand doesn't count."""
    views = [see(position("E5", hand, piles="L9 |"), 0) for hand in ("D1 | L2", "D13 D12 | L2")]
    assert {view.piles[0].value for view in views} == {9}
    assert {view.scores for view in views} == {None}


def test_cv_16_strict_shows_backs_and_counts():
    """CV-16: flipped and captured cards show their back to everybody, piles only their count."""
    state = position("(E5) (W6) D7", "D1 | L2", piles="L9 L3 | D4", memory="strict")
    state = do(state, 0, take("D1", 1, 0)).state
    for seat in EVERYBODY:
        view = see(state, seat)
        assert {shown.cell: shown.card for shown in view.field} == {
            (0, 0): None,
            (1, 0): "dark-1",
            (2, 0): "dark-7",
        }
        assert [(pile.count, pile.cards, pile.value) for pile in view.piles] == [
            (2, None, None),
            (1, None, None),
        ]
        assert (view.set_aside.count, view.set_aside.cards, view.set_aside.value) == (1, None, None)


@pytest.mark.parametrize(("memory", "named"), [("assisted", True), ("strict", False)])
def test_cv_16_the_log_of_a_capture(memory, named):
    """CV-16: assisted play names the captured card, strict play never does, not even after the game."""
    step = do(position("(E5)", "D1 D2 | L2", memory=memory), 0, take("D1", 0, 0))
    captured = event(step, "captured")
    for state in (step.state, leave(step.state, 1)):
        for seat in EVERYBODY:
            facts = GAME.recall(state, seat, captured)
            assert ("earth-5" in str(facts)) is named
            assert facts["card"] == "dark-1"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_cv_16_strict_forgets_after_one_turn_of_everybody(seats):
    """CV-16: the log names cards for the last n turns, n the number of seats."""
    hands = ("D8 D7", "D10 D9", "D12 D11", "D6 D5")[:seats]
    state = position("W1", "|".join(hands), memory="strict")
    step = do(state, 0, lay("D8", 1, 0))
    told, state = event(step, "played"), do(step.state, 0, END).state
    assert told.public["flipped"] == [{"card": "water-1", "cell": [0, 0]}]
    for _ in range(seats - 1):
        assert GAME.recall(state, 1, told) == told.public
        state = one_turn(state)
    for seat in (*range(seats), None):
        assert GAME.recall(state, seat, told) == {
            "seat": 0,
            "turn": 8,
            "cell": [1, 0],
            "flipped": [{"cell": [0, 0]}],
        }


def test_cv_16_strict_forgets_drawn_and_dealt_cards():
    """CV-16: even to their own seat; counts are no cards and stay."""
    step = do(position("(E5) D1*", "D2 | L2 L3", memory="strict", set_aside="W9"), 0, END)
    ended = event(step, "turn-ended")
    assert GAME.recall(step.state, 0, ended)["cards"] == list(step.state.hands[0][1:])
    faded = one_turn(one_turn(step.state))
    assert GAME.recall(faded, 0, ended) == {"seat": 0, "turn": 8, "drawn": 4, "captured": 1}
    dealt = engine.setup(GAME, 2, {"memory": "strict"}, SEED).events[0]
    assert not {"card", "hand"} & set(GAME.recall(faded, 0, dealt))


def test_cv_16_assisted_remembers_everything():
    """CV-16: the log of assisted play doesn't fade."""
    step = do(position("E5", "D9 D2 | L2 L3"), 0, lay("D9", 1, 0))
    state = do(step.state, 0, END).state
    for _ in range(5):
        state = one_turn(state)
    told = event(step, "played")
    assert GAME.recall(state, 1, told) == told.public


@pytest.mark.parametrize("memory", ["assisted", "strict"])
def test_cv_16_the_log_shows_everything_when_play_has_ended(memory):
    """CV-16: after the end everybody can also read what was drawn and dealt, but not running throws."""
    dealt = engine.setup(GAME, 2, {"memory": memory}, SEED).events[0]
    state = position("W1 D1*", "L9 | L1", memory=memory, deck="W9 W8 W7 W6", turn=40)
    first = do(state, 0, END)
    ended = event(first, "turn-ended")
    tied = position("W1 D1*", "|", memory=memory, deck="", awaited=(), piles="L9 | E9", turn=60)
    state = do(tied, 0, END).state
    assert GAME.outcome(state) is None
    for seat in EVERYBODY:
        assert GAME.recall(state, seat, ended)["cards"] == list(cards("W9 W8 W7 W6"))
        hands = [row["hand"] for row in GAME.recall(state, seat, dealt)["by_seat"]]
        assert hands == [list(hand) for hand in engine.setup(GAME, 2, {"memory": memory}, SEED).state.hands]


def test_cv_16_a_void_throw_is_shown_only_after_the_game():
    """CV-15, CV-16: play has ended, but a running throw is still secret."""
    tied = position("W1 D1*", "|", deck="", awaited=(), piles="L9 | E9")
    step = do(do(tied, 0, END).state, 0, throw("paper"))
    told = event(step, "thrown")
    assert [GAME.recall(step.state, seat, told).get("hand") for seat in EVERYBODY] == ["paper", None, None]
    over = do(step.state, 1, throw("rock")).state
    assert [GAME.recall(over, seat, told).get("hand") for seat in EVERYBODY] == ["paper"] * 3


def test_cv_17_hands_and_deck_are_hidden():
    """CV-17: from all others and from spectators; counts are shown."""
    state = position("E5", "D1 D2 | L2 L3 L4", deck="W1 W2")
    assert [hand.cards for hand in see(state, 0).hands] == [cards("D1 D2"), None]
    assert [hand.cards for hand in see(state, 1).hands] == [None, cards("L2 L3 L4")]
    assert [hand.cards for hand in see(state, None).hands] == [None, None]
    for seat in EVERYBODY:
        view = see(state, seat)
        assert [hand.count for hand in view.hands] == [2, 3]
        assert (view.deck.count, view.deck.cards, view.deck.value) == (2, None, None)
        assert view.hands[1 - (seat or 0)].value is None


def test_cv_17_each_seat_sees_only_its_own_deal():
    """CV-17: each reads its own five cards."""
    step = engine.setup(GAME, 3, {"memory": "assisted"}, SEED)
    (dealt,) = step.events
    for seat in range(3):
        assert GAME.recall(step.state, seat, dealt)["hand"] == list(step.state.hands[seat])
    assert set(GAME.recall(step.state, None, dealt)) == {"turn", "card", "seats"}


def test_cv_17_all_is_shown_after_the_game():
    """CV-17: until play ends, and then to everybody."""
    state = leave(position("E5", "D1 D2 | L2 L3", deck="W1 W2", memory="strict"), 1)
    for seat in EVERYBODY:
        view = see(state, seat)
        assert (view.hands[0].cards, view.deck.cards, view.gone[1].cards) == (
            *map(cards, ("D1 D2", "W1 W2", "L2 L3")),
        )


@pytest.mark.parametrize("memory", ["assisted", "strict"])
def test_cv_17_resample_really_redeals_hidden_cards(memory):
    """CV-17: two states that look the same to a seat do differ in what it can't see."""
    state = position(
        "(E5) (E6) (E7) (E8)", "D1 D2 | L2 L3", memory=memory, piles="W1 W2 W3 W4 |", gone="W9 W8|"
    )
    other = GAME.resample(state, 0, Chance(SEED, 0))
    assert see(other, 0) == see(state, 0)
    assert other.deck != state.deck
    assert other.hands[0] == state.hands[0]
    assert other.hands[1] != state.hands[1]
    assert other.gone != state.gone
    assert (other.field != state.field) is (other.piles != state.piles) is (memory == "strict")
