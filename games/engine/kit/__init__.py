"""Building blocks of presenters: step-by-step choices, buttons, the log in sentences, lists of words.

    choices     a move chosen step by step, by fields in the address of the page; the buttons that make it
    asking      buttons that ask for confirmation before they make a move
    sentences   a table from events to sentences
    marks       the places that the latest ply of each seat touched
    words       "A, B and C"; a cache for words
    figures     the amounts that a finished game adds to the statistics of its title
    pictures    small pictures of positions, as SVG
    plain       a board of buttons and lists, and a log, for a title that draws nothing itself
    miniature   the small picture of any position

Only presenters import it: `asking`, `words`, `plain` and `miniature` translate and so import
`django.utils.translation`, which rules must not.
"""

from games.engine.kit.asking import Asked, ask_once, asking_for
from games.engine.kit.choices import Button, Choice, Offer, Way, choose, final, press, query, several
from games.engine.kit.marks import Mark, marks_of
from games.engine.kit.plain import PlainBoard, plain_sentence, player
from games.engine.kit.sentences import Sentences, Words, also, by, either, fact, seat, seats, when, winners
from games.engine.kit.words import listed, told_once

__all__ = [
    "Asked", "Button", "Choice", "Mark", "Offer", "PlainBoard", "Sentences", "Way", "Words", "also", "ask_once",
    "asking_for", "by", "choose", "either", "fact", "final", "listed", "marks_of", "plain_sentence", "player", "press",
    "query", "seat", "seats", "several", "told_once", "when", "winners",
]  # fmt: skip
