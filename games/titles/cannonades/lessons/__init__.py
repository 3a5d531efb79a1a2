"""The course of Cannonades, in order."""

from games.engine.lesson import Course
from games.titles.cannonades.lessons.ends import LAST_CAPTAIN, LAST_TURN, STAND_OFF
from games.titles.cannonades.lessons.fights import BOARD, GRIN, OWN_GRIN, SHOOT
from games.titles.cannonades.lessons.turns import ADD, DRAW, LIMIT, OPENING

COURSE = Course(
    (OPENING, ADD, DRAW, SHOOT, GRIN, OWN_GRIN, BOARD, LIMIT, LAST_CAPTAIN, STAND_OFF, LAST_TURN),
    left_out={
        "CN-20": "nobody has to practise how to leave; the rules page says what happens to the ships",
        "left": "nobody has to practise how to leave; the rules page says what it means",
    },
)
