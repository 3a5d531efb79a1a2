"""SACRIFICE, MYSTIC, TENACIOUS and STACKED: CE-14 to CE-17."""

import pytest

from games.titles.captn_eli import GAME
from games.titles.captn_eli.cards import CARDS
from games.titles.captn_eli.state import Reveal
from tests.titles.captn_eli.positions import (
    cells_of,
    challenge,
    do,
    done,
    ended,
    event,
    flip,
    kinds,
    move,
    mystic,
    options,
    place,
    position,
    refuse,
    reveal,
    sacrifice,
    see,
    shown,
)

ATTACK = challenge((1, 2), (1, 1))


def quill(signs="^"):
    """Return a state with Captain Eli below the Admiral, and two of her own cards beside her, one face down."""
    return position(
        f"""
        . 1:eagle-rock .
        1:sonar^ 1:admiral-quill{signs} 0:dolphin
        . 0:captn-eli^ 1:grapple
        """
    )


def test_ce_14_sacrifice_removes_an_adjacent_card_instead():
    """CE-14: face up or down, but your own and adjacent; the removed card is public."""
    asked = do(quill(), 0, ATTACK).state
    assert GAME.to_act(asked) == {1}
    assert [form["at"] for form in options(asked, 1, "sacrifice")] == [(1, 0), (0, 1), None]
    for cell in ((2, 1), (1, 2), (2, 2), (1, 1), (0, 0)):
        refuse(asked, 1, sacrifice(*cell))
    step = do(asked, 1, sacrifice(1, 0))
    assert kinds(step) == ["removed"]
    assert event(step, "removed").public == {
        "seat": 1, "turn": 9, "at": [1, 0], "card": "eagle-rock", "cause": "sacrifice",
    }  # fmt: skip
    assert (1, 1) in cells_of(step.state)
    assert see(step.state, 0).removed == ((), ("eagle-rock",))
    assert (step.state.seat, step.state.asked, step.state.turn) == (1, 1, 10)


def test_ce_14_declining_loses_the_character():
    """CE-14: `null` declines."""
    step = do(do(quill(), 0, ATTACK).state, 1, sacrifice())
    assert kinds(step) == ["declined", "removed", "game-over"]
    assert ended(step.state) == ("character", (1, 2))


def test_ce_14_once_per_game_and_card():
    """CE-14: the second defeat is one."""
    asked = do(quill(), 0, ATTACK).state
    again = done(asked, (1, sacrifice(0, 1)), (1, move((2, 2), (2, 3))), (0, ATTACK))
    assert ended(again) == ("character", (1, 2))
    assert ended(do(quill("^s"), 0, ATTACK).state) == ("character", (1, 2))


def test_ce_14_asked_only_if_such_a_card_exists():
    """CE-14: without an own card beside it there is no question."""
    state = position("0:dolphin 1:admiral-quill^ .\n. 0:captn-eli^ 1:grapple")
    assert ended(do(state, 0, challenge((1, 1), (1, 0))).state) == ("character", (1, 2))


def test_ce_14_the_sacrifice_may_be_the_last_but_one_card():
    """CE-14, CE-18: with the character still there its owner has not lost."""
    state = position("1:admiral-quill^ 1:grapple^\n0:captn-eli^ .")
    after = done(state, (0, challenge((0, 1), (0, 0))), (1, sacrifice(1, 0)))
    assert ended(after) is None
    assert cells_of(after)[0, 0] == (1, "admiral-quill")


def test_ce_15_flip_of_a_mystic_card_asks_its_owner_at_once():
    """CE-15: one face-up card of the opponent goes face down; compulsory, part of the turn."""
    state = position("0:sable-envoy 1:dolphin^ 1:sonar\n0:grapple^ . 1:barnacle-jo^")
    step = do(state, 0, flip(0, 0))
    assert GAME.to_act(step.state) == {0}
    assert {form["target"] for form in options(step.state, 0, "mystic")} == {(1, 0), (2, 1)}
    assert len(GAME.legal_moves(step.state, 0)) == 2
    for cell in ((2, 0), (0, 1), (0, 0), (5, 5)):
        refuse(step.state, 0, mystic(*cell))
    after = do(step.state, 0, mystic(2, 1))
    assert kinds(after) == ["mystic", "turned-down"]
    assert not shown(after.state, 1, (2, 1)).up
    assert (after.state.seat, after.state.turn, after.state.quiet) == (1, 10, 0)


def test_ce_15_no_card_to_turn_down_spends_nothing():
    """CE-15: the use counts again if the card is turned down and up later."""
    state = position("0:sable-envoy 1:dolphin 1:hydron-drone\n0:grapple . 1:ice-shelf")
    idle = do(state, 0, flip(0, 0))
    assert kinds(idle) == ["flipped"]
    assert idle.state.seat == 1
    turned_down = done(idle.state, (1, flip(2, 0)), (1, mystic(0, 0)))
    again = do(turned_down, 0, flip(0, 0)).state
    assert {form["target"] for form in options(again, 0, "mystic")} == {(2, 0)}
    assert shown(done(again, (0, mystic(2, 0))), 1, (0, 0)).mystic_used


def test_ce_15_once_per_game_for_each_card():
    """CE-15: a card whose use is spent doesn't ask again, another one does."""
    state = position("0:sable-envoy~m 0:decoy-mirror 1:dolphin^ ", "| barnacle-jo sonar")
    assert kinds(do(state, 0, flip(0, 0))) == ["flipped"]
    assert GAME.to_act(do(state, 0, flip(1, 0)).state) == {0}


@pytest.mark.parametrize("support", ["sunken-temple", "decoy-mirror"])
def test_ce_15_mystic_supports(support):
    """CE-15: a location and a gadget have it too."""
    state = position(f"0:{support} 1:dolphin^", "captn-eli grapple | barnacle-jo sonar")
    after = done(state, (0, flip(0, 0)), (0, mystic(1, 0)))
    assert not shown(after, 1, (1, 0)).up


def envoy():
    """Captain Eli challenges the covered Envoy, known and marked, through a card and with a gadget: 6 against 3."""
    return position(
        """
        0:sea-sled^ 1:sable-envoy~! 1:sargasso^
        . 0:torpedo-skiff^ 1:grapple
        . 0:captn-eli^ 0:harpoon^
        """
    )


@pytest.mark.parametrize("cell", [(1, 2), (1, 1)])
def test_ce_15_turning_down_the_challenger_or_what_is_between_ends_the_challenge(cell):
    """CE-15: the turn is spent, and the target stays face up."""
    asked = do(envoy(), 0, challenge((1, 2), (1, 0)))
    assert GAME.to_act(asked.state) == {1}
    step = do(asked.state, 1, mystic(*cell))
    assert kinds(step) == ["mystic", "turned-down", "challenge-over"]
    assert shown(step.state, 0, (1, 0)).up
    assert not shown(step.state, 0, cell).up
    assert (step.state.seat, step.state.turn, step.state.duel) == (1, 10, None)


def test_ce_15_a_gadget_turned_down_is_not_counted():
    """CE-15: 1 + 2 against 2 + 1 instead of 1 + 2 + 3 against 2 + 1."""
    asked = do(envoy(), 0, challenge((1, 2), (1, 0))).state
    step = do(asked, 1, mystic(2, 2))
    facts = event(step, "compared").public
    assert (facts["attack"], facts["defence"], facts["won"]) == (3, 3, False)
    assert (1, 0) in cells_of(step.state)


def test_ce_15_any_other_card_turned_down_changes_nothing():
    """CE-15: the challenge continues: 6 against 3."""
    asked = do(envoy(), 0, challenge((1, 2), (1, 0))).state
    step = do(asked, 1, mystic(0, 0))
    facts = event(step, "compared").public
    assert (facts["attack"], facts["defence"], facts["won"]) == (6, 3, True)
    assert ended(step.state) == ("character", (1, 2))


def test_ce_15_a_known_card_that_is_challenged_counts_as_turned_up():
    """CE-15: any way of turning up counts, but a spent card doesn't ask."""
    state = position("1:sable-envoy~! 1:sonar\n0:captn-eli^ 0:grapple^")
    assert GAME.to_act(do(state, 0, challenge((0, 1), (0, 0))).state) == {1}
    spent = position("1:sable-envoy~!m 1:sonar\n0:captn-eli^ 0:grapple^")
    assert ended(do(spent, 0, challenge((0, 1), (0, 0))).state) == ("character", (1, 2))


def test_ce_15_tenacious_after_mystic_in_one_challenge():
    """CE-13, CE-15, CE-16: the Patrol Sub is turned up, turns down a bystander, is defeated, and stays."""
    hands = "| barnacle-jo kelp-maze"
    alone = position("1:sonar^ 1:patrol-sub 0:dolphin\n. 0:captn-eli^ .", hands)
    alone = done(alone, (0, challenge((1, 1), (1, 0))), (1, mystic(1, 1)))
    assert not shown(alone, 0, (1, 0)).marked  # the challenger was the only open card of seat 0
    both = position("1:sonar^ 1:patrol-sub 0:dolphin^\n. 0:captn-eli^ .", hands)
    asked = do(both, 0, challenge((1, 1), (1, 0))).state
    step = do(asked, 1, mystic(2, 0))
    assert kinds(step) == ["mystic", "turned-down", "compared", "marked"]
    assert shown(step.state, 0, (1, 0)).marked
    assert (step.state.seat, ended(step.state)) == (1, None)


def test_ce_16_tenacious_is_marked_first_and_removed_second():
    """CE-16: the first defeat turns it by 90 degrees."""
    state = position("1:barnacle-jo^ 1:sonar\n0:captn-eli^ 0:grapple^")
    step = do(state, 0, challenge((0, 1), (0, 0)))
    assert kinds(step) == ["challenged", "compared", "marked"]
    assert event(step, "marked").public == {"seat": 1, "turn": 9, "at": [0, 0], "card": "barnacle-jo"}
    assert shown(step.state, None, (0, 0)).marked
    assert (step.state.seat, step.state.quiet) == (1, 0)
    later = done(step.state, (1, flip(1, 0)), (0, challenge((0, 1), (0, 0))))
    assert ended(later) == ("character", (1, 2))


def test_ce_16_the_mark_stays_when_turned_face_down():
    """CE-16: and when it is turned up and challenged again, it is removed."""
    state = position("1:barnacle-jo^! 1:sonar .\n0:captn-eli^ 0:grapple^ 0:decoy-mirror", "| kelp-maze")
    state = done(state, (0, flip(2, 1)), (0, mystic(0, 0)))
    card = shown(state, 0, (0, 0))
    assert (card.up, card.marked, card.known, card.card) == (False, True, True, "barnacle-jo")
    later = done(state, (1, flip(1, 0)), (0, challenge((0, 1), (0, 0))))
    assert ended(later) == ("character", (1, 2))


def test_ce_16_tenacious_comes_before_sacrifice():
    """CE-14, CE-16: no card has both keywords, so the test shows the two cards beside each other.

    The Patrol Sub is marked at its first defeat and nobody is asked. The Admiral beside it is asked at her first and
    is never marked. A sacrificed card goes at once, TENACIOUS or not. Without one she is removed at the second.
    """
    assert not [card for card in CARDS.values() if {"tenacious", "sacrifice"} <= set(card.keywords)]
    state = position(
        "1:patrol-sub^ 1:admiral-quill^ 1:sonar\n0:dolphin^ 0:captn-eli^ .", "eagle-rock | kelp-maze"
    )
    marked = do(state, 0, challenge((0, 1), (0, 0)))
    assert kinds(marked) == ["challenged", "compared", "marked"]
    asked = done(marked.state, (1, place("kelp-maze", 2, 1)), (0, challenge((1, 1), (1, 0))))
    assert (asked.phase, asked.asked) == ("sacrifice", 1)
    assert not shown(asked, 1, (1, 0)).marked
    for cell in ((0, 0), (2, 0)):  # marked or not, TENACIOUS or not
        assert {"type": "sacrifice", "at": cell} in options(asked, 1, "sacrifice")
    given = do(asked, 1, sacrifice(0, 0))
    assert kinds(given) == ["removed"]
    assert given.state.removed[1] == ("patrol-sub",)
    again = done(given.state, (1, flip(2, 1)), (0, challenge((1, 1), (1, 0))))
    assert ended(again) == ("character", (1, 2))
    unmarked = done(state, (0, challenge((1, 1), (1, 0))), (1, sacrifice(0, 0)))
    assert unmarked.removed[1] == ("patrol-sub",)


def test_ce_16_a_support_card_may_be_tenacious():
    """CE-16: marked at its first defeat, removed at its second."""
    state = position("1:kelp-maze^ 1:barnacle-jo^ .\n0:void-lieutenant^ 0:grapple^ .", "dolphin | ice-shelf")
    attack = challenge((0, 1), (0, 0))
    marked = do(state, 0, attack)
    assert kinds(marked)[-1] == "marked" and not marked.state.removed[1]
    again = done(marked.state, (1, place("ice-shelf", 1, -1)), (0, attack))
    assert again.removed[1] == ("kelp-maze",)


def hydrons(second, third="."):
    """Return a state with a face-up Hydron above Captain Eli and the Dolphin; its copies are elsewhere."""
    return position(f"1:hydron^ 1:sonar {third}\n0:dolphin^ 0:sea-sled .\n0:captn-eli^ {second} .")


def test_ce_17_all_copies_face_down_force_a_reveal():
    """CE-17: the owner's next turn is to turn one of them up, and nothing else."""
    step = do(hydrons("1:hydron#2", "1:hydron#3"), 0, challenge((0, 2), (0, 0)))
    assert kinds(step) == ["challenged", "compared", "removed", "must-reveal"]
    assert ended(step.state) is None
    assert GAME.to_act(step.state) == {1}
    assert GAME.legal_moves(step.state, 1) == (Reveal((2, 0)), Reveal((1, 2)))
    for form in (flip(1, 2), flip(1, 0), reveal(1, 0), reveal(0, 2), move((1, 2), (1, 3))):
        refuse(step.state, 1, form)
    after = do(step.state, 1, reveal(1, 2))
    assert kinds(after) == ["revealed"]
    assert shown(after.state, 0, (1, 2)).up
    assert (GAME.to_act(after.state), after.state.phase, after.state.turn) == ({0}, "turn", 11)


def test_ce_17_a_copy_face_up_already_lets_play_go_on():
    """CE-17: no forced turn."""
    state = do(hydrons("1:hydron#2^", "1:hydron#3"), 0, challenge((0, 2), (0, 0))).state
    assert (state.phase, state.seat) == ("turn", 1)
    assert ended(state) is None


def test_ce_17_no_copy_on_the_grid_loses_whatever_is_in_hand():
    """CE-17: copies in hand don't help."""
    state = position("1:hydron^ 1:sonar\n0:dolphin^ .\n0:captn-eli^ .", "| hydron#2 hydron#3")
    assert ended(do(state, 0, challenge((0, 2), (0, 0))).state) == ("character", (1, 2))


def test_ce_17_mystic_on_the_revealed_copy_is_answered():
    """CE-17, CE-15: a Drone that was face down still has its use."""
    state = position("1:hydron-drone^m 1:hydron-drone#2\n0:captn-eli^ 0:dolphin", "| sonar")
    state = done(state, (0, challenge((0, 1), (0, 0))), (1, reveal(1, 0)))
    assert (state.phase, state.asked, state.seat) == ("mystic", 1, 1)
    state = do(state, 1, mystic(0, 1)).state
    assert (state.phase, state.seat) == ("turn", 0)


def test_ce_17_a_face_down_copy_that_is_beaten_counts_as_well():
    """CE-17: each copy counts as the owner's character, the one turned up by the challenge too."""
    state = position("1:hydron-drone 1:hydron-drone#2\n0:captn-eli^ 0:dolphin", "| sonar")
    asked = do(state, 0, challenge((0, 1), (0, 0))).state
    state = do(asked, 1, mystic(0, 1)).state
    assert (state.phase, state.seat) == ("turn", 1)  # the challenge was over
    spent = position("1:hydron-drone~m 1:hydron-drone#2\n0:captn-eli^ 0:dolphin", "| sonar")
    assert do(spent, 0, challenge((0, 1), (0, 0))).state.phase == "reveal"


def test_ce_17_beaten_by_a_copy_pair_through_each_other():
    """CE-10, CE-17: a STACKED character adds the copies between it and its target."""
    state = position("1:void-lieutenant^ 1:coral-keep^\n0:hydron^ .\n0:hydron#2^ .\n0:hydron#3^ .")
    assert ended(do(state, 0, challenge((0, 3), (0, 0))).state) == ("character", (1, 2))
    refuse(state, 0, challenge((0, 2), (0, 0)))  # 2 against 2
