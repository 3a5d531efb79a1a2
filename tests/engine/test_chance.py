"""Chance: the published recipe, computed again by hand, and the fairness of what is built on it."""

import doctest
import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import chance as module
from games.engine.chance import SETUP, Chance

SEED = bytes(range(32))
plies = st.integers(min_value=-1, max_value=2**62)
seeds = st.binary(max_size=64)


def words(seed, ply):
    """Yield the 64-bit numbers of a stream, four from each block."""
    counter = 0
    while True:
        message = ply.to_bytes(8, "big", signed=True) + counter.to_bytes(8, "big")
        block = hmac.new(seed, message, hashlib.sha256).digest()
        yield from (int.from_bytes(block[at : at + 8], "big") for at in range(0, 32, 8))
        counter += 1


@settings(max_examples=50, deadline=None, derandomize=True)
@given(seed=seeds, ply=plies, bounds=st.lists(st.integers(1, 1000), max_size=30))
def test_numbers_are_those_of_the_recipe(seed, ply, bounds):
    """For small bounds a word is rejected less than once in 10^16 times, so each draw takes one word."""
    chance, stream = Chance(seed, ply), words(seed, ply)
    assert [chance.below(bound) for bound in bounds] == [next(stream) % bound for bound in bounds]


def test_words_that_would_favour_small_numbers_are_rejected():
    """The bound 3 * 2^62 uses three quarters of the words and rejects the last quarter."""
    bound = 3 * 2**62
    stream = words(SEED, 5)
    expected = [word for word in (next(stream) for _ in range(400)) if word < bound]
    chance = Chance(SEED, 5)
    assert [chance.below(bound) for _ in expected] == expected
    assert 250 < len(expected) < 350


def test_a_large_bound_is_unbiased():
    """Without rejection, numbers below 2^62 would be drawn half of the time instead of a third."""
    chance = Chance(SEED, 6)
    small = sum(chance.below(3 * 2**62) < 2**62 for _ in range(3000))
    assert abs(small - 1000) < 130  # five standard deviations


@pytest.mark.parametrize("bound", [1, 2, 3, 6, 52])
def test_every_number_comes_up_about_equally_often(bound):
    chance, draws = Chance(SEED, 7), 12_000
    counts = Counter(chance.below(bound) for _ in range(draws))
    expected = draws / bound
    assert set(counts) == set(range(bound))
    assert all(abs(count - expected) <= 5 * expected**0.5 for count in counts.values())


@pytest.mark.parametrize("bound", [0, -1])
def test_a_bound_below_one_is_refused(bound):
    chance = Chance(SEED, 0)
    with pytest.raises(ValueError, match=str(bound)):
        chance.below(bound)
    assert not chance.used


@settings(max_examples=50, deadline=None, derandomize=True)
@given(seed=seeds, ply=plies, items=st.lists(st.integers(), max_size=60))
def test_a_shuffle_is_a_permutation_and_changes_nothing(seed, ply, items):
    before = list(items)
    assert sorted(Chance(seed, ply).shuffled(items)) == sorted(items)
    assert items == before


def test_a_shuffle_is_the_published_one():
    """Fisher-Yates from the end: each place, the last first, is swapped with a place at or below it."""
    order, stream = list("ABCDEFGH"), words(SEED, SETUP)
    for last in range(7, 0, -1):
        other = next(stream) % (last + 1)
        order[last], order[other] = order[other], order[last]
    assert Chance(SEED, SETUP).shuffled("ABCDEFGH") == tuple(order)


def test_all_orders_of_a_shuffle_are_equally_likely():
    counts = Counter(Chance(SEED, ply).shuffled("ABC") for ply in range(6000))
    assert len(counts) == 6
    assert all(abs(count - 1000) < 160 for count in counts.values())  # five standard deviations


def test_pick_takes_one_of_the_items():
    assert {Chance(SEED, ply).pick("xyz") for ply in range(50)} == set("xyz")
    assert Chance(SEED, 3).pick("xyz") == "xyz"[next(words(SEED, 3)) % 3]


def test_streams_of_plies_and_seeds_differ():
    """The set-up, every ply and every seed have separate streams."""
    draws = [tuple(Chance(SEED, ply).below(2**64) for _ in range(1)) for ply in range(SETUP, 500)]
    draws += [tuple(Chance(bytes([n]), 0).below(2**64) for _ in range(1)) for n in range(200)]
    assert len(set(draws)) == len(draws)


def test_the_same_ply_has_the_same_stream():
    once, again = Chance(SEED, 11), Chance(SEED, 11)
    assert [once.below(1000) for _ in range(50)] == [again.below(1000) for _ in range(50)]


def test_used_says_whether_anything_was_drawn():
    """A draw with only one possible result also uses chance, so that undo never depends on a number."""
    chance = Chance(SEED, 0)
    assert not chance.used
    assert chance.shuffled("A") == ("A",)
    assert not chance.used
    chance.below(1)
    assert chance.used


def test_the_example_of_the_module():
    assert doctest.testmod(module).failed == 0
    assert doctest.testmod(module).attempted > 0
