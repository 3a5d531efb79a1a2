"""Lessons on memory, and on how a game ends (CV-12 to CV-17)."""

from collections.abc import Callable

from django.utils.translation import gettext_lazy as _

from games.engine.lesson import Answer, Deed, Drift, Lesson, Setting, done, miss, on
from games.titles.captivate.lessons.deeds import (
    capture,
    captured,
    cards,
    end,
    ended,
    laid,
    place,
    throw,
    turn,
)
from games.titles.captivate.state import Capture, Throw

STRICT = Lesson(
    key="strict",
    heading=_("Strict memory"),
    told=_(
        "Hands are secret. At most tables everything else can be looked at; with strict memory a flipped "
        "card shows its back alone. The Bosun has just flipped the Earth Dragon at D4 and your Light Frog "
        "at D3."
    ),
    task=_("Capture the Dragon, by memory."),
    setting=Setting(
        cards(
            "light-2 dark-6 water-3 earth-4 light-5 earth-1 water-9 dark-3 earth-7 dark-8 earth-13 water-6 "
            "dark-4 light-7"
        ),
        (*turn(0, place("light-2", 0, -1)), *turn(1, place("earth-1", 1, 0), place("water-9", -1, -1))),
        options={"memory": "strict"},
    ),
    answers=(
        done(
            _(
                "13 points, though nobody is shown what you took. In strict play it pays to note where "
                "things fell."
            ),
            lambda deed: isinstance(deed.move, Capture) and deed.move.cell == (0, 0),
        ),
        miss(_(
            "That was your own Frog, worth 2. The Dragon was the first card of the field, at D4."
        ), captured),
        miss(_("That is possible. But 13 points lie face down, and the Bosun remembers where.")),
    ),
    hint=_("Choose any card, then the back in column D, row 4."),
    solution=(capture("water-3", 0, 0),),
    covers=("CV-16", "CV-17"),
)  # fmt: skip

LAST = Lesson(
    key="last-round",
    heading=_("The last round"),
    told=_(
        "When the deck is used up everybody has one more turn. Then your score is the value of your pile "
        "less the value of the cards in your hand. You have 107, the Bosun 109, and this is the last turn "
        "of the game."
    ),
    task=_("Lay both cards, then end your turn."),
    setting=Setting(seed=90, drift=(Drift.RANDOM, 59)),
    answers=(
        done(
            _(
                "Nothing is left in your hand to be taken off. The last round is also when the big cards "
                "want to be laid."
            ),
            lambda deed: ended(deed) and not deed.before.hands[0],
        ),
        on(
            _("That one counts for you and not against you. Now the other card."),
            lambda deed: laid(deed) and bool(deed.state.hands[0]),
        ),
        on(_("Your hand is empty. Now end the turn, which ends the game."), laid),
        miss(_("A card was left in your hand, and its value was taken off your score.")),
    ),
    hint=_("The field is full, so both cards capture: lay each on a face-down card. Then end your turn."),
    solution=(capture("light-9", 0, 1), capture("water-2", -2, 1), end()),
    covers=("CV-12", "CV-14"),
)  # fmt: skip

FULL = Lesson(
    key="field-full",
    heading=_("A full field"),
    told=_(
        "Play also ends, at once, when all sixteen cells are taken and every card lies face up. One card "
        "lies face down, and you have far more points than the Bosun."
    ),
    task=_("End the game: leave no card face down."),
    setting=Setting(seed=140, drift=(Drift.RANDOM, 43)),
    answers=(
        done(
            _(
                "All sixteen lie face up, so the game is over in the middle of your turn, with cards in "
                "the deck and in your hand."
            ),
            lambda deed: deed.facts("play-ended") is not None,
        ),
        miss(
            _(
                "You captured it, but that card has flipped others, and they lie face down. Take one that "
                "flips nothing."
            ),
            captured,
        ),
    ),
    hint=_(
        "Choose your weakest card, the Water Rat, and capture the face-down card with it: it flips none of "
        "its neighbours."
    ),
    solution=(capture("water-1", 0, 2),),
    covers=("CV-13", "CV-14"),
)  # fmt: skip

_BEATEN_BY = {"rock": "paper", "paper": "scissors", "scissors": "rock"}


def _throws(hand: str, *, first: bool) -> Callable[[Deed], bool]:
    return lambda deed: deed.move == Throw(hand) and (deed.before.throwing.barren == 0) is first


def _same(hand: str) -> Answer:
    return on(
        _("The same hand, by chance: nobody drops out, and both throw again."),
        _throws(hand, first=True), (1, throw(hand)),
    )  # fmt: skip


def _better(hand: str) -> Answer:
    beaten = next(other for other, by in _BEATEN_BY.items() if by == hand)
    return done(
        _(
            "Your hand beats the Bosun's: you are first. That was all of Captivate; leave nothing big "
            "lying about."
        ),
        _throws(hand, first=False), (1, throw(beaten)),
    )  # fmt: skip


TIE = Lesson(
    key="tie",
    heading=_("A tie for first"),
    told=_(
        "The game is over, and both of you have 45 points. Whoever is tied for first throws rock, paper or "
        "scissors, in secret."
    ),
    task=_("Throw until one of you has won."),
    setting=Setting(moves=((0, end()),), seed=56, drift=(Drift.DEFAULT, 85)),
    answers=(*map(_same, _BEATEN_BY), *map(_better, _BEATEN_BY)),
    hint=_(
        "Any of the three will do. A throw cannot be taken back at a real table, so the board asks once "
        "more."
    ),
    solution=(throw("rock"), throw("paper")),
    covers=("CV-15",),
)  # fmt: skip
