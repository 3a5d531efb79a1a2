"""How the game ends: CE-18, CE-19, CE-23."""

import pytest

from games.engine import play as engine
from games.engine.chance import Chance
from games.engine.contract import Illegal
from games.titles.captn_eli import GAME
from tests.titles.captn_eli.positions import (
    begun,
    challenge,
    do,
    done,
    ended,
    event,
    flip,
    kinds,
    leave,
    move,
    mystic,
    opening,
    place,
    position,
    refuse,
    see,
    squad,
    targets,
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


def walk(turns, state=None):
    """Move cards to and fro for this many turns, both seats up and down their columns."""
    state = state or position(FACE_UP, removed="dolphin | sonar")
    ends = {0: ((0, 0), (0, 1)), 1: ((2, 0), (2, 1))}
    for _ in range(turns):
        seat = state.seat
        here = next(card.cell for card in state.grid if card.owner == seat and card.cell[0] == 2 * seat)
        there = next(cell for cell in ends[seat] if cell != here)
        state = do(state, seat, move(here, there)).state
    return state


def test_ce_19_becalmed_after_25_quiet_turns():
    """CE-19: with equal numbers of cards, the seat whose cards are worth more wins."""
    assert ended(walk(24)) is None
    assert ended(walk(25)) == ("becalmed", (1, 2))


def test_ce_19_countdown_from_the_tenth_turn_on():
    """CE-19: shown to everybody."""
    assert [see(walk(turns), None).becalmed_in for turns in (0, 9, 10, 24)] == [None, None, 15, 1]
    assert see(walk(10), 1).quiet == 10


@pytest.mark.parametrize(
    ("grid", "ranks"),
    [
        (FACE_UP, (1, 2)),  # 1 + 1 against 1 + 0
        ("0:barnacle-jo^ . 1:barnacle-jo^", (1, 1)),
        ("0:captn-eli^ . 1:barnacle-jo^\n. . .\n. . 1:decoy-mirror^", (2, 1)),
    ],
)
def test_ce_19_becalmed_compares_cards_then_values(grid, ranks):
    """CE-19: numbers of cards, then printed C and D, and if both are equal a draw."""
    assert ended(walk(25, position(grid))) == ("becalmed", ranks)


def test_ce_19_removed_cards_do_not_count():
    """CE-19: only cards still in the game."""
    state = position("0:barnacle-jo^ . 1:barnacle-jo^", removed="world-ark steel-whale |")
    assert ended(walk(25, state)) == ("becalmed", (1, 1))


def test_ce_19_laying_marking_or_removing_a_card_restarts_the_count():
    """CE-19: even after a MYSTIC in the same turn."""
    laid = position("0:captn-eli^ 1:sonar 1:barnacle-jo^", "grapple | kelp-maze", quiet=24)
    assert do(laid, 0, place("grapple", 0, -1)).state.quiet == 0
    assert ended(do(position(FACE_UP, quiet=24), 0, move((0, 0), (0, 1))).state) == ("becalmed", (1, 2))
    marked, turned_and_marked, removed = "harpoon^", "harpoon", "world-ark^ 1:sonar"
    for target in (marked, turned_and_marked, removed):
        state = position(f"0:captn-eli^ 1:{target}", "grapple | hydron kelp-maze", quiet=9)
        assert do(state, 0, challenge((0, 0), (1, 0))).state.quiet == 0
    blind = position(
        "0:dolphin^ 0:captn-eli^ 1:pulse-lamp\n0:harpoon^ 0:grapple^ 1:sonar", "sea-sled | hydron", quiet=9
    )
    asked = do(blind, 0, challenge((1, 0), (2, 0))).state
    assert do(asked, 1, mystic(0, 0)).state.quiet == 0


def test_ce_19_a_turn_in_which_cards_were_only_turned_neither_counts_nor_ends_the_quiet():
    """CE-19: your own card, or the target of a failed challenge, turned up or down."""
    state = position(
        "0:captn-eli^ 1:sonar 1:admiral-quill^\n0:dolphin 1:patrol-sub .", "grapple | kelp-maze", quiet=9
    )
    for form in (flip(0, 1), challenge((0, 0), (1, 0))):
        assert do(state, 0, form).state.quiet == 9
    shown = position("0:pulse-lamp 1:dolphin^", "captn-eli sonar | barnacle-jo", quiet=9)
    assert done(shown, (0, flip(0, 0)), (0, mystic(1, 0))).quiet == 9
    over = position("0:captn-eli^ 1:pulse-lamp", "sea-sled | hydron sonar", quiet=9)
    assert done(over, (0, challenge((0, 0), (1, 0))), (1, mystic(0, 0))).quiet == 9


def test_ce_19_a_skipped_turn_counts():
    """CE-19: the twenty-fifth quiet turn may be one."""
    grid = "1:ice-shelf^ 1:sonar^ 0:grapple^\n0:harpoon^ 0:eagle-rock^ .\n. . .\n0:captn-eli^ . ."
    state = position(grid, removed="| barnacle-jo dolphin", quiet=21)
    for cell in ((1, 3), (0, 3)):
        here = next(card.cell for card in state.grid if card.card == "captn-eli")
        step = do(state, 0, move(here, cell))
        state = step.state
    assert state.quiet == 25 and kinds(step)[1:] == ["passed-over", "becalmed", "game-over"]
    assert event(step, "becalmed").public["cards"] == [4, 2]
    assert ended(state) == ("becalmed", (1, 2))


def test_ce_19_pressure_rises_with_every_fifth_quiet_turn():
    """CE-19: shown to everybody, and gone with the first turn that is not quiet."""
    shown = [see(position(FACE_UP, quiet=quiet), None).pressure for quiet in (0, 4, 5, 9, 10, 24)]
    assert shown == [0, 0, 1, 1, 2, 4]
    after = do(position(FACE_UP, "sonar |", quiet=24), 0, place("sonar", 0, 1)).state
    assert see(after, 1).pressure == 0


def test_ce_19_pressure_helps_along_a_column():
    """CE-19: one more for each step, so that a safe card can be beaten."""
    grid = "1:eagle-rock^ 1:barnacle-jo^\n0:captn-eli^ ."
    calm, rough = position(grid, "|", quiet=15), position(grid, "|", quiet=14)
    assert targets(calm, 0, (0, 1)) == {(0, 0)} and targets(rough, 0, (0, 1)) == set()
    step = do(calm, 0, challenge((0, 1), (0, 0)))
    assert (event(step, "compared").public["attack"], event(step, "compared").public["pressure"]) == (4, 3)
    assert step.state.removed[1] == ("eagle-rock",)


def test_ce_19_pressure_helps_sideways_from_the_third_step_on():
    """CE-19: before that, a character beside its target gets no help."""
    grid = "1:eagle-rock^ 0:captn-eli^\n. .\n1:barnacle-jo^ ."
    assert targets(position(grid, quiet=14), 0, (1, 0)) == set()
    assert targets(position(grid, quiet=15), 0, (1, 0)) == {(0, 0)}
    for quiet, pressure in ((14, 0), (15, 3)):
        state = position(grid.replace("rock^", "rock"), quiet=quiet)
        step = do(state, 0, challenge((1, 0), (0, 0)))
        assert event(step, "compared").public["pressure"] == pressure
        assert bool(step.state.removed[1]) == bool(pressure)


def test_ce_19_stacked_cards_gain_two_more_under_pressure():
    """CE-19: only along their column, where they challenge; nothing without pressure."""
    grid = "1:eagle-rock^ 1:barnacle-jo^\n0:hydron^ 0:dolphin^"
    assert targets(position(grid, quiet=4), 0, (0, 1)) == set()
    step = do(position(grid, quiet=5), 0, challenge((0, 1), (0, 0)))
    assert (event(step, "compared").public["attack"], event(step, "compared").public["pressure"]) == (4, 3)
    assert targets(position(grid, quiet=5), 0, (1, 1)) == set()  # a vehicle: 1 + 1 against 2


@pytest.mark.parametrize(
    ("grid", "hands"),
    [
        ("0:captn-eli^ . 1:barnacle-jo^", "sonar |"),  # could lay
        ("0:captn-eli^ 0:sonar 1:barnacle-jo^", "|"),  # could turn up
        ("0:captn-eli^ 1:admiral-quill^", "|"),  # could challenge
    ],
)
def test_ce_19_under_pressure_moving_a_card_is_a_last_resort(grid, hands):
    """CE-19: from the first step on."""
    form = move((0, 0), (0, 1))
    refuse(position(grid, hands, quiet=5), 0, form)
    assert do(position(grid, hands, quiet=4), 0, form).state.quiet == 5
    assert do(position(FACE_UP, quiet=5), 0, form).state.quiet == 6


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
