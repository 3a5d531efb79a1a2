"""Lessons on challenges, and on how a seat loses (CE-8, CE-10 to CE-13, CE-18, CE-22)."""

from django.utils.translation import gettext_lazy as _

from games.engine.lesson import Deed, Lesson, done, miss, on
from games.titles.captn_eli.lessons.deeds import challenge, flip, game, move, place
from games.titles.captn_eli.state import Challenge, Shift

__all__ = ["GADGET", "IN_HAND", "NO_CARDS", "THROUGH"]

_MINE, _THEIRS = "captn-eli dolphin eagle-rock sonar", "hydron dolphin eagle-rock sonar"


def _ended(deed: Deed) -> bool:
    return deed.state.outcome is not None


THROUGH = Lesson(
    key="through",
    heading=_("A challenge"),
    told=_(
        "A face-up character challenges a card beside it; a higher total of C against D removes that card. "
        "Up and down its column it also challenges through its own face-up vehicles, and adds their C."
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
                "1 and 1 are 2, against 1: Hydron is removed. It was the Bosun's character, and so you "
                "have won."
            ),
            _ended,
        ),
        miss(_(
            "That is another card, and not the one that decides the game."
        ), lambda deed: isinstance(deed.move, Challenge)),
        miss(_("That takes your whole turn, and Hydron is within your reach now.")),
    ),
    hint=_("Choose Capt'n Eli on the grid, and then Hydron, two cells ahead."),
    solution=(challenge((0, 0), (0, -2)),),
    covers=("CE-10", "CE-11", "CE-13", "CE-18", "CE-22"),
)  # fmt: skip

GADGET = Lesson(
    key="gadget",
    heading=_("Gadgets and locations"),
    told=_(
        "To a character's challenge is added the C of every own face-up gadget beside it, and to its "
        "defence the D of locations. Capt'n Eli has 1 against Hydron's 1, which is not enough: your Sonar "
        "is not beside him."
    ),
    task=_("Move the Sonar beside Capt'n Eli, and then challenge Hydron."),
    setting=game(
        _MINE, _THEIRS,
        place("captn-eli", 0, 0), place("hydron", 0, -1), place("sonar", 1, -1), place("dolphin", -1, -1),
        flip(0, 0), flip(0, -1), flip(1, -1), place("eagle-rock", 0, -2),
    ),
    answers=(
        done(
            _(
                "With the Sonar it is 2 against 1. Had the Bosun turned up Eagle Rock beside Hydron, its D "
                "would have saved him."
            ),
            _ended,
        ),
        on(
            _("There it helps. The Bosun has laid another card, and it is your turn again."),
            lambda deed: isinstance(deed.move, Shift) and deed.move.to == (1, 0), (1, place("sonar", -1, -2)),
        ),
        miss(_(
            "It has to share a side with Capt'n Eli to help him."
        ), lambda deed: isinstance(deed.move, Shift)),
        miss(_("Also an action. But first the Sonar, and then the challenge.")),
    ),
    hint=_("The Sonar goes one cell down, to the right of Capt'n Eli. Then challenge with him."),
    solution=(move((1, -1), (1, 0)), challenge((0, 0), (0, -1))),
    covers=("CE-8", "CE-11", "CE-12"),
)  # fmt: skip

NO_CARDS = Lesson(
    key="no-cards",
    heading=_("Nothing left on the grid"),
    told=_(
        "Who has laid a card and has none left on the grid loses, whatever is in hand. The Bosun keeps "
        "back three cards, and has only a Dolphin there."
    ),
    task=_("Remove the Dolphin."),
    setting=game(
        _MINE, _THEIRS,
        place("captn-eli", 0, 0), place("dolphin", 0, -1), place("sonar", 1, 0), flip(0, -1),
        flip(0, 0), move((0, -1), (1, -1)), flip(1, 0), move((1, -1), (0, -1)),
    ),
    answers=(
        done(_("The grid is yours alone: you have won. It is dangerous to keep too much in hand."), _ended),
        miss(_("The Dolphin lies right in front of Capt'n Eli, with the Sonar to help him.")),
    ),
    hint=_("Challenge it with Capt'n Eli."),
    solution=(challenge((0, 0), (0, -1)),),
    covers=("CE-11", "CE-18"),
)  # fmt: skip

IN_HAND = Lesson(
    key="in-hand",
    heading=_("A character that hides"),
    told=_(
        "A seat also loses when its character is still in hand and all its other cards lie face up. A "
        "challenge turns a face-down card up first, whether it can be won or not. The Bosun has one card "
        "in hand and one face down."
    ),
    task=_("Turn up the Bosun's last face-down card."),
    setting=game(
        _MINE, _THEIRS,
        place("captn-eli", 0, 0), place("dolphin", 0, -1), place("sonar", 1, 0), place("eagle-rock", -1, -1),
        flip(0, 0), place("sonar", 1, -1), flip(1, 0), flip(-1, -1), place("dolphin", -1, 0), flip(1, -1),
    ),
    answers=(
        done(_(
            "All of the Bosun's cards lie open, and Hydron is still in hand: you have won. That was all; "
            "man the guns."
        ), _ended),
        miss(_(
            "That gives the Bosun a turn to lay Hydron. A challenge by Capt'n Eli turns the card up now."
        )),
    ),
    hint=_("It lies right in front of Capt'n Eli: challenge it."),
    solution=(challenge((0, 0), (0, -1)),),
    covers=("CE-13", "CE-18"),
)  # fmt: skip
