"""Marks of the latest ply of each seat."""

from games.engine.kit import Mark, marks_of
from games.engine.presenter import Scene

NAMES = ("Alice", "Bob")


def marks(*latest):
    scene = Scene(0, NAMES, (), {}, 2, False, latest=latest)
    return marks_of(scene, lambda kind, facts: [facts["at"]] if kind == "laid" else [])


def test_every_place_has_the_mark_of_the_seat_that_touched_it_last():
    both = ((1, (("laid", {"at": 5}), ("drawn", {}))), (0, (("laid", {"at": 4}), ("laid", {"at": 5}))))
    assert marks(*both) == {5: Mark(1, "Bob", True), 4: Mark(0, "Alice", False)}


def test_a_ply_that_touched_nothing_marks_nothing():
    assert marks() == {}
    assert marks((0, (("drawn", {}),))) == {}
