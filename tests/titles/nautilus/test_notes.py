"""Notes for beginners at 20,000 Miles are true of the position (NA-11, NA-12, NA-15)."""

import pytest

from games.titles.nautilus.presenter import PRESENTER
from tests.titles.nautilus.pages import scene
from tests.titles.nautilus.positions import TWO_BOARDS, committed, done, holding, kinds, position, see

FULL = "W1-squid-1 W1-coral-1 W1-pearl-1 W1-shark-1 |"


def told(state):
    return PRESENTER.notes(see(state, 0), scene(state, 0))


def asked(state):
    return str(told(state).asked)


def names(state):
    return {str(note.label) for note in told(state).does}


def test_a_step_takes_a_chip_unless_the_row_is_full():
    free, full = (committed(position(boards), "depth-10", "thermostat-1") for boards in ("|", FULL))
    assert asked(free).startswith("You take the chip where your step ends")
    assert asked(full).startswith("Your current row is full, so chips stay in the ocean")
    assert not any("take" in str(note.text) for note in told(full).does)


@pytest.mark.parametrize(
    ("name", "label"),
    [("sailor", "Special Sailor"), ("helmet", "Special Helmet"), ("bell", "Bell"), ("globe", "Globe"),
     ("numbers", "Numbers")],
)  # fmt: skip
def test_every_special_card_has_a_note(name, label):
    assert names(holding(name)) == {"Swap chips…", "Do nothing", label, "Give it up"}


def test_a_helmet_has_a_note():
    assert names(committed(position(TWO_BOARDS), "helmet-3", "thermostat-1")) == {
        "Trade chips…",
        "Do nothing",
    }


def test_notes_match_the_possible_moves():
    skip = {"type": "skip"}
    chips, order = holding("bell"), done(holding("numbers", "|"), (0, skip))
    assert asked(chips).startswith("A chip in the current round's row scores there")
    assert asked(order).startswith("Number chips decide who sails next")
    assert asked(done(holding("globe"), (0, skip))).startswith("You take the chip")
    idle = committed(position(), "sailor-2", "thermostat-1")
    assert kinds(idle, 0) == {"skip"} and asked(idle) == "Your card can't do anything now."
