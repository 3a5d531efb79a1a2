"""The course of Captivate, in order."""

from games.engine.lesson import Course
from games.titles.captivate.lessons.ends import FULL, LAST, STRICT, TIE
from games.titles.captivate.lessons.turns import BOX, CAPTURE, DOTS, ELEMENT, END, SEVERAL, VALUE

COURSE = Course(
    (VALUE, DOTS, ELEMENT, SEVERAL, CAPTURE, END, BOX, STRICT, LAST, FULL, TIE),
    left_out={
        "CV-19": "nobody has to practise how to leave; the rules page says what happens to the cards",
        "left": "nobody has to practise how to leave; the rules page says what it means",
    },
)
