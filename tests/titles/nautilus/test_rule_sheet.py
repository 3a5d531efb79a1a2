"""The tables of the rule sheet match the components and the scoring: NA-2 to NA-6, NA-17, NA-18, NA-20."""

import re
from collections import Counter

import pytest

from games.titles.nautilus.cards import CARDS, CHIPS, PILES, SPECIALS
from games.titles.nautilus.ocean import DOTS
from games.titles.nautilus.scoring import PICTURES, PRINTED, count_row, count_seat, line_points
from tests.rule_sheets import ruling, table
from tests.titles.nautilus.positions import board

ROW = "W1-squid-1 W1-shark-1 W1-pearl-1 W1-coral-1"  # all pictures of row 1
NOTHING = "W1-anchor-1 W1-anchor-2 W1-anchor-3 W1-anchor-4"  # no picture of any row


def numbers(row):
    """Return the numbers of a row, without the words in front."""
    return [int(cell) for cell in list(row.values())[1:]]


def face_of(chip):
    """Return the sheet's name for the face of a chip."""
    kind = CHIPS[chip].kind
    if kind != "symbol":
        return kind
    return CHIPS[chip].symbols[0] if CHIPS[chip].colour == "white" else "pairs"


def test_na_02_the_table_of_dots():
    white = {(int(arm), int(row["depth"])) for row in table("NA-2") for arm in row["white arms"].split()}
    assert {dot.place for dot in DOTS if dot.colour == "white"} == white
    numbered = {int(row["depth"]): int(row["number"]) for row in table("NA-2")}
    assert all(dot.number == numbered[dot.place[1]] for dot in DOTS)


def test_na_03_the_tables_of_chips():
    rows = [*table("NA-3", 0), *table("NA-3", 1)]
    assert [row["back"].replace(" ", "-") for row in rows] == list(PILES)
    for row, pile in zip(rows, PILES.values(), strict=True):
        counts = {name: int(count) for name, count in row.items() if name != "back"}
        assert counts.pop("chips") == len(pile)
        assert Counter(map(face_of, pile)) == Counter(counts)
    assert set(re.findall(r"`((?:white|blue)-\S+)`", ruling("NA-3"))) <= set(CHIPS)


def test_na_04_the_table_of_hand_cards():
    told = {f"{row['kind']}-{value}" for row in table("NA-4") for value in row["values"].split()}
    assert told == set(CARDS)


def test_na_05_the_special_cards_in_their_order():
    assert tuple(re.findall(r"`(special-\w+)`", ruling("NA-5"))) == SPECIALS


def test_na_06_the_table_of_rows():
    rows = table("NA-6")
    assert tuple(tuple(row["pictures"].split()) for row in rows) == PICTURES
    told = {
        (int(row["row"]), int(row["column"])): row["bonus square"].split()[0]
        for row in rows
        if row["bonus square"]
    }
    assert told == PRINTED


def test_na_17_the_tables_of_a_row():
    points, penalties = table("NA-17", 0)[0], table("NA-17", 1)[0]
    chips, blanks = ROW.split(), NOTHING.split()
    assert (
        [int(head) for head in list(points)[1:]] == [int(head) for head in list(penalties)[1:]] == [*range(5)]
    )
    matched = [count_row(board(" ".join([*chips[:count], *blanks[count:]])), 1) for count in range(5)]
    assert numbers(points) == [row.points for row in matched]
    filled = [count_row(board(" ".join(chips[:count])), 1) for count in range(5)]
    assert numbers(penalties) == [row.penalty for row in filled]


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_na_18_the_table_of_number_chips(number):
    assert int(table("NA-18")[0][str(number)]) == count_seat(board(""), 1, number).bonus


def test_na_20_the_tables_of_a_column():
    assert numbers(table("NA-20", 0)[0]) == [line_points(count, 1) for count in range(2, 7)]
    assert numbers(table("NA-20", 1)[0]) == [line_points(1, column) for column in range(1, 5)]
