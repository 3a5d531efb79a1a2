"""The cards, the set-up and where a card may be laid: CV-1 to CV-6."""

from collections import Counter

import pytest

from games.engine import play as engine
from games.titles.captivate import GAME
from games.titles.captivate.cards import CARDS
from games.titles.captivate.state import Play
from tests.titles.captivate.positions import SEED, card, cards, do, lay, one_turn, position, refuse

TOP, RIGHT, BOTTOM, LEFT = range(4)
OPTIONS = {"memory": "assisted"}

# CV-3, as printed in the sheet: a line per side from the strong one clockwise, a column per value.
SHEET = """
    4 4 4 4 4 4 4 4 4 4 4 4 4
    1 1 2 2 2 3 3 2 3 3 4 3 4
    1 1 1 1 2 1 2 2 2 3 2 3 4
    1 2 2 3 2 3 2 3 3 3 3 4 4
"""


def test_cv_01_thirteen_creatures_in_each_of_four_elements():
    """CV-1: 52 cards, values 1 to 13 in four elements, every side with 1 to 4 dots."""
    assert len(CARDS) == 52
    assert Counter(card.element for card in CARDS.values()) == dict.fromkeys(
        ("earth", "water", "light", "dark"), 13
    )
    for element in ("earth", "water", "light", "dark"):
        assert sorted(c.value for c in CARDS.values() if c.element == element) == list(range(1, 14))
    assert all(1 <= dots <= 4 for card in CARDS.values() for dots in card.dots)


@pytest.mark.parametrize(("short", "side"), [("E", LEFT), ("W", RIGHT), ("L", TOP), ("D", BOTTOM)])
def test_cv_01_every_element_is_strongest_on_its_side(short, side):
    """CV-1: earth is strongest on its left side, water right, light top, dark bottom."""
    for value in range(1, 14):
        dots = CARDS[card(f"{short}{value}")].dots
        assert dots[side] == max(dots) == 4


def test_cv_02_names_and_ids():
    """CV-2: creatures by value, and `<element>-<value>` as id."""
    creatures = [
        "rat",
        "frog",
        "crab",
        "hare",
        "owl",
        "fox",
        "stag",
        "boar",
        "wolf",
        "eagle",
        "bear",
        "tiger",
        "dragon",
    ]
    for found in CARDS.values():
        assert found.id == f"{found.element}-{found.value}"
        assert found.creature == creatures[found.value - 1]
    assert all(key == found.id for key, found in CARDS.items())


def test_cv_03_dots_are_those_of_the_table():
    """CV-3: the table, turned by hand for every element."""
    strong, second, opposite, last = ([int(dots) for dots in line.split()] for line in SHEET.split("\n")[1:5])
    for at in range(13):
        s, n, o, z = strong[at], second[at], opposite[at], last[at]
        assert CARDS[f"light-{at + 1}"].dots == (s, n, o, z)
        assert CARDS[f"water-{at + 1}"].dots == (z, s, n, o)
        assert CARDS[f"dark-{at + 1}"].dots == (o, z, s, n)
        assert CARDS[f"earth-{at + 1}"].dots == (n, o, z, s)


def test_cv_03_the_three_cards_that_the_sheet_spells_out():
    """CV-3: Light Rat, Earth Frog and Water Frog, side by side."""
    rat, earth, water = (CARDS[c].dots for c in cards("L1 E2 W2"))
    assert (rat[TOP], rat[RIGHT], rat[BOTTOM], rat[LEFT]) == (4, 1, 1, 1)
    assert (earth[LEFT], earth[TOP], earth[RIGHT], earth[BOTTOM]) == (4, 1, 1, 2)
    assert (water[RIGHT], water[BOTTOM], water[LEFT], water[TOP]) == (4, 1, 1, 2)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_cv_04_setup(seats):
    """CV-4: five cards each, one face up at (0, 0), the rest is the deck, seat 0 begins."""
    state = engine.setup(GAME, seats, OPTIONS, SEED).state
    assert [len(hand) for hand in state.hands] == [5] * seats
    (first,) = state.field
    assert (first.cell, first.up, first.fresh) == ((0, 0), True, False)
    everything = [first.card, *state.deck, *(c for hand in state.hands for c in hand)]
    assert sorted(everything) == sorted(CARDS)
    assert GAME.to_act(state) == {0}


def test_cv_04_turns_run_clockwise():
    """CV-4: after seat 0 comes seat 1, and after the last seat the first."""
    state = engine.setup(GAME, 3, OPTIONS, SEED).state
    order = []
    for _ in range(7):
        order.append(state.seat)
        state = one_turn(state)
    assert order == [0, 1, 2, 0, 1, 2, 0]


def test_cv_04_another_seed_deals_other_cards():
    """CV-4: the deal is a shuffle that depends only on the seed."""
    deals = [engine.setup(GAME, 2, OPTIONS, bytes([n]) * 32).state.hands for n in (1, 2, 1)]
    assert deals[0] == deals[2] != deals[1]


def test_cv_05_the_first_card_leaves_the_box_open():
    """CV-5: the box is not fixed: with one card all four sides of it are open."""
    state = position("E5", "W1 | W2")
    assert _playable_cells(state, 0) == {(0, -1), (-1, 0), (1, 0), (0, 1)}


def test_cv_05_a_row_of_four_is_full():
    """CV-5: never wider than 4; nothing may be laid at either end of a row of four."""
    state = position("E5 E6 E7 E8", "W1 | W2", corner=(-2, 0))
    assert _playable_cells(state, 0) == {(x, y) for x in range(-2, 2) for y in (-1, 1)}
    refuse(state, 0, lay("W1", 2, 0))
    refuse(state, 0, lay("W1", -3, 0))


def test_cv_05_a_column_of_four_is_full():
    """CV-5: never higher than 4."""
    state = position("E5\nE6\nE7\nE8", "W1 | W2", corner=(0, -3))
    assert _playable_cells(state, 0) == {(x, y) for x in (-1, 1) for y in range(-3, 1)}
    refuse(state, 0, lay("W1", 0, 1))
    refuse(state, 0, lay("W1", 0, -4))


def test_cv_05_the_box_counts_and_not_the_single_line():
    """CV-5: a row of two cards may not grow if the box is already four wide because of other rows."""
    state = position(". . E5 E6\nE7 E8 E9 .", "W1 | W2")
    cells = _playable_cells(state, 0)
    assert (3, 1) in cells
    assert (4, 0) not in cells
    assert (-1, 1) not in cells
    assert (1, 0) in cells


def test_cv_05_cells_may_be_negative():
    """CV-5: x runs to the right, y downwards, negative numbers occur."""
    state = do(position("E5", "W1 | W2"), 0, lay("W1", -1, 0)).state
    assert {laid.cell for laid in state.field} == {(0, 0), (-1, 0)}
    assert GAME.observe(state, 1).field[-1].cell == (-1, 0)


def test_cv_06_only_beside_a_card():
    """CV-6: corners don't count, nor do distant cells, and a taken cell isn't empty."""
    state = position("E5 (E6)", "W1 | W2")
    assert _playable_cells(state, 0) == {(-1, 0), (2, 0), (0, -1), (1, -1), (0, 1), (1, 1)}
    for cell in ((-1, -1), (2, 1), (3, 0), (0, 0), (1, 0), (10**30, 0)):
        refuse(state, 0, lay("W1", *cell))


def test_cv_06_beside_a_face_down_card():
    """CV-6: a face-down card counts like any other."""
    state = position("(E5)", "D13 | W2")
    assert _playable_cells(state, 0) == {(0, -1), (-1, 0), (1, 0), (0, 1)}


def test_cv_06_the_same_dots_wherever_it_lies():
    """CV-6: cards are never rotated: Light Rat's four dots always look up."""
    for cell, flips in (((0, 1), True), ((0, -1), False), ((1, 0), False), ((-1, 0), False)):
        state = do(position("W6", "L1 | W2"), 0, lay("L1", *cell)).state
        assert (not state.field[0].up) is flips


def _playable_cells(state, seat):
    return {move.cell for move in GAME.legal_moves(state, seat) if isinstance(move, Play)}
