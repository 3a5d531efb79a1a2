"""What the presenters of titles are made of: choices step by step, buttons, the log in sentences, lists of words.

    choices     a move chosen step by step, by fields in the address of the page; the buttons that make it
    sentences   a table from events to sentences
    marks       which places the latest ply of each seat touched
    words       "A, B and C"
    plain       a board of buttons and lists, and a log, for a title that draws nothing of its own

Only presenters import it: `words` and `plain` translate and so import `django.utils.translation`, which rules must not.
"""

from games.engine.kit.choices import Button, Choice, Offer, Way, choose, press, query, several
from games.engine.kit.marks import Mark, marks_of
from games.engine.kit.plain import PlainBoard, plain_sentence, player
from games.engine.kit.sentences import Sentences, Words, also, by, either, fact, seat, seats, when, winners
from games.engine.kit.words import listed

__all__ = [
    "Button", "Choice", "Mark", "Offer", "PlainBoard", "Sentences", "Way", "Words", "also", "by", "choose", "either",
    "fact", "listed", "marks_of", "plain_sentence", "player", "press", "query", "seat", "seats", "several", "when",
    "winners",
]  # fmt: skip
