"""The course of 20,000 Miles under the Sea, in order."""

from games.engine.lesson import Course
from games.titles.nautilus.lessons.cards import ANCHOR, BELL, HELMET, ORDER
from games.titles.nautilus.lessons.counts import COLUMNS, ROW
from games.titles.nautilus.lessons.steps import ARROW, BLUE, STEER

COURSE = Course(
    (ORDER, STEER, BLUE, ARROW, HELMET, ANCHOR, BELL, ROW, COLUMNS),
    left_out={
        "NA-23": "leaving needs no practice; the rules page says what happens to the chips",
        "left": "leaving needs no practice; the rules page explains it",
    },
)
