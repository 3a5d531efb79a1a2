"""Points: NA-17, NA-18, NA-20; the best matchings and assignments, compared with brute force."""

from itertools import chain, combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.titles.nautilus.cards import CHIPS
from games.titles.nautilus.scoring import COUNTABLE, PICTURES, count_column, count_row, count_seat
from tests.titles.nautilus.positions import board, chip

TAKEABLE = [name for name, kind in CHIPS.items() if kind.kind not in ("star", "arrow")]
ROW_POINTS = {0: 0, 1: 5, 2: 15, 3: 35, 4: 70}
PENALTIES = {0: -20, 1: -15, 2: -10, 3: -5, 4: 0}
SAME = {0: 0, 2: 6, 3: 16, 4: 32, 5: 52, 6: 80, 7: 80, 8: 80}
LOOSE = {1: 0, 2: 0, 3: 2, 4: 4}
boards = st.builds(
    lambda taken, mask: tuple(name if keep else None for name, keep in zip(taken, mask, strict=True)),
    st.permutations(TAKEABLE).map(lambda names: names[:20]),
    st.lists(st.booleans(), min_size=20, max_size=20),
)
wild_boards = st.builds(  # 20 chips, six of them wilds, many with two symbols
    tuple,
    st.permutations(
        [name for name in TAKEABLE if CHIPS[name].kind == "wild"]
        + [name for name in TAKEABLE if CHIPS[name].kind == "anchor"][:5]
        + [name for name in TAKEABLE if len(CHIPS[name].symbols) == 2][:9]
    ),
)
searches = settings(max_examples=150, deadline=None, derandomize=True)


def test_na_17_four_pictures():
    """NA-17: a full row with all pictures of the first row."""
    count = count_row(board("W1-coral-1 W1-pearl-1 W1-shark-1 W1-squid-1"), 1)
    assert (count.points, count.penalty, count.chips) == (70, 0, 4)
    assert [(match.picture, match.chip) for match in count.matches] == [
        ("squid", chip("W1-squid-1")),
        ("shark", chip("W1-shark-1")),
        ("pearl", chip("W1-pearl-1")),
        ("coral", chip("W1-coral-1")),
    ]


@pytest.mark.parametrize(
    ("row", "points", "penalty"),
    [
        (". . . .", 0, -20),
        ("W1-harpoon-1 . . .", 0, -15),
        (". . W1-squid-1 .", 5, -15),
        ("W1-squid-1 W1-squid-2 . .", 5, -10),  # each picture is matched once
        ("W1-squid-1 W1-shark-2 W1-anchor-1 .", 15, -5),
        ("B1-squid-shark-1 . . .", 15, -15),  # two symbols match two pictures
        ("B1-squid-shark-1 . . B2-pearl-coral-1", 70, -10),
        ("B1-squid-shark-1 W1-squid-1 W1-shark-1 W1-compass-1", 15, 0),
        ("W2-wild-1 W3-wild-1 B2-wild-1 B3-wild-1", 70, 0),
        ("W2-wild-1 W1-squid-1 . .", 15, -10),  # a wild takes a picture that is left
        ("W2-wild-1 W1-squid-1 W1-shark-1 W1-pearl-1", 70, 0),
        ("W1-anchor-1 W1-anchor-2 W1-anchor-3 W1-anchor-4", 0, 0),
    ],
)
def test_na_17_rows(row, points, penalty):
    """NA-17: pictures, and the missing ones in the first row."""
    count = count_row(board(row), 1)
    assert (count.points, count.penalty) == (points, penalty)


def test_na_17_printed_squares_do_not_match():
    """NA-6, NA-17: the squid printed beside the first row is no match."""
    assert count_row(board(""), 1).points == 0
    assert all(match.chip is None for match in count_row(board(""), 1).matches)


def test_na_17_only_its_own_row():
    """NA-17: the third row is counted by its own pictures and chips."""
    count = count_row(board("W1-squid-1 . . . ; . . . . ; W1-shark-1 W1-squid-2 . W1-compass-1"), 3)
    assert (count.points, count.penalty) == (15, -5)


def test_na_17_a_wild_is_explained():
    """NA-17: the matching says which picture the wild stood for."""
    count = count_row(board("W2-wild-1 W1-squid-1 W1-pearl-1 ."), 1)
    assert [match.chip and CHIPS[match.chip].kind for match in count.matches] == [
        "symbol",
        "wild",
        "symbol",
        None,
    ]
    assert count.points == 35


def pictures_by_trying(chips, row):
    """Return the most pictures covered by any choice of one meaning per chip."""
    choices = []
    for name in chips:
        symbols = CHIPS[name].symbols
        both = chain.from_iterable(combinations(symbols, size) for size in range(len(symbols) + 1))
        choices.append([(p,) for p in PICTURES[row - 1]] if CHIPS[name].kind == "wild" else list(both))
    covered = (set(chain.from_iterable(choice)) & set(PICTURES[row - 1]) for choice in product(*choices))
    return max(map(len, covered))


@searches
@given(squares=st.one_of(boards, wild_boards), row=st.integers(1, 5))
def test_na_17_matching_is_the_best(squares, row):
    """NA-17: as many pictures as trying everything finds, with a reason for each."""
    chips = [name for name in squares[4 * row - 4 : 4 * row] if name]
    count = count_row(squares, row)
    matched = [match for match in count.matches if match.chip]
    assert ROW_POINTS[len(matched)] == count.points == ROW_POINTS[pictures_by_trying(chips, row)]
    assert count.penalty == PENALTIES[len(chips)]
    assert tuple(match.picture for match in count.matches) == PICTURES[row - 1]
    wilds = [match.chip for match in matched if CHIPS[match.chip].kind == "wild"]
    assert len(set(wilds)) == len(wilds)
    assert all(m.chip in chips and (m.chip in wilds or m.picture in CHIPS[m.chip].symbols) for m in matched)


@pytest.mark.parametrize(("number", "bonus"), [(1, 25), (2, 15), (3, 10), (4, 5)])
def test_na_18_number_chips(number, bonus):
    """NA-18: the bonus, added to the row."""
    count = count_seat(board("W1-squid-1 W1-shark-1 W1-pearl-1 W1-coral-1"), 1, number)
    assert (count.number, count.bonus, count.points, count.columns) == (number, bonus, 70 + bonus, ())


@pytest.mark.parametrize(
    ("column", "chips", "points"),
    [
        (2, "W1-squid-1", 0),
        (3, "W1-squid-1", 2),
        (4, "W1-squid-1", 4 + 4),  # the printed pearl of row 3 is loose, too
        (1, "W1-squid-1", 6),  # with the printed squid of row 1
        (1, "W1-squid-1 W1-squid-2", 16),
        (2, "W1-squid-1 W1-squid-2", 6),
        (2, "W1-squid-1 W1-squid-2 B1-squid-pearl-1", 16),
        (3, "W1-squid-1 W1-squid-2 B1-squid-pearl-1", 16 + 2),  # both symbols count
        (4, "W1-pearl-1 W1-pearl-2 B1-squid-pearl-1", 32 + 4),
        (2, "W1-anchor-1 W1-anchor-2 W1-anchor-3", 16),  # a separate symbol
        (2, "W2-wild-1 W1-squid-1 W1-squid-2", 16),
        (2, "W2-wild-1 W3-wild-1 B2-wild-1", 16),
        (2, "W2-wild-1 W1-anchor-1 W1-anchor-2", 16),
        (3, "W2-wild-1 W1-squid-1 W1-shark-1", 6 + 2),
        (3, "W2-wild-1", 2),
    ],
)
def test_na_20_columns_after_round_3(column, chips, points):
    """NA-20: lines of one to five equal symbols, loose ones, wilds."""
    rows = [["."] * 4 for _ in range(3)]
    for at, short in enumerate(chips.split()):
        rows[at][column - 1] = short
    assert count_column(board(" ; ".join(map(" ".join, rows))), column, 3).points == points


def test_na_20_five_and_six_of_a_kind():
    """NA-20: 52 and 80, printed squares included; after round 5 the compass of row 5 counts as well."""
    squids = "W1-squid-1 ; W1-squid-2 ; W2-squid-1 ; W2-squid-2 ; W3-squid-1"
    five = board(squids.replace("W1-squid-1 ;", ";"))
    assert count_column(five, 1, 5).points == 52
    six = board(squids)
    assert count_column(six, 1, 5).points == 80
    assert [line.count for line in count_column(six, 1, 5).lines] == [6]
    assert count_column(board(""), 4, 3).points == 4
    assert count_column(board(""), 4, 5).points == 8


def test_na_20_only_rows_so_far():
    """NA-20: after round 3 the columns have three rows."""
    squares = board(". W1-squid-1 . . ; . W1-squid-2 . . ; . . . . ; . W2-squid-1 . . ; . W2-squid-2 . .")
    assert count_column(squares, 2, 3).points == 6
    assert count_column(squares, 2, 5).points == 32


def test_na_20_when_columns_count():
    """NA-20: after rounds 3 and 5 only."""
    counts = {round_: count_seat(board(""), round_, 1) for round_ in range(1, 6)}
    assert [len(count.columns) for count in counts.values()] == [0, 0, 4, 0, 4]
    assert counts[3].points == -20 + 25 + 4
    assert counts[5].points == -20 + 25 + 8


def points_by_trying(squares, column, rows):
    """Return the most points for any meaning of every wild."""
    chips = [name for name in squares[column - 1 : 4 * rows : 4] if name]
    printed = {1: ["squid"], 4: ["pearl"] if rows < 5 else ["pearl", "compass"]}.get(column, [])
    fixed = [
        s for name in chips for s in CHIPS[name].symbols or ("anchor",) if CHIPS[name].kind != "wild"
    ] + printed
    wilds = sum(CHIPS[name].kind == "wild" for name in chips)

    def worth(symbols):
        counts = [symbols.count(symbol) for symbol in COUNTABLE]
        return sum(LOOSE[column] if count == 1 else SAME[count] for count in counts)

    return max(worth([*fixed, *extra]) for extra in product(COUNTABLE, repeat=wilds))


@settings(searches, max_examples=60)
@given(squares=st.one_of(boards, wild_boards), column=st.integers(1, 4), rows=st.sampled_from([3, 5]))
def test_na_20_assignment_is_the_best(squares, column, rows):
    """NA-20: as many points as brute force finds, and the lines say where they come from."""
    count = count_column(squares, column, rows)
    assert count.points == points_by_trying(squares, column, rows)
    assert count.points == sum(line.points for line in count.lines)
    chips = [name for name in squares[column - 1 : 4 * rows : 4] if name]
    assert [role.chip for role in count.wilds] == [name for name in chips if CHIPS[name].kind == "wild"]
    shown = [s for name in chips for s in CHIPS[name].symbols or ("anchor",) if CHIPS[name].kind != "wild"]
    printed = {1: 1, 4: 1 + (rows == 5)}.get(column, 0)
    assert sum(line.count for line in count.lines) == len(shown) + len(count.wilds) + printed
    for role in count.wilds:
        assert role.symbol in {line.symbol for line in count.lines}
