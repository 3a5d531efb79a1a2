"""Lessons on memory, and on how a game ends (CV-12 to CV-17)."""

from collections.abc import Callable

from django.utils.translation import gettext_lazy as _

from games.engine.lesson import Answer, Deed, Drift, Lesson, Setting, done, miss, on
from games.titles.captivate.lessons.moves import (
    capture,
    cards,
    end,
    is_capture,
    is_end,
    is_lay,
    place,
    throw,
    turn,
)
from games.titles.captivate.state import Capture, Throw

STRICT = Lesson(
    key="strict",
    heading=_("Strict memory"),
    told=_(
        "Hands are secret. At most tables you can look up everything else. With strict memory, a flipped "
        "card only shows its back. The Bosun has just flipped the Earth Dragon at D4 and your Light Frog "
        "at D3."
    ),
    task=_("Capture the Dragon from memory."),
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
                "13 points, and nobody sees what you captured. In strict play, remember where cards "
                "were flipped."
            ),
            lambda deed: isinstance(deed.move, Capture) and deed.move.cell == (0, 0),
        ),
        miss(_(
            "That was your own Frog, worth 2. The Dragon was the first card on the field, at D4."
        ), is_capture),
        miss(_("You can do that. But 13 points are face down, and the Bosun remembers where.")),
    ),
    hint=_("Choose any card, then the back in column D, row 4."),
    solution=(capture("water-3", 0, 0),),
    covers=("CV-16", "CV-17"),
)  # fmt: skip

LAST = Lesson(
    key="last-round",
    heading=_("The last round"),
    told=_(
        "When the deck is empty, everybody has one more turn. Your score is the value of your pile minus "
        "the value of your hand. You have 107, the Bosun 109, and this is the last turn of the game."
    ),
    task=_("Lay both cards, then end your turn."),
    setting=Setting(seed=90, drift=(Drift.RANDOM, 59)),
    answers=(
        done(
            _("Your hand is empty, so nothing is subtracted. In the last round, lay your big cards."),
            lambda deed: is_end(deed) and not deed.before.hands[0],
        ),
        on(
            _("That card no longer counts against you. Now lay the other one."),
            lambda deed: is_lay(deed) and bool(deed.state.hands[0]),
        ),
        on(_("Your hand is empty. End your turn, and the game ends."), is_lay),
        miss(_("You still had a card in hand, and its value was subtracted from your score.")),
    ),
    hint=_("The field is full, so both cards capture. Lay each on a face-down card, then end your turn."),
    solution=(capture("light-9", 0, 1), capture("water-2", -2, 1), end()),
    covers=("CV-12", "CV-14"),
)  # fmt: skip

FULL = Lesson(
    key="field-full",
    heading=_("A full field"),
    told=_(
        "Play also ends at once when all sixteen cells are taken and every card is face up. One card is "
        "face down, and you have far more points than the Bosun."
    ),
    task=_("End the game: leave no card face down."),
    setting=Setting(seed=140, drift=(Drift.RANDOM, 43)),
    answers=(
        done(
            _(
                "All sixteen cards are face up, so the game ends in the middle of your turn, with cards in"
                " the deck and in your hand."
            ),
            lambda deed: deed.facts("play-ended") is not None,
        ),
        miss(
            _(
                "You captured it, but your card flipped others, and they are face down now. Use a card "
                "that flips nothing."
            ),
            is_capture,
        ),
    ),
    hint=_(
        "Capture the face-down card with your weakest card, the Water Rat: it flips none of its "
        "neighbours."
    ),
    solution=(capture("water-1", 0, 2),),
    covers=("CV-13", "CV-14"),
)  # fmt: skip

_BEATEN_BY = {"rock": "paper", "paper": "scissors", "scissors": "rock"}


def _throws(hand: str, *, first: bool) -> Callable[[Deed], bool]:
    return lambda deed: deed.move == Throw(hand) and (deed.before.throwing.barren == 0) is first


def _equal_throw(hand: str) -> Answer:
    return on(
        _("You both threw the same, so nobody drops out, and you throw again."),
        _throws(hand, first=True), (1, throw(hand)),
    )  # fmt: skip


def _winning_throw(hand: str) -> Answer:
    beaten = next(other for other, by in _BEATEN_BY.items() if by == hand)
    return done(
        _(
            "Your throw beats the Bosun's: you are first. That's all of Captivate. Remember: don't leave "
            "big cards exposed."
        ),
        _throws(hand, first=False), (1, throw(beaten)),
    )  # fmt: skip


TIE = Lesson(
    key="tie",
    heading=_("A tie for first"),
    told=_(
        "The game is over, and both of you have 45 points. Players tied for first throw rock, paper or "
        "scissors in secret."
    ),
    task=_("Throw until one of you has won."),
    setting=Setting(moves=((0, end()),), seed=56, drift=(Drift.DEFAULT, 85)),
    answers=(*map(_equal_throw, _BEATEN_BY), *map(_winning_throw, _BEATEN_BY)),
    hint=_(
        "Choose any of the three. At a real table you can't take a throw back, so the board asks you to "
        "confirm."
    ),
    solution=(throw("rock"), throw("paper")),
    covers=("CV-15",),
)  # fmt: skip
