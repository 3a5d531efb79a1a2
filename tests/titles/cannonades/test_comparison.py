"""How a stand-off is decided: CN-17, CN-18."""

import pytest

from games.titles.cannonades.ending import stand_off_scores
from tests.titles.cannonades.positions import END, do, event, late, leave, row, see, shoot, told


def test_cn_17_the_last_seat_in_wins_the_stand_off_too():
    """CN-14, CN-17: reason last-captain, without a comparison."""
    state = do(late("(O0) | PY\nP0 | "), 0, shoot("PY", 1, 0)).state
    assert (state.outcome.reason, state.outcome.ranks) == ("last-captain", (1, 2))


@pytest.mark.parametrize(
    ("table", "ranks"),
    [
        ("(G0) (B0) (B0) | \nB1 O0 | BG BG", (1, 2)),  # more ships, though fewer cards
        ("(B0) (O0) | \nB0 B1 | BG BG", (1, 2)),  # as many, more colours, though not one way
        ("(B0) (G0) | \nB0 O0 | BG BG", (1, 2)),  # as many colours, more facing one way
        ("(O0) (R0) | \nB0 O0 | BG BG", (1, 2)),  # facing right counts, too
        ("(B0) (O0) | BG BG\nG0 R0 | BG", (1, 2)),  # more cards in hand
        ("B0 O0 | BG\n(B0) (O0) | BG", (2, 1)),  # equal in everything: the starter
    ],
)
def test_cn_17_one_comparison_after_the_other(table, ranks):
    """CN-17: seat 1 is the starter and has the last turn."""
    state = late(table, seat=1, awaited=())
    step = do(state, 1, END)
    assert (step.state.outcome.ranks, step.state.outcome.reason) == (ranks, "stand-off")
    assert told(step) == ["compared", "game-over"]
    assert all(ship is None or ship.up for fleet in step.state.ships for ship in fleet)
    assert see(step.state, None).fleets == stand_off_scores(step.state)


def test_cn_17_the_starter_wins_even_if_it_is_not_tied():
    """CN-17, CN-18: seats 0 and 2 are equal, and the starter has less, but it wins, and they share rank 2."""
    state = late("B0 O0 | BG\n(R0) | \n(B0) (O0) | BG", seat=1, awaited=())
    step = do(state, 1, END)
    assert step.state.outcome.ranks == (2, 1, 2)
    assert event(step, "compared").public["tied"] == [0, 2]


def test_cn_17_no_tie_no_privilege():
    """CN-17: if one seat is best, the starter has no privilege."""
    state = late("B0 O0 | BG BG\n(R0) | \n(B0) (O0) | BG", seat=1, awaited=())
    assert do(state, 1, END).state.outcome.ranks == (1, 3, 2)


def test_cn_17_the_comparison_is_told():
    """CN-17: who had what, in the order of the comparison."""
    step = do(late("B0 . O0 G1 | BG BG\n(R0) | ", seat=1, awaited=()), 1, END)
    assert event(step, "compared").public["fleets"] == [
        {"seat": 0, "ships": 3, "colours": 3, "facing": 2, "hand": 2},
        {"seat": 1, "ships": 1, "colours": 1, "facing": 1, "hand": 0},
    ]


def test_cn_18_tied_seats_share_a_rank_and_the_eliminated_come_after():
    """CN-18: 2 and 3 are equal behind 0, 4 was eliminated."""
    table = "B0 B0 B0 | \n(B1) (B1) | \n(O0) | BG\n(O0) | BG\n | "
    state = late(table, seat=1, awaited=(), out=(4,))
    assert do(state, 1, END).state.outcome.ranks == (1, 2, 3, 3, 5)


def test_cn_18_a_leaver_ranks_below_the_eliminated():
    """CN-18, CN-20: 4 was eliminated before 3 left."""
    table = "B0 B0 B0 | \n(B1) (B1) | \n(O0) | BG\n(O0) | BG\n | "
    state = leave(late(table, seat=1, awaited=(), out=(4,)), 3)
    assert do(state, 1, END).state.outcome.ranks == (1, 2, 3, 5, 4)
    assert row("") == state.ships[3]
