"""The course of 20,000 Miles under the Sea, in order."""

from games.engine.lesson import Course
from games.titles.nautilus.lessons.cards import ANCHOR, BELL, HELMET, ORDER
from games.titles.nautilus.lessons.counts import COLUMNS, ROW
from games.titles.nautilus.lessons.steps import ARROW, BLUE, STEER

COURSE = Course(
    (ORDER, STEER, BLUE, ARROW, HELMET, ANCHOR, BELL, ROW, COLUMNS),
    left_out={
        "NA-23": "nobody has to practise how to leave; the page of the rules tells what becomes of the chips",
        "left": "nobody has to practise how to leave; the page of the rules tells what it means",
    },
)
