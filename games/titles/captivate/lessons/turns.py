"""Lessons on a turn: flips, captures, and where a card may go (CV-1 to CV-11, CV-18)."""

from django.utils.translation import gettext_lazy as _

from games.engine.lesson import Lesson, Setting, done, miss, on
from games.titles.captivate.grid import BOX as MOST
from games.titles.captivate.grid import Laid
from games.titles.captivate.lessons.moves import (
    capture,
    cards,
    end,
    flip_count,
    is_capture,
    is_end,
    is_lay,
    lays,
    place,
    turn,
)

VALUE = Lesson(
    key="by-value",
    heading=_("A higher value flips"),
    told=_(
        "Everybody has five cards, and one is on the field. Lay a card beside another: if its value, the "
        "big number, is higher, the other card is flipped face down."
    ),
    task=_("Lay the Light Wolf beside the Dark Crab."),
    setting=Setting(
        cards("light-9 earth-1 water-2 light-2 dark-1 earth-6 earth-7 water-4 dark-8 water-10 dark-3")
    ),
    answers=(
        done(
            _("9 is more than 3, so the Wolf flips the Crab, on any side and whatever the dots say."),
            lays("light-9"),
        ),
        miss(
            _(
                "That flipped the Crab too, but by its dots, which come next. Take it back, and flip the "
                "Crab by value."
            ),
            lambda deed: flip_count(deed) > 0,
        ),
        miss(_("That card's value is lower than the Crab's 3, so nothing happens. The Wolf has a 9.")),
    ),
    hint=_("Choose the 9 in your hand, then any of the four cells around the Crab."),
    solution=(place("light-9", 1, 0),),
    covers=("CV-2", "CV-4", "CV-6", "CV-8"),
)  # fmt: skip

DOTS = Lesson(
    key="by-dots",
    heading=_("More dots flip"),
    told=_(
        "Each side of a card has one to four dots. The strong side of its element has four: for Light, the"
        " top. Where two cards touch, the side with more dots flips the other card, even if its own card "
        "has a lower value."
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
                "The Rat's four dots at the top meet the Frog's two at the bottom. The Water Frog on the "
                "left stays: there the Rat has one dot and the Frog four."
            ),
            lays("light-1", (0, 1)),
        ),
        miss(
            _(
                "There the Rat's four dots don't touch the Earth Frog. They're on its top side, so lay it "
                "below the Frog."
            ),
            lays("light-1"),
        ),
        miss(_("That's a different card. The Rat is the 1: your weakest card, except on its strong side.")),
    ),
    hint=_("Light has its four dots at the top, so lay the Rat right below the Earth Frog, at D5."),
    solution=(place("light-1", 0, 1),),
    covers=("CV-1", "CV-3", "CV-8", "CV-18"),
)  # fmt: skip

ELEMENT = Lesson(
    key="by-element",
    heading=_("Same element? A tie flips too"),
    told=_(
        "The Dragon has four dots on every side, so no card has more. But where the dots are equal, a card"
        " flips another one of its own element."
    ),
    task=_("Flip the Earth Dragon."),
    setting=Setting(
        cards("earth-1 dark-5 water-8 light-11 water-3 earth-6 earth-7 water-4 dark-8 water-10 earth-13")
    ),
    answers=(
        done(
            _(
                "Four dots against four, and both cards are Earth: your Rat flips the strongest card of "
                "the game."
            ),
            lambda deed: flip_count(deed) > 0,
        ),
        miss(
            _("The right card, but on that side it has one dot. Earth has its four dots on the left."),
            lays("earth-1"),
        ),
        miss(_(
            "Even on its strong side, that card only equals the Dragon's dots, and its element is different."
        )),
    ),
    hint=_("The Earth Rat has four dots on its left, so lay it to the right of the Dragon."),
    solution=(place("earth-1", 1, 0),),
    covers=("CV-1", "CV-8"),
)  # fmt: skip

SEVERAL = Lesson(
    key="several",
    heading=_("Several at once"),
    told=_(
        "A card attacks every face-up neighbour, and flips each one that it beats. A flip never triggers "
        "another flip."
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
            "It touches two cards and beats both. The number on a cell shows how many cards you would "
            "flip."
        ), lambda deed: flip_count(deed) > 1),
        miss(
            _("You flipped one card. Find the cell that touches two cards, and a card that beats both."),
            lambda deed: flip_count(deed) == 1,
        ),
        miss(_("That flips nothing: it has neither a higher value nor more dots where it touches.")),
    ),
    hint=_("D5 is below the Water Owl and left of the Light Crab. The Earth Tiger has the highest value."),
    solution=(place("earth-12", 0, 1),),
    covers=("CV-8",),
)  # fmt: skip

CAPTURE = Lesson(
    key="capture",
    heading=_("Capture face-down cards"),
    told=_(
        "You may lay as many cards as you like in a turn. Lay any card on a face-down card to capture it, "
        "no matter who flipped it. Cards that you laid in this turn are safe until it ends."
    ),
    task=_("Flip the Light Boar, then capture it."),
    setting=Setting(
        cards("dark-10 water-2 earth-1 light-2 dark-1 earth-6 earth-7 water-4 dark-8 water-10 light-8")
    ),
    answers=(
        done(_("You captured the Boar. At the end of your turn, its 8 points go to your pile."), is_capture),
        on(
            _("The Boar is face down. Choose another card to lay on top: your weakest will do."),
            lambda deed: flip_count(deed) > 0,
        ),
        miss(
            _("That card is next to the Boar and doesn't flip it. Find a higher value or more dots."),
            lambda deed: is_lay(deed) and all(card.up for card in deed.state.field),
        ),
        miss(_("The Boar is face down, so you can capture it: lay a card on top."), is_lay),
        miss(_("Your turn is over. The Boar is face down, and the next player can capture it.")),
    ),
    hint=_("First lay the Dark Eagle, a 10, beside the Boar. Then lay any other card on the Boar."),
    solution=(place("dark-10", 1, 0), capture("earth-1", 0, 0)),
    covers=("CV-7", "CV-9"),
)  # fmt: skip

END = Lesson(
    key="end",
    heading=_("End your turn"),
    told=_(
        "You can take everything back until you end your turn. Then your captures go to your pile, you "
        "draw up to five cards, and the others can flip and capture the cards you laid."
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
                "The Boar is in your pile and worth 8 points. But the Bosun captured the Eagle you left "
                "out, and gets 10. A strong card on the field is also a prize."
            ),
            is_end,
            (1, place("light-12", 2, 0)), (1, capture("water-4", 1, 0)), (1, end()),
        ),
        miss(_(
            "You can do that too, as long as you have cards. But the others can capture every card you "
            "leave out."
        )),
    ),
    hint=_("Choose “End your turn”."),
    solution=(end(),),
    covers=("CV-7", "CV-9", "CV-10", "CV-11"),
)  # fmt: skip

BOX = Lesson(
    key="box",
    heading=_("Four by four"),
    told=_(
        "The field can grow on any side, but is never more than four cells wide or four high, counting all"
        " its cards. This field is four wide already, so you can't lay cards to its left or right."
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
            _("The field is four by four and can't grow any further. Only its empty cells are left."),
            lambda deed: is_lay(deed) and _height(deed.state.field) == MOST,
        ),
        miss(_("That's within the three rows of the field. Choose a cell above or below them."), is_lay),
    ),
    hint=_("Choose a cell in the top row, 3, or in the bottom row, 7."),
    solution=(place("dark-7", 0, -1),),
    covers=("CV-5", "CV-6"),
)  # fmt: skip


def _height(field: tuple[Laid, ...]) -> int:
    rows = [card.cell[1] for card in field]
    return max(rows) - min(rows) + 1
