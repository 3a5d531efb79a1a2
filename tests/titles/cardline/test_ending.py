"""Cardline's final score adds up: the right and wrong turns of each seat, derived from the last position."""

import pytest

from games.engine import play
from games.engine.chance import Chance
from games.engine.codec import load_options
from games.titles.cardline import GAME
from games.titles.cardline.presenter import PRESENTER
from games.titles.cardline.presenter.ending import turns_of
from games.titles.cardline.rules import slots_of
from games.titles.cardline.state import Place
from tests.titles.cardline.positions import do, leave, position, see, turns

NAMES = ("Anne", "Benno", "Clara", "David", "Eva", "Fritz")


def played(number, seats, skill, hand, leaver=False):
    """Return the end of a game where a card is right by `skill` percent, and each seat's turns."""
    seed, chooser = number.to_bytes(4, "big"), Chance(number.to_bytes(4, "big"), 1_000_000)
    state = play.setup(GAME, seats, load_options(GAME, {"hand": hand}), seed).state
    counts = {seat: [0, 0] for seat in range(seats)}
    while asked := sorted(GAME.to_act(state)):
        if leaver and state.turn == 2 * seats:
            state, leaver = GAME.leave(state, asked[0], Chance(seed, state.turn)).state, False
            continue
        card = chooser.pick(list(state.hands[asked[0]]))
        low, high = slots_of(state.line, card.value)
        wrong = [slot for slot in range(len(state.line) + 1) if not low <= slot <= high]
        slot = low if chooser.below(100) < skill or not wrong else chooser.pick(wrong)
        counts[asked[0]][not low <= slot <= high] += 1
        move = Place("place", card.id, slot)
        state = play.play(GAME, state, asked[0], move, Chance(seed, state.turn)).state
    return state, {seat: tuple(both) for seat, both in counts.items() if seat not in state.left}


@pytest.mark.parametrize("skill", [15, 60, 90])
def test_each_seats_turns_are_shown_or_left_out(skill):
    told = 0
    for number in range(24):
        state, counts = played(number, 2 + number % 5, skill, 4 + number % 3, leaver=number % 4 == 3)
        found = turns_of(see(state, None))
        assert found is None or found == counts
        told += found is not None
    assert told >= 14  # after many knock-out rounds that nobody lost, the position may not show it


def test_the_turns_add_up_and_the_winning_card_is_named():
    state, counts = played(7, 3, 60, 4)
    ending = PRESENTER.ending(see(state, None), NAMES[:3])
    assert [str(column) for column in ending.reckoning.columns][:3] == ["Right", "Misses", "Turns"]
    rows = {NAMES.index(count.label): count.values for count in ending.reckoning.counts}
    assert {seat: values[:2] for seat, values in rows.items()} == counts
    assert all(right + misses == turns for right, misses, turns, *_ in rows.values())
    assert sum(right for right, *_ in rows.values()) == len(state.line) - 1
    winner = state.outcome.ranks.index(1)
    assert f"{NAMES[winner]}'s winning card: " in ending.cause


def test_the_winning_card_is_shown_between_its_neighbours():
    after = do(turns(position("10 20 30", "15 | 25 26"), "+"), 1, "25", 0).state
    assert PRESENTER.ending(see(after, None), NAMES[:2]).cause == (
        "Anne's winning card: Name 15 (15), between Name 10 (10) and Name 20 (20)."
    )


def test_if_all_others_left_no_turns_are_counted():
    ending = PRESENTER.ending(see(leave(position("10 20", "15 | 25 26"), 1), None), NAMES[:2])
    assert [str(column) for column in ending.reckoning.columns] == ["Cards left"]
    assert ending.cause == ""
