"""Lessons on challenges, and on how a seat loses (CE-8, CE-10 to CE-13, CE-18, CE-22)."""

from django.utils.translation import gettext_lazy as _

from games.engine.lesson import Deed, Lesson, done, miss, on
from games.titles.captn_eli.lessons.deeds import challenge, flip, game, move, place
from games.titles.captn_eli.state import Challenge, Shift

_MINE, _THEIRS = "captn-eli dolphin eagle-rock sonar", "hydron dolphin eagle-rock sonar"


def _ended(deed: Deed) -> bool:
    return deed.state.outcome is not None


THROUGH = Lesson(
    key="through",
    heading=_("A challenge"),
    told=_(
        "A face-up character can challenge a card beside it: its challenge (C, red) against the card's "
        "defence (D, blue). A higher total removes the card. Along its column it can also challenge through "
        "your face-up vehicles and add their C."
    ),
    task=_("Challenge Hydron with Capt'n Eli, through the Dolphin."),
    setting=game(
        _MINE, _THEIRS,
        place("captn-eli", 0, 0), place("sonar", -1, 0), place("dolphin", 0, -1), place("hydron", 0, -2),
        place("eagle-rock", 1, 0), flip(0, -2), flip(0, 0), challenge((0, -2), (0, -1)),
    ),
    answers=(
        done(
            _(
                "1 + 1 = 2 beats 1, so Hydron is removed. He was the Bosun's character: you win."
            ),
            _ended,
        ),
        miss(_(
            "That's another card. Only the character decides the game."
        ), lambda deed: isinstance(deed.move, Challenge)),
        miss(_("That takes your whole turn, and you can reach Hydron now.")),
    ),
    hint=_("Choose Capt'n Eli on the grid, then Hydron, two cells ahead."),
    solution=(challenge((0, 0), (0, -2)),),
    covers=("CE-10", "CE-11", "CE-13", "CE-18", "CE-22"),
)  # fmt: skip

GADGET = Lesson(
    key="gadget",
    heading=_("Gadgets and locations"),
    told=_(
        "Your face-up gadgets beside a character add their C to its challenge; locations add their D to its "
        "defence. Capt'n Eli's 1 can't beat Hydron's 1, because your Sonar isn't beside him."
    ),
    task=_("Move the Sonar beside Capt'n Eli, then challenge Hydron."),
    setting=game(
        _MINE, _THEIRS,
        place("captn-eli", 0, 0), place("hydron", 0, -1), place("sonar", 1, -1), place("dolphin", -1, -1),
        flip(0, 0), flip(0, -1), flip(1, -1), place("eagle-rock", 0, -2),
    ),
    answers=(
        done(
            _(
                "With the Sonar you have 2 to 1. If the Bosun had turned up Eagle Rock beside Hydron, its D "
                "would have saved him."
            ),
            _ended,
        ),
        on(
            _("It helps there. The Bosun laid another card, and it's your turn again."),
            lambda deed: isinstance(deed.move, Shift) and deed.move.to == (1, 0), (1, place("sonar", -1, -2)),
        ),
        miss(_(
            "The Sonar must share a side with Capt'n Eli to help him."
        ), lambda deed: isinstance(deed.move, Shift)),
        miss(_("You can do that, but move the Sonar first, then challenge.")),
    ),
    hint=_("Move the Sonar one cell down, to the right of Capt'n Eli. Then challenge with him."),
    solution=(move((1, -1), (1, 0)), challenge((0, 0), (0, -1))),
    covers=("CE-8", "CE-11", "CE-12"),
)  # fmt: skip

NO_CARDS = Lesson(
    key="no-cards",
    heading=_("Nothing left on the grid"),
    told=_(
        "If you've laid a card and have none left on the grid, you lose, even with cards in hand. The Bosun "
        "holds three cards but has only a Dolphin on the grid."
    ),
    task=_("Remove the Dolphin."),
    setting=game(
        _MINE, _THEIRS,
        place("captn-eli", 0, 0), place("dolphin", 0, -1), place("sonar", 1, 0), flip(0, -1),
        flip(0, 0), move((0, -1), (1, -1)), flip(1, 0), move((1, -1), (0, -1)),
    ),
    answers=(
        done(_("Only your cards are left: you win. Keeping too many cards in hand is dangerous."), _ended),
        miss(_("The Dolphin is right in front of Capt'n Eli, and the Sonar helps him.")),
    ),
    hint=_("Challenge it with Capt'n Eli."),
    solution=(challenge((0, 0), (0, -1)),),
    covers=("CE-11", "CE-18"),
)  # fmt: skip

IN_HAND = Lesson(
    key="in-hand",
    heading=_("A character that hides"),
    told=_(
        "You also lose if your character is still in hand while all your other cards are face up. A "
        "challenge first turns a face-down card up, win or lose. The Bosun has one card in hand and one face "
        "down."
    ),
    task=_("Turn up the Bosun's last face-down card."),
    setting=game(
        _MINE, _THEIRS,
        place("captn-eli", 0, 0), place("dolphin", 0, -1), place("sonar", 1, 0), place("eagle-rock", -1, -1),
        flip(0, 0), place("sonar", 1, -1), flip(1, 0), flip(-1, -1), place("dolphin", -1, 0), flip(1, -1),
    ),
    answers=(
        done(_(
            "All the Bosun's cards are face up, and Hydron is still in hand: you win. That was the last "
            "lesson."
        ), _ended),
        miss(_(
            "That gives the Bosun a turn to lay Hydron. Challenge with Capt'n Eli to turn the card up now."
        )),
    ),
    hint=_("The card is right in front of Capt'n Eli: challenge it."),
    solution=(challenge((0, 0), (0, -1)),),
    covers=("CE-13", "CE-18"),
)  # fmt: skip
