"""Lessons on a turn: flips, captures, and where a card may go (CV-1 to CV-11, CV-18)."""

from django.utils.translation import gettext_lazy as _

from games.engine.lesson import Lesson, Setting, done, miss, on
from games.titles.captivate.grid import BOX as MOST
from games.titles.captivate.grid import Laid
from games.titles.captivate.lessons.deeds import (
    capture,
    captured,
    cards,
    end,
    ended,
    flipped,
    laid,
    lays,
    place,
    turn,
)

VALUE = Lesson(
    key="by-value",
    heading=_("A higher value flips"),
    told=_(
        "Everybody holds five cards, and one lies on the field. A card that you lay beside another turns "
        "it face down if its value, the big number, is higher."
    ),
    task=_("Lay the Light Wolf beside the Dark Crab."),
    setting=Setting(
        cards("light-9 earth-1 water-2 light-2 dark-1 earth-6 earth-7 water-4 dark-8 water-10 dark-3")
    ),
    answers=(
        done(
            _(
                "9 is more than 3, so the Wolf flips the Crab, on whichever side it lies and whatever the "
                "dots say."
            ),
            lays("light-9"),
        ),
        miss(
            _(
                "That flipped the Crab too, but by its dots, which come next. Take it back, and let the "
                "value do it."
            ),
            lambda deed: flipped(deed) > 0,
        ),
        miss(_("The value of that card is lower than the Crab's 3: nothing happens. The Wolf has a 9.")),
    ),
    hint=_("Choose the card with the 9 in your hand, then any of the four cells around the Crab."),
    solution=(place("light-9", 1, 0),),
    covers=("CV-2", "CV-4", "CV-6", "CV-8"),
)  # fmt: skip

DOTS = Lesson(
    key="by-dots",
    heading=_("More dots flip"),
    told=_(
        "Each side of a card has one to four dots, and four on the strong side of its element: Light has "
        "them at the top. Where two cards touch, more dots flip, even if the value is lower."
    ),
    task=_("Flip the Earth Frog with your Light Rat."),
    setting=Setting(
        cards(
            "light-1 dark-2 water-9 dark-10 earth-11 water-2 earth-7 water-4 dark-8 water-10 earth-2 "
            "light-12 dark-5"
        ),
        (*turn(0, place("dark-2", -1, 0)), *turn(1, place("water-2", -1, 1))),
    ),
    answers=(
        done(
            _(
                "Four dots at the top of the Rat meet two at the bottom of the Frog. The Water Frog to the "
                "left stays as it is: there the Rat has one dot and the Frog four."
            ),
            lays("light-1", (0, 1)),
        ),
        miss(
            _(
                "There the Rat does not touch the Earth Frog with its four dots. They are at its top: it "
                "has to lie below."
            ),
            lays("light-1"),
        ),
        miss(_("That is another card. The Rat is the one with the 1: the weakest, but for its strong side.")),
    ),
    hint=_("The four dots of Light are at the top, so the Rat goes right below the Earth Frog, to D5."),
    solution=(place("light-1", 0, 1),),
    covers=("CV-1", "CV-3", "CV-8", "CV-18"),
)  # fmt: skip

ELEMENT = Lesson(
    key="by-element",
    heading=_("Equal dots of one element flip"),
    told=_(
        "The Dragon has four dots on every side, so nothing has more. But where the dots are equal, a card "
        "flips one of its own element."
    ),
    task=_("Flip the Earth Dragon."),
    setting=Setting(
        cards("earth-1 dark-5 water-8 light-11 water-3 earth-6 earth-7 water-4 dark-8 water-10 earth-13")
    ),
    answers=(
        done(
            _(
                "Four dots against four, and both are of Earth: the Rat brings down the strongest card of "
                "the game."
            ),
            lambda deed: flipped(deed) > 0,
        ),
        miss(
            _("The right card, but on that side it has one dot. Earth has its four on the left."),
            lays("earth-1"),
        ),
        miss(_(
            "Even on its strong side that card has only as many dots as the Dragon, and it is of another "
            "element."
        )),
    ),
    hint=_("The Earth Rat has four dots on its left: it goes to the right of the Dragon."),
    solution=(place("earth-1", 1, 0),),
    covers=("CV-1", "CV-8"),
)  # fmt: skip

SEVERAL = Lesson(
    key="several",
    heading=_("Several at once"),
    told=_(
        "A card is held against every neighbour that lies face up, and flips all that it can. A flip sets "
        "off no other."
    ),
    task=_("Lay one card that flips two."),
    setting=Setting(
        cards(
            "earth-12 dark-4 light-2 dark-1 water-1 light-3 earth-7 water-4 dark-8 water-10 water-5 "
            "light-10 dark-11"
        ),
        (*turn(0, place("dark-4", 1, 0)), *turn(1, place("light-3", 1, 1))),
    ),
    answers=(
        done(_(
            "It touches two cards and beats both. A place on the board tells how many would be flipped."
        ), lambda deed: flipped(deed) > 1),
        miss(
            _("One card is flipped. Look for the cell that touches two cards, for a card that beats both."),
            lambda deed: flipped(deed) == 1,
        ),
        miss(_("That flips nothing: it has neither a higher value, nor more dots where it touches.")),
    ),
    hint=_(
        "D5 lies below the Water Owl and to the left of the Light Crab. The Earth Tiger has the highest "
        "value."
    ),
    solution=(place("earth-12", 0, 1),),
    covers=("CV-8",),
)  # fmt: skip

CAPTURE = Lesson(
    key="capture",
    heading=_("Capture what lies face down"),
    told=_(
        "In a turn you lay as many cards as you like. Laid on a face-down card, any card captures it, even "
        "one that you have just flipped, and whoever flipped it. The cards you lay yourself are safe until "
        "your turn ends."
    ),
    task=_("Flip the Light Boar, then capture it."),
    setting=Setting(
        cards("dark-10 water-2 earth-1 light-2 dark-1 earth-6 earth-7 water-4 dark-8 water-10 light-8")
    ),
    answers=(
        done(_("The Boar is set aside. When the turn ends its 8 points go to your pile."), captured),
        on(
            _("It lies face down now. Choose another card, and lay it on top: your weakest will do."),
            lambda deed: flipped(deed) > 0,
        ),
        miss(
            _("That lies beside the Boar and does not flip it: look for a higher value or more dots."),
            lambda deed: laid(deed) and all(card.up for card in deed.state.field),
        ),
        miss(_("The Boar lies face down and can be captured: lay a card on top of it."), laid),
        miss(_("The turn is over, and the Boar lies face down for the next player to capture.")),
    ),
    hint=_("First the Dark Eagle, a 10, beside the Boar. Then any other card on the Boar itself."),
    solution=(place("dark-10", 1, 0), capture("earth-1", 0, 0)),
    covers=("CV-7", "CV-9"),
)  # fmt: skip

END = Lesson(
    key="end",
    heading=_("End your turn"),
    told=_(
        "Until you end the turn everything can be taken back. Then what you captured goes to your pile, "
        "you draw up to five, and the others can flip and capture what you laid."
    ),
    task=_("You have captured the Light Boar. End your turn."),
    setting=Setting(
        cards(
            "dark-10 water-2 earth-1 light-2 dark-1 earth-6 light-12 water-4 dark-8 water-11 light-8 "
            "water-5 dark-7"
        ),
        ((0, place("dark-10", 1, 0)), (0, capture("earth-1", 0, 0))),
    ),
    answers=(
        done(
            _(
                "The Boar is in your pile and worth 8 points. But the Eagle that you left lying did not "
                "last: it is worth 10 to the Bosun. A strong card on the field is also a prize."
            ),
            ended,
            (1, place("light-12", 2, 0)), (1, capture("water-4", 1, 0)), (1, end()),
        ),
        miss(_(
            "Also allowed: you may go on as long as you hold cards. But every card that you leave lying "
            "can be captured."
        )),
    ),
    hint=_("The button is at the head of the bar: End your turn."),
    solution=(end(),),
    covers=("CV-7", "CV-9", "CV-10", "CV-11"),
)  # fmt: skip

BOX = Lesson(
    key="box",
    heading=_("Four by four"),
    told=_(
        "The field grows to any side, but is never more than four cells wide or four high, measured over "
        "all its cards. This one is four wide already: nothing can be laid to the left or right of it."
    ),
    task=_("Lay a card that makes the field four cells high."),
    setting=Setting(
        cards(
            "light-2 dark-2 water-2 earth-2 dark-7 dark-3 earth-5 water-7 dark-8 water-10 light-6 light-3 "
            "earth-9 water-9 light-10 dark-9"
        ),
        (
            *turn(0, place("light-2", 1, 0), place("dark-2", 2, 0), place("water-2", 3, 0), place("earth-2", 3, 1)),
            *turn(1, place("dark-3", 3, 2)),
        ),
    ),
    answers=(
        done(
            _(
                "Now it is four by four, and cannot grow any more: all that is left are the empty cells in "
                "it."
            ),
            lambda deed: laid(deed) and _height(deed.state.field) == MOST,
        ),
        miss(_(
            "That lies within the three rows that there are. Choose a cell above or below all of them."
        ), laid),
    ),
    hint=_("A cell of the top row, 3, or of the bottom row, 7."),
    solution=(place("dark-7", 0, -1),),
    covers=("CV-5", "CV-6"),
)  # fmt: skip


def _height(field: tuple[Laid, ...]) -> int:
    rows = [card.cell[1] for card in field]
    return max(rows) - min(rows) + 1
