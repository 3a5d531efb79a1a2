"""Clocks: what they grant, what is left in the bank, and how they are stored."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clock.clocks import (
    DAY,
    HOUR,
    LEAST,
    MOST,
    Bank,
    Fixed,
    NoClock,
    allowance,
    bank_after,
    bank_left,
    dump_clock,
    first_bank,
    load_clock,
)

spans = st.integers(LEAST, MOST)
banks = st.builds(
    lambda start, increment, more, answer: Bank(start, increment, min(MOST, max(start, increment) + more), answer),
    spans, spans, st.integers(0, MOST), spans,
)  # fmt: skip
clocks = st.builds(Fixed, spans, spans) | banks | st.just(NoClock())


@given(clocks)
def test_a_clock_survives_json(clock):
    assert load_clock(dump_clock(clock)) == clock


@pytest.mark.parametrize(
    "raw",
    [
        None, [], {}, {"type": "hourglass"}, {"type": "fixed"}, {"type": "fixed", "move": 0},
        {"type": "fixed", "move": "1"}, {"type": "fixed", "move": 61 * DAY}, {"type": "fixed", "move": DAY, "x": 1},
        {"type": "fixed", "move": DAY, "answer": 59}, {"type": "none", "move": DAY},
        {"type": "bank", "start": 3 * DAY, "increment": HOUR, "cap": 2 * DAY},
        {"type": "bank", "start": DAY, "increment": HOUR, "cap": DAY, "move": HOUR},
        {"type": "bank", "start": DAY, "increment": 0, "cap": DAY},
    ],
)  # fmt: skip
def test_an_invalid_clock_is_refused(raw):
    with pytest.raises(ValueError, match=r"."):
        load_clock(raw)


def test_spans_go_from_an_hour_to_sixty_days_and_an_answer_has_twelve_hours():
    assert Fixed(3600).answer == Bank(3600, 3600, 3600).answer == 12 * 3600
    assert Fixed(60 * 86400).move == 60 * 86400
    for span in (3599, 60 * 86400 + 1):
        with pytest.raises(ValueError, match=str(span)):
            Fixed(span)


@given(banks, st.lists(st.tuples(st.integers(-5, 2 * MOST), st.booleans()), max_size=30))
def test_a_bank_is_never_negative_nor_above_its_cap(clock, decisions):
    bank = first_bank(clock)
    for spent, is_answer in decisions:
        granted = allowance(clock, bank, is_answer=is_answer)
        assert granted is not None and granted >= bank
        assert not is_answer or granted >= clock.answer
        after = bank_after(clock, bank, spent)
        assert clock.increment <= after <= clock.cap
        assert after <= bank + clock.increment
        bank = after


def test_fischer_by_hand():
    clock = Bank(3 * DAY, 12 * HOUR, 4 * DAY)
    bank = bank_after(clock, first_bank(clock), DAY)
    assert bank == 2 * DAY + 12 * HOUR
    assert bank_after(clock, bank, 0) == 3 * DAY
    assert bank_after(clock, 4 * DAY, HOUR) == 4 * DAY
    assert bank_after(clock, bank, 9 * DAY) == 12 * HOUR
    assert bank_left(bank, DAY) == DAY + 12 * HOUR
    assert bank_left(bank, -1) == bank


def test_an_out_of_turn_answer_gets_at_least_the_stated_time():
    for clock, bank, asked, answered in (
        (Fixed(2 * DAY), None, 2 * DAY, 2 * DAY),
        (Fixed(4 * HOUR, answer=6 * HOUR), None, 4 * HOUR, 6 * HOUR),
        (Bank(DAY, HOUR, DAY, answer=8 * HOUR), 2 * HOUR, 2 * HOUR, 8 * HOUR),
        (Bank(DAY, HOUR, DAY, answer=8 * HOUR), 9 * HOUR, 9 * HOUR, 9 * HOUR),
        (Bank(DAY, HOUR, DAY, answer=8 * HOUR), 0, 0, 8 * HOUR),
        (NoClock(), None, None, None),
    ):
        assert allowance(clock, bank, is_answer=False) == asked
        assert allowance(clock, bank, is_answer=True) == answered
