"""The test of response times finds a delay, and finds none where there is none.

`manage.py noninterference --times 2000` measures the site itself: on a busy machine such a test would fail.
"""

from random import Random

import pytest

from tests.play import fingerprint, running_table
from tools.noninterference.times import SIGNIFICANT, compare_times, rank_test


def answering_times(number, delay=0.0):
    """Return 2,000 random times in seconds: most about 12 ms, some much longer, as on a busy machine."""
    chance = Random(number)
    return [0.012 + delay + chance.lognormvariate(-7, 1) for _ in range(2000)]


@pytest.mark.parametrize("number", range(5))
def test_equal_times_look_equal_and_a_delay_of_a_fifth_of_a_millisecond_is_found(number):
    times = answering_times(number)
    assert rank_test(times, answering_times(number + 100)) > SIGNIFICANT
    assert rank_test(times, answering_times(number + 100, 0.0002)) < SIGNIFICANT
    assert rank_test(answering_times(number + 100, 0.0002), times) < SIGNIFICANT


@pytest.mark.parametrize(
    ("one", "other", "p"),
    [  # by scipy.stats.mannwhitneyu(one, other, method="asymptotic", use_continuity=False)
        (range(20), range(10, 30), 4.919521e-05),
        ([1, 2, 2, 3, 3, 3, 4], [2, 3, 3, 4, 4, 5, 5], 0.0746329),
        ([7] * 20, [7] * 20, 1.0),
    ],
)
def test_the_p_value_is_mann_and_whitneys(one, other, p):
    assert rank_test(list(one), list(other)) == pytest.approx(p, rel=1e-5)


@pytest.mark.django_db
def test_pages_and_refused_moves_are_timed_equally_often_in_each_world(alice, bob):
    table = running_table(alice, bob)
    before = fingerprint(table)
    page, refused = compare_times(table, 3)
    assert (page.what, refused.what.startswith("POST ")) == ("page", True)
    assert all(each.requests == 3 and min(each.medians) > 0 and 0 < each.p <= 1 for each in (page, refused))
    assert fingerprint(table) == before
