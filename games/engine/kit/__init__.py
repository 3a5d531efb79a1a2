"""Building blocks for presenters: step-by-step choices, buttons, the log in sentences, lists of words.

    choices     a move chosen step by step, in fields of the page's address; buttons that make a move or ask first
    hyphens     soft hyphens in the long words of names
    sentences   a table of sentences for events; lists such as "A, B and C"; a cache for words
    events      the places that the latest plies touched; what a finished game adds to the statistics
    pictures    small pictures of positions, as SVG
    reasons     why one move is better than another
    plain       a board of buttons and lists, and a log, for a title that draws nothing itself
    miniature   the small picture of any position

Only presenters import it: `choices`, `sentences`, `reasons`, `plain` and `miniature` translate and so import
`django.utils.translation`, which rules must not.
"""

from games.engine.kit.choices import (
    Asked,
    Button,
    Choice,
    Offer,
    Way,
    ask_once,
    asking_for,
    choose,
    press,
    query,
    question,
    several,
)
from games.engine.kit.events import Mark, marks_of
from games.engine.kit.hyphens import hyphened
from games.engine.kit.plain import PlainBoard, plain_sentence, player
from games.engine.kit.sentences import (
    Sentences,
    Words,
    also,
    by,
    either,
    fact,
    labelled,
    listed,
    seat,
    seats,
    told_once,
    when,
    winners,
)

__all__ = [
    "Asked", "Button", "Choice", "Mark", "Offer", "PlainBoard", "Sentences", "Way", "Words", "also", "ask_once",
    "asking_for", "by", "choose", "either", "fact", "hyphened", "labelled", "listed", "marks_of", "plain_sentence",
    "player", "press", "query", "question", "seat", "seats", "several", "told_once", "when", "winners",
]  # fmt: skip
