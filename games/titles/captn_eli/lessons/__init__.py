"""The course of Capt'n Eli, in order. It uses the published cards of CE-2, and other values only for comparison."""

from games.engine.lesson import Course
from games.titles.captn_eli.lessons.fights import GADGET, IN_HAND, NO_CARDS, THROUGH
from games.titles.captn_eli.lessons.grid import MYSTIC, PLACE, WEDGE
from games.titles.captn_eli.lessons.keywords import SACRIFICE, STACKED, TENACIOUS
from games.titles.captn_eli.lessons.squads import SQUAD

COURSE = Course(
    (PLACE, WEDGE, THROUGH, GADGET, MYSTIC, TENACIOUS, SACRIFICE, STACKED, NO_CARDS, IN_HAND, SQUAD),
    left_out={
        "CE-3": "the values of the set may be tuned, so nothing is taught that rests on them",
        "CE-6": "how pools are dealt leaves nothing to do; the page of the rules tells it",
        "CE-9": "that a seat is stuck is so rare that no lesson would be remembered; the log tells it",
        "CE-19": "how a calm ends a game is still open, and the board counts it down",
        "CE-23": "nobody has to practise how to leave",
        "becalmed": "how a calm ends a game is still open, and the board counts it down",
        "left": "nobody has to practise how to leave; the page of the rules tells what it means",
    },
)
