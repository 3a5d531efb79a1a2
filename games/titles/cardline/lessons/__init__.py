"""The course of Cardline, in order."""

from games.engine.lesson import Course
from games.titles.cardline.lessons.line import BETWEEN, EQUAL, MISTAKE, SIDES, TRAIT
from games.titles.cardline.lessons.rounds import FIRST_OUT, KNOCK_OUT, STALLED

COURSE = Course(
    (SIDES, MISTAKE, BETWEEN, EQUAL, TRAIT, FIRST_OUT, KNOCK_OUT, STALLED),
    left_out={
        "CL-2": "what the bundled deck must hold to is for those who edit it, and changes no decision of a player",
        "CL-3": "how decks are uploaded is for administrators, and is played like any other deck",
        "CL-14": "nobody has to practise how to leave; the page of the rules tells what becomes of the cards",
        "no-cards": "it takes a deck hardly larger than all hands, which no table begins with that has the bundled one",
        "left": "nobody has to practise how to leave; the page of the rules tells what it means",
    },
)
