"""How the game ends: CE-18, CE-19, CE-23."""

import pytest
from msgspec.structs import replace

from games.engine import play as engine
from games.engine.chance import Chance
from games.engine.codec import dump_state, load_state
from games.engine.contract import Illegal
from games.titles.captn_eli import GAME, OLDER
from games.titles.captn_eli.state import Place, Shift
from games.titles.captn_eli.turns import end_turn
from tests.titles.captn_eli.positions import (
    SEED,
    begun,
    challenge,
    do,
    done,
    ended,
    flip,
    kinds,
    leave,
    move,
    mystic,
    opening,
    options,
    place,
    position,
    refuse,
    see,
    squad,
    stuck_seat_1,
)

ELI = "captn-eli dolphin sea-sled eagle-rock"
JO = "barnacle-jo sonar patrol-sub kelp-maze"


def test_ce_18_a_character_removed():
    """CE-18 (a): whatever else its owner has."""
    state = position("1:captn-eli^ 1:sonar\n0:void-lieutenant^ 0:dolphin", "| grapple ice-shelf")
    assert ended(do(state, 0, challenge((0, 1), (0, 0))).state) == ("character", (1, 2))


def test_ce_18_a_comes_before_b():
    """CE-18: the last card on the grid was the character."""
    state = position("1:captn-eli^\n0:void-lieutenant^", "sonar | grapple ice-shelf")
    assert ended(do(state, 0, challenge((0, 1), (0, 0))).state) == ("character", (1, 2))


def test_ce_18_b_no_card_left_on_the_grid():
    """CE-18 (b): one was laid and none is left, whatever is in hand."""
    state = position("1:kraken-frigate^\n0:captn-eli^", "sonar | barnacle-jo grapple ice-shelf")
    assert ended(do(state, 0, challenge((0, 1), (0, 0))).state) == ("no-cards", (1, 2))


def test_ce_18_b_not_before_one_was_laid():
    """CE-18 (b): after seat 0's first turn, seat 1 has laid nothing yet."""
    state = do(begun(ELI, JO), 0, place("dolphin", 0, 0)).state
    assert ended(do(state, 1, place("sonar", 0, 1)).state) is None


def test_ce_18_b_comes_before_c():
    """CE-18: with only the character in hand and no card on the grid."""
    state = position("1:kraken-frigate\n0:captn-eli^", "sonar | barnacle-jo grapple")
    assert ended(do(state, 0, challenge((0, 1), (0, 0))).state) == ("no-cards", (1, 2))


def test_ce_18_c_by_the_seats_own_flip():
    """CE-18 (c): the character in hand, everything else open on the grid."""
    state = position("0:dolphin^ 0:sonar 0:eagle-rock^\n1:barnacle-jo . .", "captn-eli | sonar")
    step = do(state, 0, flip(1, 0))
    assert kinds(step) == ["flipped", "game-over"]
    assert ended(step.state) == ("character-in-hand", (2, 1))


def test_ce_18_c_by_a_challenge_before_mystic_and_before_the_totals():
    """CE-18 (c): checked when the target is turned up, even if the challenge would fail."""
    state = position("1:sunken-temple 1:steel-whale^\n0:captn-eli^ .", "| barnacle-jo")
    step = do(state, 0, challenge((0, 1), (0, 0)))
    assert kinds(step) == ["challenged", "turned-up", "game-over"]
    assert ended(step.state) == ("character-in-hand", (1, 2))


def test_ce_18_c_by_the_removal_of_the_last_face_down_card():
    """CE-18 (c): it is open before it is removed, so the game ends already there."""
    state = position("1:torpedo-skiff 1:steel-whale^\n0:captn-eli^ .", "| barnacle-jo")
    assert kinds(do(state, 0, challenge((0, 1), (0, 0))))[-1] == "game-over"


@pytest.mark.parametrize(
    ("grid", "hands"),
    [
        ("0:dolphin 1:barnacle-jo^", "captn-eli grapple | sonar"),  # a support in hand
        ("0:dolphin 0:sonar 1:barnacle-jo^", "captn-eli | sonar"),  # one face down
        ("0:dolphin 0:sonar~ 1:barnacle-jo^", "captn-eli | sonar"),  # face down, though known
        ("0:dolphin 0:hydron#2^ 1:barnacle-jo^", "hydron | sonar"),  # not all of its copies
        ("0:dolphin 0:captn-eli^ 1:barnacle-jo^", "| sonar"),
    ],
)
def test_ce_18_c_not_yet(grid, hands):
    """CE-18 (c): a seat with a support card in hand, or one face down, has not lost."""
    assert ended(do(position(grid, hands), 0, flip(0, 0)).state) is None


def test_ce_18_c_with_all_copies_in_hand():
    """CE-18 (c): the character with all its copies."""
    state = position("0:dolphin 0:sonar^ 1:barnacle-jo^", "hydron hydron#2 | sonar")
    assert ended(do(state, 0, flip(0, 0)).state) == ("character-in-hand", (2, 1))


def test_ce_18_c_of_seat_0_in_its_own_challenge_does_not_arise():
    """CE-18: turning up the opponent's card only checks the opponent's cards."""
    state = position("1:sunken-temple 1:sonar\n0:dolphin^ 0:sea-sled^", "captn-eli grapple | barnacle-jo")
    state = done(state, (0, challenge((0, 1), (0, 0))), (1, mystic(1, 1)))
    assert ended(state) is None


FACE_UP = "0:captn-eli^ . 1:admiral-quill^"
APART = "0:captn-eli^ 0:grapple^\n. .\n. .\n1:sonar^ 1:hydron^"


def test_ce_19_moves_and_skipped_turns_are_quiet_in_the_whole_game():
    """CE-19: laying, turning up or removing a card neither counts nor ends the count."""
    assert do(position(FACE_UP, quiet=3), 0, move((0, 0), (0, 1))).state.quiet == 4
    assert do(stuck_seat_1(), 0, move((0, 3), (1, 3))).state.quiet == 2
    laid = position("0:captn-eli^ 1:sonar 1:barnacle-jo^\n0:dolphin . .", "grapple | kelp-maze", quiet=3)
    for form in (place("grapple", 0, -1), flip(0, 1), challenge((0, 0), (1, 0))):
        assert do(laid, 0, form).state.quiet == 3


def test_ce_19_the_seventh_quiet_turn_turns_all_cards_face_down():
    """CE-19: both seats still know them, and marks stay."""
    state = position("0:captn-eli^! . 1:admiral-quill^\n0:dolphin . .", quiet=6)
    step = do(state, 0, move((0, 0), (1, 0)))
    assert kinds(step) == ["moved", "storm"] and step.state.quiet == 7
    assert not any(lying.up for lying in step.state.grid)
    assert [(lying.seen, lying.marked) for lying in step.state.grid] == [
        (True, True),
        (True, False),
        (False, False),
    ]
    assert "storm" not in kinds(do(step.state, 1, flip(2, 0)))  # it begins once


def test_ce_19_a_skipped_turn_can_bring_the_storm():
    """CE-19: the seat that was skipped can then turn up a card."""
    state = stuck_seat_1()
    step = do(replace(state, quiet=5), 0, move((0, 3), (1, 3)))
    assert kinds(step) == ["moved", "passed-over", "storm"] and step.state.quiet == 7
    assert options(do(step.state, 0, flip(0, 1)).state, 1, "flip")


def test_ce_19_in_the_storm_a_first_defeat_only_marks_a_card():
    """CE-19: the second removes it, after SACRIFICE was offered."""
    state = position("1:frogman-diaz^ 1:sonar^\n0:captn-eli^ .", quiet=7)
    step = do(state, 0, challenge((0, 1), (0, 0)))
    assert kinds(step) == ["challenged", "compared", "marked"]
    again = replace(step.state, seat=0, asked=0)
    assert do(again, 0, challenge((0, 1), (0, 0))).state.phase == "sacrifice"


@pytest.mark.parametrize(
    ("grid", "hands"),
    [
        ("0:captn-eli^ . 1:barnacle-jo^", "sonar |"),  # could lay
        ("0:captn-eli^ 0:sonar 1:barnacle-jo^", "|"),  # could turn up
        ("0:captn-eli^ 1:admiral-quill^", "|"),  # could challenge
    ],
)
def test_ce_19_in_the_storm_moving_a_card_is_a_last_resort(grid, hands):
    """CE-19: before it, a seat may always move."""
    form = move((0, 0), (0, 1))
    refuse(position(grid, hands, quiet=7), 0, form)
    assert do(position(grid, hands, quiet=5), 0, form).state.quiet == 6


def test_ce_19_in_the_storm_cards_only_move_closer():
    """CE-19: closer to the nearest card of the opponent, counted in moves."""
    moves = {(tuple(form["at"]), tuple(form["to"])) for form in options(position(APART, quiet=7), 0, "move")}
    assert moves == {((0, 0), (0, 1)), ((1, 0), (1, 1))}
    between = position(". 0:captn-eli^ .\n. . .\n1:sonar^ . .\n. . 1:hydron^", quiet=7)
    assert {tuple(form["to"]) for form in options(between, 0, "move")} == {(0, 0), (1, 1)}  # (2, 0) is as far
    calm = {(tuple(form["at"]), tuple(form["to"])) for form in options(position(APART, quiet=2), 0, "move")}
    assert ((0, 0), (-1, 0)) in calm


@pytest.mark.parametrize(
    ("grid", "removed", "ranks"),
    [
        ("0:grapple^ 1:sonar^ .\n0:captn-eli . 1:barnacle-jo", "|", None),  # cards can be turned up
        ("0:hydron^ . .\n1:eagle-rock^ . .", "|", None),  # a challenge is possible
        ("0:eagle-rock^ 1:sonar^", "captn-eli | barnacle-jo", (2, 1)),  # 3 against 4
        ("0:sonar^ 1:sonar^", "captn-eli | barnacle-jo", (1, 1)),
        ("0:sonar^ 1:sonar^\n. 0:grapple^", "captn-eli | barnacle-jo", (1, 2)),
    ],
)
def test_ce_19_becalmed_if_both_seats_are_skipped(grid, removed, ranks):
    """CE-19: more cards win, then the higher sum of C and D; removed cards don't count."""
    state = position(grid, removed=removed, quiet=8)
    step = end_turn(state)
    assert ended(step.state) == (None if ranks is None else ("becalmed", ranks))


def test_ce_19_version_1_had_pressure_and_no_storm():
    """CE-19: a row of quiet turns raised the pressure, and 25 ended the game."""
    older = OLDER[0]
    state = load_state(older, dump_state(position(FACE_UP, quiet=24)))
    assert older.observe(state, None).pressure == 4
    step = engine.play(older, state, 0, Shift((0, 0), (0, 1)), Chance(SEED, 0))
    assert older.outcome(step.state).reason == "becalmed"
    laid = load_state(older, dump_state(position(FACE_UP, "sonar |", quiet=24)))
    assert engine.play(older, laid, 0, Place("sonar", (0, 1)), Chance(SEED, 0)).state.quiet == 0


@pytest.mark.parametrize("seat", [0, 1])
def test_ce_23_leaving_loses(seat):
    """CE-23: whichever seat is on turn; there are no scores."""
    state = leave(begun(ELI, JO), seat)
    assert ended(state) == ("left", (1, 2) if seat else (2, 1))
    assert GAME.outcome(state).scores is None
    assert GAME.to_act(state) == frozenset()
    assert (GAME.is_in(state, seat), GAME.is_in(state, 1 - seat)) == (False, True)


@pytest.mark.parametrize("seat", [0, 1])
def test_ce_23_leaving_in_every_phase(seat):
    """CE-23: before and after a choice, asked for an answer or waiting for one, and in a forced turn."""
    mystic_asked = do(position("0:sable-envoy 1:dolphin^", "| barnacle-jo sonar"), 0, flip(0, 0)).state
    quill = position("1:admiral-quill^! 1:sonar\n0:captn-eli^ .")
    sacrifice_asked = do(quill, 0, challenge((0, 1), (0, 0))).state
    drones = position("1:hydron^ 1:hydron#2\n0:dolphin^ .\n0:captn-eli^ .")
    reveal_asked = do(drones, 0, challenge((0, 2), (0, 0))).state
    chosen = do(opening(), 0, squad(ELI)).state
    assert [s.phase for s in (mystic_asked, sacrifice_asked, reveal_asked)] == [
        "mystic",
        "sacrifice",
        "reveal",
    ]
    for state in (opening(), chosen, mystic_asked, sacrifice_asked, reveal_asked):
        after = leave(state, seat)
        assert ended(after) == ("left", (1, 2) if seat else (2, 1))
        assert GAME.to_act(after) == frozenset()
        for viewer in (None, 0, 1):
            assert see(after, viewer).phase == "over"


def test_ce_23_nobody_leaves_twice():
    """CE-23: the game is over."""
    with pytest.raises(Illegal):
        engine.leave(GAME, leave(opening(), 0), 1, Chance(b"", 0))
    assert not GAME.is_in(opening(), 2)
