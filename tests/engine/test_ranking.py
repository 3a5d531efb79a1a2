"""Ranks as the rule sheets count them."""

import doctest

from hypothesis import given
from hypothesis import strategies as st

from games.engine import rules
from games.engine.rules import ranks


def test_equal_keys_share_a_rank():
    assert ranks([41, 30, 30, 7]) == (1, 2, 2, 4)
    assert ranks([0, 0, 0]) == (1, 1, 1)
    assert ranks([-5]) == (1,)
    assert ranks([]) == ()


def test_keys_may_be_tuples():
    assert ranks([(1, 5), (0, 9), (1, 6)]) == (2, 3, 1)


@given(st.lists(st.integers(-5, 5), min_size=1, max_size=8))
def test_ranks_have_the_order_of_their_keys(keys):
    """A rank is the first place of its key in the sorted list."""
    best_first = sorted(keys, reverse=True)
    assert ranks(keys) == tuple(best_first.index(key) + 1 for key in keys)


def test_leavers_rank_last_whatever_they_have():
    """The latest leaver ranks before an earlier one; equal keys of those who stay still share a rank."""
    assert ranks([9, 5, 9, 5], left=[2]) == (1, 2, 4, 2)
    assert ranks([9, 5, 9, 5], left=[2, 0]) == (3, 1, 4, 1)
    assert ranks([(1, "a"), (0, "b"), None], left=[2]) == (1, 2, 3)


def test_the_example_of_the_module():
    assert doctest.testmod(rules) == (0, 2)
