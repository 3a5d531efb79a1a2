"""The Sea Grid and the actions on it: CE-7 to CE-9, and the opening of CE-21."""

import pytest

from games.engine.codec import load_move
from games.engine.contract import Malformed
from games.titles.captn_eli import GAME
from tests.titles.captn_eli.positions import (
    begun,
    cells_of,
    challenge,
    do,
    done,
    event,
    flip,
    kinds,
    move,
    options,
    place,
    position,
    refuse,
    reveal,
    see,
    stuck_seat_1,
    wedge,
)

ELI = "captn-eli dolphin sea-sled eagle-rock"
JO = "barnacle-jo sonar patrol-sub kelp-maze"


def spots(state, seat, kind, key):
    return {tuple(form[key]) for form in options(state, seat, kind)}


def test_ce_07_never_wider_than_three():
    """CE-7: the box around all cards; CE-8: beside a card that is there already."""
    state = position("0:dolphin 1:sonar", "captn-eli | barnacle-jo")
    assert spots(state, 0, "place", "cell") == {(0, -1), (1, -1), (0, 1), (1, 1), (-1, 0), (2, 0)}
    wide = position("0:dolphin 1:sonar 0:sea-sled", "captn-eli | barnacle-jo")
    assert spots(wide, 0, "place", "cell") == {(x, y) for x in (0, 1, 2) for y in (-1, 1)}
    refuse(wide, 0, place("captn-eli", -1, 0))
    refuse(wide, 0, place("captn-eli", 3, 0))


def test_ce_07_never_higher_than_four():
    """CE-7: four rows are full, three have room for one more at either end."""
    column = "0:dolphin\n1:sonar\n0:sea-sled"
    state = position(column, "captn-eli | barnacle-jo", corner=(5, -2))
    assert {(5, -3), (5, 1)} <= spots(state, 0, "place", "cell")
    full = position(column + "\n1:patrol-sub", "captn-eli | barnacle-jo", corner=(5, -2))
    assert {y for _, y in spots(full, 0, "place", "cell")} == {-2, -1, 0, 1}


def test_ce_08_first_card_goes_to_the_origin():
    """CE-8: the game's very first one, and nowhere else."""
    state = begun(ELI, JO)
    assert spots(state, 0, "place", "cell") == {(0, 0)}
    assert len(GAME.legal_moves(state, 0)) == 4
    refuse(state, 0, place("dolphin", 0, 1))


def test_ce_08_place_lays_a_card_face_down_without_naming_it():
    """CE-8: others learn the cell, the owner its card."""
    step = do(begun(ELI, JO), 0, place("dolphin", 0, 0))
    placed = event(step, "placed")
    assert placed.public == {"seat": 0, "turn": 0, "cell": [0, 0]}
    assert placed.private == {0: {"card": "dolphin"}}
    (card,) = see(step.state, 1).grid
    assert (card.card, card.up, card.owner) == (None, False, 0)
    assert see(step.state, 0).grid[0].card == "dolphin"
    assert "dolphin" not in step.state.hands[0]
    assert GAME.to_act(step.state) == {1}


@pytest.mark.parametrize("cell", [(0, 0), (1, 0), (2, 1), (3, 0), (-2, 0)])
def test_ce_08_place_only_on_an_empty_cell_beside_a_card(cell):
    """CE-8: not on a card, not at a corner, not far away."""
    state = position("0:dolphin 1:sonar", "captn-eli | barnacle-jo")
    refuse(state, 0, place("captn-eli", *cell))


def test_ce_08_only_cards_from_the_own_hand():
    """CE-8: not the opponent's, not one on the grid, not one of no set."""
    state = position("0:dolphin 1:sonar", "captn-eli | barnacle-jo")
    for card in ("barnacle-jo", "dolphin", "sonar", "atlantis"):
        refuse(state, 0, place(card, 0, 1))
        refuse(state, 0, wedge(card, 0, 0))


def test_ce_08_wedge_opens_a_row_for_seat_0_upwards():
    """CE-8: all cards beyond the gap, of both seats, move one row in the direction that the seat faces."""
    state = position(
        """
        0:sea-sled 1:patrol-sub
        .          1:sonar
        1:kelp-maze 0:dolphin
        """,
        "captn-eli | barnacle-jo",
    )
    step = do(state, 0, wedge("captn-eli", 1, 2))
    assert cells_of(step.state) == {
        (0, -1): (0, "sea-sled"), (1, -1): (1, "patrol-sub"), (1, 0): (1, "sonar"),
        (1, 1): (0, "captn-eli"), (0, 2): (1, "kelp-maze"), (1, 2): (0, "dolphin"),
    }  # fmt: skip
    facts = {"seat": 0, "turn": 9, "ahead_of": [1, 2], "cell": [1, 1], "rows_moved": -1}
    assert event(step, "wedged").public == facts
    assert event(step, "wedged").private == {0: {"card": "captn-eli"}}


def test_ce_08_wedge_opens_a_row_for_seat_1_downwards():
    """CE-7: the front of seat 1 is y + 1."""
    state = position("1:sonar 0:sea-sled\n0:dolphin .", "captn-eli | barnacle-jo", seat=1)
    after = do(state, 1, wedge("barnacle-jo", 0, 0)).state
    assert cells_of(after) == {
        (0, 0): (1, "sonar"), (1, 0): (0, "sea-sled"), (0, 1): (1, "barnacle-jo"), (0, 2): (0, "dolphin"),
    }  # fmt: skip


def test_ce_08_wedge_only_where_the_front_is_taken_and_a_row_is_free():
    """CE-8: ahead of your own card, even a face-down one, while the box is less than four high."""
    state = position("1:sonar\n0:dolphin\n0:sea-sled^", "captn-eli | barnacle-jo")
    assert spots(state, 0, "wedge", "ahead_of") == {(0, 1), (0, 2)}
    refuse(state, 0, wedge("captn-eli", 0, 0))  # not your own
    refuse(state, 0, wedge("captn-eli", 1, 1))  # nothing there
    assert spots(position("0:dolphin\n1:sonar", "captn-eli | barnacle-jo"), 0, "wedge", "ahead_of") == set()
    full = position("1:sonar\n0:dolphin\n0:sea-sled^\n1:patrol-sub", "captn-eli | barnacle-jo")
    assert options(full, 0, "wedge") == []
    refuse(full, 0, wedge("captn-eli", 0, 1))


def test_ce_08_flip_turns_an_own_face_down_card_up():
    """CE-8: in place; not a face-up card, not the opponent's, not an empty cell."""
    state = position("0:dolphin 0:sea-sled^ 1:sonar", "captn-eli grapple | barnacle-jo")
    assert spots(state, 0, "flip", "at") == {(0, 0)}
    for cell in ((1, 0), (2, 0), (0, 1)):
        refuse(state, 0, flip(*cell))
    step = do(state, 0, flip(0, 0))
    assert event(step, "flipped").public == {"seat": 0, "turn": 9, "at": [0, 0], "card": "dolphin"}
    assert see(step.state, 1).grid[0].card == "dolphin"
    assert GAME.to_act(step.state) == {1}


def test_ce_08_move_into_an_adjacent_empty_cell():
    """CE-8: face up or down, even away from all other cards, but within the box of CE-7."""
    state = position("0:dolphin 1:sonar .\n. . 0:sea-sled^", "captn-eli | barnacle-jo")
    down = {tuple(form["to"]) for form in options(state, 0, "move") if form["at"] == (0, 0)}
    assert down == {(0, -1), (0, 1)}  # (-1, 0) would make the box four wide
    up = {tuple(form["to"]) for form in options(state, 0, "move") if form["at"] == (2, 1)}
    assert up == {(2, 0), (1, 1), (2, 2)}
    refuse(state, 0, move((0, 0), (1, 0)))  # taken
    refuse(state, 0, move((0, 0), (1, 1)))  # not adjacent
    refuse(state, 0, move((1, 0), (1, 1)))  # the opponent's
    refuse(state, 0, move((0, 1), (1, 1)))  # no card there


def test_ce_08_the_box_is_checked_after_the_move():
    """CE-7, CE-8: the cell that a card leaves doesn't count, so a row may shift."""
    state = position("0:dolphin . 1:sonar", "captn-eli | barnacle-jo")
    refuse(state, 0, move((0, 0), (-1, 0)))
    column = position("0:dolphin\n1:sonar\n1:patrol-sub\n1:kelp-maze", "captn-eli | barnacle-jo")
    refuse(column, 0, move((0, 0), (0, -1)))
    three = position("0:dolphin . .\n1:sonar 1:patrol-sub .", "captn-eli | barnacle-jo")
    assert do(three, 0, move((0, 0), (-1, 0))).state.grid[0].cell == (-1, 0)


def test_ce_08_move_names_the_card_only_if_it_is_known():
    """CE-8, CE-20: a face-down card stays hidden while it moves."""
    state = position("0:dolphin 0:sea-sled^ 1:sonar", "captn-eli | barnacle-jo")
    secret = event(do(state, 0, move((0, 0), (0, 1))), "moved")
    assert secret.public == {"seat": 0, "turn": 9, "at": [0, 0], "to": [0, 1]}
    assert secret.private == {0: {"card": "dolphin"}}
    open_ = event(do(state, 0, move((1, 0), (1, 1))), "moved")
    assert open_.public["card"] == "sea-sled"
    assert open_.private == {}


def test_ce_08_one_action_a_turn_and_no_passing():
    """CE-8: after any action, the other seat is next."""
    state = position("0:dolphin 0:sea-sled^ 1:sonar", "captn-eli grapple | barnacle-jo")
    for form in (flip(0, 0), move((0, 0), (0, 1)), place("captn-eli", 0, 1)):
        after = do(state, 0, form).state
        assert (GAME.to_act(after), after.turn) == ({1}, 10)
    with pytest.raises(Malformed):
        load_move(GAME, '{"type": "pass"}')


@pytest.mark.parametrize(
    "text",
    [
        '{"type": "place", "card": "dolphin", "cell": [0]}',
        '{"type": "place", "card": "dolphin", "cell": [0, 1, 2]}',
        '{"type": "place", "card": "dolphin", "cell": [0, 1.0]}',
        '{"type": "place", "card": "dolphin", "cell": [0, true]}',
        '{"type": "place", "card": 7, "cell": [0, 1]}',
        '{"type": "flip", "at": null}',
        '{"type": "flip", "at": "0,0"}',
        '{"type": "sacrifice"}',
        '{"type": "mystic", "target": null}',
        '{"type": "squad", "cards": "captn-eli"}',
        '{"type": "squad", "cards": ["captn-eli", 1, 2, 3]}',
        '{"type": "move", "at": [0, 0], "to": [0, 1], "card": "dolphin"}',
    ],
)
def test_ce_08_malformed_moves(text):
    """CE-8: these don't have the forms of the sheet."""
    with pytest.raises(Malformed):
        load_move(GAME, text)


def test_ce_08_moves_of_other_moments_are_illegal():
    """CE-8: answers and squads are not actions; numbers may be of any size."""
    state = position("0:dolphin 1:sonar", "captn-eli | barnacle-jo")
    for form in (
        reveal(0, 0),
        {"type": "sacrifice", "at": None},
        {"type": "mystic", "target": [1, 0]},
        {"type": "squad", "cards": ELI.split()},
        flip(10**30, -(10**30)),
        place("captn-eli", 10**30, 0),
    ):
        refuse(state, 0, form)


def test_ce_09_a_seat_that_can_do_nothing_is_skipped():
    """CE-9: that is logged, and counts as a turn."""
    step = do(stuck_seat_1(), 0, move((0, 3), (1, 3)))
    assert kinds(step) == ["moved", "passed-over"]
    assert event(step, "passed-over").public == {"seat": 1, "turn": 10}
    assert (step.state.seat, step.state.turn, step.state.quiet) == (0, 11, 2)
    assert GAME.to_act(step.state) == {0}


def test_ce_09_skipped_after_something_happened():
    """CE-9, CE-19: the skipped turn is the first quiet one."""
    state = do(stuck_seat_1(), 0, flip(0, 3)).state
    assert (state.seat, state.quiet) == (0, 1)


def test_ce_09_other_cards_stay_when_one_leaves():
    """CE-9: rows and columns never close up."""
    state = position("0:captn-eli^ 1:kraken-frigate^ 1:barnacle-jo\n. 0:dolphin .\n. 1:sonar .")
    after = do(state, 0, challenge((0, 0), (1, 0))).state
    assert set(cells_of(after)) == {(0, 0), (2, 0), (1, 1), (1, 2)}


def opening_example():
    """CE-21, the first four cards."""
    return done(
        begun(ELI, JO),
        (0, place("dolphin", 0, 0)),
        (1, place("sonar", 0, -1)),
        (0, place("sea-sled", 1, 0)),
        (1, place("kelp-maze", -1, -1)),
    )


def test_ce_21_three_wide_is_full():
    """CE-21: now neither [2, 0] nor [-2, -1] is legal."""
    state = opening_example()
    refuse(state, 0, place("captn-eli", 2, 0))
    refuse(state, 0, place("captn-eli", -2, -1))
    assert spots(state, 0, "place", "cell") == {(0, -2), (-1, -2), (1, -1), (-1, 0), (0, 1), (1, 1)}


def test_ce_21_two_wedges_fill_the_rows():
    """CE-21: seat 0 wedges ahead of its first card, seat 1 ahead of its own; then no wedge is legal."""
    state = do(opening_example(), 0, wedge("captn-eli", 0, 0)).state
    assert cells_of(state) == {
        (-1, -2): (1, "kelp-maze"), (0, -2): (1, "sonar"), (0, -1): (0, "captn-eli"),
        (0, 0): (0, "dolphin"), (1, 0): (0, "sea-sled"),
    }  # fmt: skip
    state = do(state, 1, wedge("patrol-sub", 0, -2)).state
    assert cells_of(state) == {
        (-1, -2): (1, "kelp-maze"), (0, -2): (1, "sonar"), (0, -1): (1, "patrol-sub"),
        (0, 0): (0, "captn-eli"), (0, 1): (0, "dolphin"), (1, 1): (0, "sea-sled"),
    }  # fmt: skip
    assert options(state, 0, "wedge") == []
    for cell in ((0, 0), (0, 1), (1, 1)):
        refuse(state, 0, wedge("eagle-rock", *cell))
    later = do(state, 0, place("eagle-rock", 1, 0)).state
    refuse(later, 1, wedge("barnacle-jo", 0, -2))
