"""Who may read what of an event, and the order of the events of a ply."""

import pytest

from games.engine.contract import Event, Step

TURN = {"turn": 3}


@pytest.mark.parametrize(("seat", "facts"), [(0, {**TURN, "card": "fox"}), (1, TURN), (None, TURN)])
def test_only_its_seat_sees_a_private_part(seat, facts):
    assert Event("drawn", TURN, {0: {"card": "fox"}}).facts_for(seat) == facts


@pytest.mark.parametrize(
    ("private", "facts"),
    [
        ({}, TURN),
        ({1: {"card": "fox"}}, {**TURN, "card": "fox"}),
        ({0: {"card": "fox"}, 1: {"card": "fox"}}, {**TURN, "card": "fox"}),
        (
            {0: {"hand": ["fox"]}, 1: {"hand": ["owl"]}},
            {**TURN, "by_seat": [{"seat": 0, "hand": ["fox"]}, {"seat": 1, "hand": ["owl"]}]},
        ),
    ],
)
def test_all_parts_are_shown_once_nothing_is_hidden(private, facts):
    assert Event("drawn", TURN, private).all_facts() == facts


@pytest.mark.parametrize("undoable", [True, False])
def test_a_step_may_be_described_after_other_events(undoable):
    first, second, third = (Event(name, {}) for name in "abc")
    assert Step("state", (third,), undoable).after(first, second) == Step(
        "state", (first, second, third), undoable
    )
