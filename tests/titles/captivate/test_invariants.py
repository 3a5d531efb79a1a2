"""Invariants of every game of Captivate, and two fast computations checked against slow ones from the sheet."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.chance import Chance
from games.titles.captivate import GAME
from games.titles.captivate.cards import CARDS
from games.titles.captivate.grid import Laid, flipped_by, open_cells
from tests.engine.positions import Case, random_game
from tests.engine.profile import random_games

FAR = range(-5, 6)  # wider than any field
numbers = st.integers(min_value=0, max_value=2**64)
every_case = [
    Case(GAME, seats, {"memory": memory}) for seats in (2, 3, 4) for memory in ("assisted", "strict")
]
cases = st.sampled_from(every_case)
games = random_games(25)


def everything(state):
    groups = (state.deck, state.set_aside, *state.hands, *state.piles, *state.gone)
    return Counter([laid.card for laid in state.field]) + Counter(card for group in groups for card in group)


@games
@given(case=cases, number=numbers, leavers=st.booleans())
def test_cv_01_no_card_is_lost_or_doubled(case, number, leavers):
    """CV-1: each of the 52 cards exists once, after every ply."""
    for ply in random_game(case, number, leavers):
        assert everything(ply.before) == everything(ply.step.state) == Counter(CARDS.keys())


@games
@given(case=cases, number=numbers, leavers=st.booleans())
def test_cv_05_the_field_stays_in_its_box_and_in_one_piece(case, number, leavers):
    """CV-5, CV-6: never wider or higher than 4, one card a cell, all cards connected."""
    for ply in random_game(case, number, leavers):
        cells = [laid.cell for laid in ply.step.state.field]
        assert len(cells) == len(set(cells))
        assert all(max(row) - min(row) < 4 for row in zip(*cells, strict=True))
        assert reached_from((0, 0), set(cells)) == set(cells)


@games
@given(case=cases, number=numbers, leavers=st.booleans())
def test_cv_11_hands_are_full_while_the_deck_lasts(case, number, leavers):
    """CV-11: between turns every seat that is in holds five cards, until the last round begins."""
    for ply in random_game(case, number, leavers):
        state = ply.step.state
        assert all(len(hand) <= 5 for hand in state.hands)
        if not state.deck or state.reason:
            continue
        waiting = set(range(case.seats)) - set(state.left) - ({state.seat} if state.laid else set())
        assert all(len(state.hands[seat]) == 5 for seat in waiting)
        assert state.awaited is None


@games
@given(case=cases, number=numbers, leavers=st.booleans())
def test_cv_12_nobody_has_two_last_turns(case, number, leavers):
    """CV-12: in the last round each seat has at most one turn, and each that was passed over had no card."""
    turns = Counter()
    for ply in random_game(case, number, leavers):
        began = ply.before.turn != ply.step.state.turn and ply.step.state.awaited is not None
        turns[ply.step.state.seat] += began and not ply.step.state.reason
        for event in ply.step.events:
            if event.type == "passed-over":
                assert not ply.before.hands[event.public["seat"]]
    assert all(count <= 1 for count in turns.values())


@games
@given(case=cases, number=numbers, leavers=st.booleans())
def test_cv_14_the_outcome_is_what_the_last_state_shows(case, number, leavers):
    """CV-14, CV-15: scores from piles and hands, ranks from scores, only one seat in first place."""
    *_, last = random_game(case, number, leavers)
    state, outcome = last.step.state, GAME.outcome(last.step.state)
    for seat in range(case.seats):
        worth = sum(CARDS[c].value for c in state.piles[seat]) - sum(
            CARDS[c].value for c in state.hands[seat]
        )
        assert outcome.scores[seat] == (0 if seat in state.left else worth)
    stayed = [seat for seat in range(case.seats) if seat not in state.left]
    assert outcome.ranks.count(1) == 1
    assert outcome.ranks.index(1) in stayed
    best = max(outcome.scores[seat] for seat in stayed)
    assert outcome.scores[outcome.ranks.index(1)] == best


@settings(max_examples=60, deadline=None, derandomize=True)
@given(data=st.data())
def test_cv_06_open_cells_as_a_slow_search_finds_them(data):
    """CV-5, CV-6: every cell of a wide plane, tried one by one, while a field grows to sixteen cards."""
    taken = [(0, 0)]
    while True:
        slow = slow_open_cells(set(taken))
        assert open_cells(taken) == tuple(slow)
        assert open_cells(reversed(taken)) == tuple(slow)
        if not slow:
            break
        taken.append(data.draw(st.sampled_from(slow)))
    assert len(taken) == 16


@settings(max_examples=300, deadline=None, derandomize=True)
@given(
    number=numbers,
    ups=st.lists(st.booleans(), min_size=8, max_size=8),
    fresh=st.lists(st.sampled_from([False, False, True]), min_size=8, max_size=8),
)
def test_cv_08_flips_match_the_words_of_the_sheet(number, ups, fresh):
    """CV-8, CV-9: a card among eight others, compared with a judgement from names and directions."""
    around = [(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1) if (x, y) != (0, 0)]
    mine, *others = Chance(b"", number % 2**63).shuffled(sorted(CARDS))
    field = [Laid(*row) for row in zip(around, others, ups, fresh, strict=False)]
    expected = {laid.cell for laid in field if laid.up and not laid.fresh and slow_flips(mine, laid)}
    assert {laid.cell for laid in flipped_by(CARDS, mine, (0, 0), field)} == expected


@pytest.mark.parametrize("mine", sorted(CARDS))
def test_cv_08_every_pair_of_cards_on_every_side(mine):
    """CV-8: all 51 others on all four sides."""
    for other in set(CARDS) - {mine}:
        for cell in ((0, -1), (1, 0), (0, 1), (-1, 0)):
            laid = Laid(cell, other, up=True, fresh=False)
            assert bool(flipped_by(CARDS, mine, (0, 0), [laid])) is slow_flips(mine, laid)


def reached_from(first, cells):
    found, fringe = set(), {first}
    while fringe:
        x, y = fringe.pop()
        found.add((x, y))
        fringe |= {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & cells - found
    return found


def slow_open_cells(taken):
    """Return the open cells in reading order: from top to bottom, from left to right."""
    found = []
    for y in FAR:
        for x in FAR:
            beside = any(abs(x - a) + abs(y - b) == 1 for a, b in taken)
            xs, ys = zip(*taken, (x, y), strict=True)
            if (x, y) not in taken and beside and max(xs) - min(xs) <= 3 and max(ys) - min(ys) <= 3:
                found.append((x, y))
    return found


SIDES = ["top", "right", "bottom", "left"]
STRONG_SIDE = {"light": "top", "water": "right", "dark": "bottom", "earth": "left"}
CLOCKWISE = [
    "4111",
    "4112",
    "4212",
    "4213",
    "4222",
    "4313",
    "4322",
    "4223",
    "4323",
    "4333",
    "4423",
    "4334",
    "4444",
]


def slow_dots(card, side):
    element, value = card.split("-")
    turned = (SIDES.index(side) - SIDES.index(STRONG_SIDE[element])) % 4
    return int(CLOCKWISE[int(value) - 1][turned])


def slow_flips(mine, laid):
    """Whether `mine`, laid at (0, 0), flips a neighbour, by the words of CV-8."""
    sides = {
        (0, -1): ("top", "bottom"),
        (1, 0): ("right", "left"),
        (0, 1): ("bottom", "top"),
        (-1, 0): ("left", "right"),
    }
    if laid.cell not in sides:
        return False
    my_side, its_side = sides[laid.cell]
    (my_element, my_value), (its_element, its_value) = mine.split("-"), laid.card.split("-")
    here, there = slow_dots(mine, my_side), slow_dots(laid.card, its_side)
    return int(my_value) > int(its_value) or here > there or (here == there and my_element == its_element)
