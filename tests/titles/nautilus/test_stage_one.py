"""Committing cards, open and sealed, and the resulting order: NA-8, NA-9."""

import pytest

from games.titles.nautilus import GAME
from games.titles.nautilus.cards import CARDS
from tests.titles.nautilus.positions import (
    SKIP,
    commit,
    committed,
    do,
    done,
    event,
    facts,
    forms,
    position,
    refuse,
    see,
    specials,
    told,
)


def test_na_08_open_commits_come_in_the_order_of_the_number_chips():
    """NA-8: one seat after the other; each card is seen by all at once."""
    state = position("| | ", order=(2, 0, 1))
    assert GAME.to_act(state) == {2}
    step = do(state, 2, commit("depth-4"))
    assert event(step, "committed").public == {"seat": 2, "turn": 0, "card": "depth-4", "special": None}
    assert GAME.to_act(step.state) == {0}
    assert GAME.to_act(done(step.state, (0, commit("depth-7")))) == {1}
    shown = see(step.state, 1).commits
    assert [(one.seat, one.shown, one.card) for one in shown] == [(2, True, "depth-4")]
    assert "depth-4" not in see(step.state, None).hands[2]


def test_na_08_a_commit_is_a_held_card_and_an_owned_special_card():
    """NA-8: any card of the hand, alone or with one special card; nothing else."""
    state = position("|", owned="bell globe|reverse", hands=(("depth-4", "depth-7"), tuple(CARDS)))
    combinations = [
        commit(card + more) for card in ("depth-4", "depth-7") for more in ("", "+bell", "+globe")
    ]
    assert forms(state, 0) == combinations
    for wrong in ("sailor-2", "depth-4+reverse", "depth-4+numbers", "no-card"):
        refuse(state, 0, commit(wrong))
    refuse(state, 0, SKIP)


def test_na_08_a_commit_is_final():
    """NA-8: a seat that has committed isn't asked again, and can't undo it."""
    for mode in ("open", "sealed"):
        state = position("| |", commit=mode)
        step = do(state, 0, commit("depth-4"))
        assert not step.undoable
        assert 0 not in GAME.to_act(step.state)
        refuse(step.state, 0, commit("depth-7"))


def test_na_08_sealed_commits_are_made_at_the_same_time():
    """NA-8: everybody is asked at once, in any order; then all cards are shown."""
    state = position("| |", commit="sealed", order=(2, 0, 1))
    assert GAME.to_act(state) == {0, 1, 2}
    state = done(state, (1, commit("depth-4")), (2, commit("sailor-2")))
    assert GAME.to_act(state) == {0}
    step = do(state, 0, commit("helmet-3"))
    assert told(step)[:3] == ["committed", "revealed", "ordered"]
    cards = [(one["seat"], one["card"]) for one in facts(step, "revealed")["commits"]]
    assert cards == [(2, "sailor-2"), (0, "helmet-3"), (1, "depth-4")]
    assert [one.card for one in see(step.state, None).commits] == ["depth-4", "helmet-3", "sailor-2"]


def test_na_08_sealed_cards_are_shown_to_others_as_still_held():
    """NA-8, NA-22: others see that there is a commit, and a hand and special cards as before."""
    state = position("| |", commit="sealed", owned="bell||")
    step = do(state, 0, commit("depth-4+bell"))
    assert event(step, "committed").public == {"seat": 0, "turn": 0}
    assert event(step, "committed").facts_for(0)["card"] == "depth-4"
    for other in (1, 2, None):
        view = see(step.state, other)
        assert (view.hands[0], view.specials[0]) == (tuple(CARDS), specials("bell"))
        assert [(one.seat, one.shown, one.card, one.special) for one in view.commits] == [
            (0, False, None, None)
        ]
    mine = see(step.state, 0)
    assert ("depth-4" in mine.hands[0], mine.specials[0]) == (False, ())
    assert (mine.commits[0].card, mine.commits[0].special) == ("depth-4", "special-bell")


def test_na_09_highest_first():
    """NA-9: number chips go by the value of the hand card, and that is the order of sailing."""
    step = do(committed(position("| | |"), "depth-4", "sailor-2", "depth-10"), 3, commit("thermostat-1"))
    assert step.state.order == step.state.queue == (2, 0, 1, 3)
    assert facts(step, "ordered") == {"turn": 0, "order": [2, 0, 1, 3], "reversed_by": None}
    assert GAME.to_act(step.state) == {2}


@pytest.mark.parametrize("mode", ["open", "sealed"])
def test_na_09_equal_values_stay_in_the_old_order(mode):
    """NA-8, NA-9: the card played earlier or, if sealed, the lower old number chip ranks first, even from behind."""
    state = position("| | |", commit=mode, order=(3, 1, 0, 2))
    assert committed(state, "depth-7", "depth-4", "depth-7", "depth-4").order == (3, 0, 1, 2)
    moves = [(seat, commit("sailor-2")) for seat in range(4)]
    if mode == "sealed":  # in any order of time
        assert done(state, *moves).order == (3, 1, 0, 2)


@pytest.mark.parametrize("mode", ["open", "sealed"])
def test_na_09_reverse(mode):
    """NA-9: lowest first, equals still the earlier first; the card is used and goes under the pile."""
    state = position("| | |", commit=mode, owned="|reverse||", pile="bell globe", order=(3, 1, 0, 2))
    after = committed(state, "depth-7", "depth-4+reverse", "depth-7", "depth-4")
    assert after.order == after.queue == (1, 2, 3, 0)
    assert after.special_pile == specials("bell globe reverse")
    assert after.specials[1] == ()


def test_na_09_reverse_has_no_effect_in_stage_2():
    """NA-9, NA-15: its holder has its hand card to carry out, and nothing to skip."""
    state = committed(position("|", owned="reverse|"), "depth-4+reverse", "depth-7")
    assert forms(state, 0) == [{"type": "steer", "axis": "depth", "step": -1}]
    assert not see(state, None).commits[0].pending


def test_na_08_the_last_card_of_a_hand_is_a_forced_commit():
    """NA-8: everybody can tell that only one card and no special card is left; with one, it isn't forced."""
    hands = (("depth-4",), ("depth-4",))
    for mode in ("open", "sealed"):
        assert GAME.forced_move(position("|", hands=hands, commit=mode), 0) is not None
        assert GAME.forced_move(position("|", hands=hands, commit=mode, owned="bell|"), 0) is None
