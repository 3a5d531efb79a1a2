"""Lessons on the submarine and on chips with an effect (NA-1 to NA-3, NA-10 to NA-13, NA-22)."""

from django.utils.translation import gettext_lazy as _

from games.engine.lesson import Lesson, Setting, done, miss
from games.titles.nautilus.lessons.deeds import commit, stack, steer, took

STEER = Lesson(
    key="steer",
    heading=_("One step, one chip"),
    told=_(
        "All of you steer one submarine, in the middle of the ocean. Your card is a current: it turns the "
        "ocean by one arm, to either side. The chip that then lies before the submarine is yours."
    ),
    task=_("Turn the sea so that you get the pearl."),
    setting=Setting(
        stack(
            (0, 1),
            "white-1-compass-1 white-1-pearl-1 white-1-harpoon-1 white-1-harpoon-2 white-1-compass-2 "
            "white-1-coral-1",
        ),
        ((0, commit("current-12")), (1, commit("depth-4"))),
    ),
    answers=(
        done(
            _(
                "The pearl lies in the first free square of your first row. A course would have turned the "
                "submarine by two arms; a depth takes it to another ring."
            ),
            lambda deed: took(deed, "pearl"),
        ),
        miss(_(
            "The sea turned the other way, and you have got the coral. Each step must be made; its "
            "direction is yours."
        )),
    ),
    hint=_("Anticlockwise, so that the arm to the right of the submarine comes before it."),
    solution=(steer("current", -1),),
    covers=("NA-1", "NA-10", "NA-11", "NA-12"),
)  # fmt: skip

BLUE = Lesson(
    key="blue",
    heading=_("Face-down chips"),
    told=_(
        "White chips lie open and show one symbol. Blue ones lie face down: most show two symbols, but "
        "some are wilds, anchors, stars or arrows. Your card is a course: it turns the submarine to the "
        "east or west."
    ),
    task=_("Get the blue chip in the east."),
    setting=Setting(
        stack((0, 1), "white-1-compass-1 white-1-pearl-1 blue-1-squid-pearl-1 blue-1-star-1"),
        ((0, commit("course-11")), (1, commit("depth-4"))),
    ),
    answers=(
        done(
            _(
                "A squid and a pearl on one chip: it can match two pictures at once. The deeper, the "
                "better the blue chips."
            ),
            lambda deed: deed.facts("took") is not None,
        ),
        miss(_(
            "That was the west, and a star. A star stays and gives nothing, and no step may end there from "
            "now on."
        )),
    ),
    hint=_("The submarine looks north. Clockwise it turns to the east."),
    solution=(steer("course", 1),),
    covers=("NA-2", "NA-3", "NA-13", "NA-22"),
)  # fmt: skip

ARROW = Lesson(
    key="arrow",
    heading=_("An arrow, and a wild"),
    told=_(
        "You have turned up an arrow: it stays, and you steer one more step at once, on whatever axis you "
        "like. A wild counts as any symbol that you need, chosen anew each time something is counted."
    ),
    task=_("Steer on, down to the wild in the second ring."),
    setting=Setting(
        stack((0, 1), "white-1-compass-1 white-1-pearl-1 blue-1-arrow-1 white-2-coral-1 white-2-wild-1"),
        ((0, commit("course-11")), (1, commit("depth-4")), (0, steer("course", 1))),
    ),
    answers=(
        done(_(
            "A wild is worth most where you do not know yet what you will lack."
        ), lambda deed: took(deed, "wild")),
        miss(_(
            "A step as good as any other. But the wild lies right below the arrow, in the ring further in."
        )),
    ),
    hint=_("The axis is depth, and down is the way."),
    solution=(steer("depth", -1),),
    covers=("NA-11", "NA-13"),
)  # fmt: skip
