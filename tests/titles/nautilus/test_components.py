"""The components and the set-up: NA-1 to NA-7."""

from collections import Counter
from itertools import product

import pytest

from games.engine import play as engine
from games.engine.codec import load_options
from games.engine.contract import Illegal, Malformed
from games.titles.nautilus import GAME
from games.titles.nautilus.cards import CARDS, CHIPS, PILES, SPECIALS
from games.titles.nautilus.ocean import DOTS, Submarine, open_ways, place_of
from games.titles.nautilus.scoring import EMPTY, PICTURES, PRINTED, index_of, square_of
from tests.titles.nautilus.positions import SEED, START

OPTIONS = {"rounds": 3, "commit": "open"}
PAIRS = [
    "squid-shark", "squid-pearl", "squid-harpoon", "squid-compass", "squid-coral", "shark-pearl", "shark-harpoon",
    "shark-compass", "shark-coral", "pearl-harpoon", "pearl-compass", "pearl-coral", "harpoon-compass",
    "harpoon-coral", "compass-coral",
]  # fmt: skip


def test_na_01_the_place_before_the_submarine():
    """NA-1: the arm is (direction - rotation) mod 8, for every direction and rotation."""
    directions = {"N": 0, "E": 2, "S": 4, "W": 6}
    for heading, depth, rotation in product("NESW", (0, -1, -2), range(8)):
        arm = (directions[heading] - rotation) % 8
        assert DOTS[place_of(Submarine(heading, depth, rotation))].place == (arm, depth)


def test_na_01_steps_by_hand():
    """NA-1, NA-11: where each step from the start ends, and that there is no step up from the surface."""
    ends = {
        (way.axis, way.step): DOTS[way.place].place
        for way in open_ways(START, (), ("depth", "course", "current"))
    }
    assert ends == {
        ("depth", -1): (0, -1),
        ("course", 1): (2, 0),
        ("course", -1): (6, 0),
        ("current", 1): (7, 0),
        ("current", -1): (1, 0),
    }


def test_na_02_dots():
    """NA-2: 24 dots, numbered by depth; the white ones."""
    assert [dot.place for dot in DOTS] == [(arm, depth) for depth in (0, -1, -2) for arm in range(8)]
    assert all(dot.number == {0: 1, -1: 2, -2: 3}[dot.place[1]] for dot in DOTS)
    white = (
        {(arm, 0) for arm in (0, 1, 3, 4, 5, 7)} | {(arm, -1) for arm in (0, 2, 4, 6)} | {(0, -2), (4, -2)}
    )
    assert {dot.place for dot in DOTS if dot.colour == "white"} == white


def test_na_03_sizes_of_the_piles():
    """NA-3: 84 chips in six piles; three stars, three arrows."""
    sizes = {"white-1": 18, "white-2": 14, "white-3": 8, "blue-1": 8, "blue-2": 14, "blue-3": 22}
    assert {name: len(chips) for name, chips in PILES.items()} == sizes
    assert len(CHIPS) == 84
    kinds = Counter(chip.kind for chip in CHIPS.values())
    assert kinds == {
        "symbol": 14 + 12 + 6 + 30,
        "anchor": 4 + 1 + 1 + 1 + 3,
        "wild": 6,
        "star": 3,
        "arrow": 3,
    }


def test_na_03_white_chips():
    """NA-3: how often each face is in a white pile."""
    faces = {number: Counter(name.split("-")[2] for name in PILES[f"white-{number}"]) for number in (1, 2, 3)}
    six = ("squid", "shark", "pearl", "harpoon", "compass", "coral")
    assert faces[1] == {**dict.fromkeys(six, 2), "compass": 3, "coral": 3, "anchor": 4}
    assert faces[2] == {**dict.fromkeys(six, 2), "anchor": 1, "wild": 1}
    assert faces[3] == {**dict.fromkeys(six, 1), "anchor": 1, "wild": 1}


def test_na_03_blue_chips():
    """NA-3: the list of pairs twice, cut after 6 and 16; then the others."""
    twice = PAIRS * 2
    found = {
        number: ["-".join(name.split("-")[2:-1]) for name in PILES[f"blue-{number}"]] for number in (1, 2, 3)
    }
    assert found[1] == [*twice[:6], "star", "arrow"]
    assert found[2] == [*twice[6:16], "anchor", "wild", "star", "arrow"]
    assert found[3] == [*twice[16:], *["anchor"] * 3, *["wild"] * 3, "star", "arrow"]
    assert CHIPS["blue-2-squid-shark-1"].symbols == ("squid", "shark")


def test_na_04_hand_cards():
    """NA-4: twelve cards and their values."""
    values = {card.id: card.value for card in CARDS.values()}
    assert list(values) == [
        "thermostat-1", "sailor-2", "helmet-3", "depth-4", "course-5", "current-6", "depth-7", "course-8",
        "current-9", "depth-10", "course-11", "current-12",
    ]  # fmt: skip
    assert list(values.values()) == list(range(1, 13))


def test_na_05_special_cards():
    """NA-5: seven, in the order of the sheet."""
    names = ["sailor", "helmet", "thermostat", "reverse", "bell", "globe", "numbers"]
    assert list(SPECIALS) == [f"special-{name}" for name in names]


def test_na_06_scoreboard():
    """NA-6: 20 squares in reading order, the printed ones beside them."""
    assert len(EMPTY) == 20
    assert [square_of(index) for index in range(20)] == list(product(range(1, 6), range(1, 5)))
    assert [index_of(square_of(index)) for index in range(20)] == list(range(20))
    assert PRINTED == {(1, 1): "squid", (3, 4): "pearl", (5, 4): "compass"}
    assert " / ".join(" ".join(row) for row in PICTURES) == (
        "squid shark pearl coral / harpoon compass squid pearl / shark coral harpoon compass / "
        "pearl squid compass shark / coral harpoon squid pearl"
    )


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_na_07_setup(seats):
    """NA-7: every dot has a chip with its own back, white ones face up; every seat has 12 cards and nothing else."""
    state = engine.setup(GAME, seats, OPTIONS, SEED).state
    for dot, lying in zip(DOTS, state.ocean, strict=True):
        back = CHIPS[lying.chip]
        assert (back.colour, back.number, lying.up) == (dot.colour, dot.number, dot.colour == "white")
    assert {name: len(chips) for name, chips in state.piles.items()} == {
        "white-1": 12, "white-2": 10, "white-3": 6, "blue-1": 6, "blue-2": 10, "blue-3": 16,
    }  # fmt: skip
    assert (state.submarine, state.round, state.round_turn) == (START, 1, 1)
    assert sorted(state.order) == list(range(seats))
    assert sorted(state.special_pile) == sorted(SPECIALS)
    assert state.hands == (tuple(CARDS),) * seats
    assert state.boards == (EMPTY,) * seats


def test_na_07_setup_is_drawn():
    """NA-7: piles, special cards and number chips depend on the seed."""
    states = [engine.setup(GAME, 4, OPTIONS, bytes([number])).state for number in range(20)]
    assert len({state.ocean for state in states}) == 20
    assert len({state.special_pile[0] for state in states}) > 3
    assert {state.order[0] for state in states} == {0, 1, 2, 3}


def test_na_07_options():
    """NA-7, NA-8: three rounds and open commits unless chosen otherwise; nothing else may be chosen."""
    assert load_options(GAME, {}) == OPTIONS
    assert load_options(GAME, {"rounds": 5, "commit": "sealed"}) == {"rounds": 5, "commit": "sealed"}
    for wrong in ({"rounds": 4}, {"commit": "shut"}):
        with pytest.raises(Illegal):
            load_options(GAME, wrong)
    for wrong in ({"rounds": "3"}, {"rounds": 3.0}, {"rounds": True}, {"commit": None}, {"seats": 2}):
        with pytest.raises(Malformed):
            load_options(GAME, wrong)
