"""Lessons on the submarine and on chips with an effect (NA-1 to NA-3, NA-10 to NA-13, NA-22)."""

from django.utils.translation import gettext_lazy as _

from games.engine.lesson import Lesson, Setting, done, miss
from games.titles.nautilus.lessons.deeds import commit, stack, steer, took

STEER = Lesson(
    key="steer",
    heading=_("One step, one chip"),
    told=_(
        "All players steer the same submarine, in the middle of the ocean. You've played a Current: it turns the "
        "ocean by one arm, clockwise or anticlockwise. You get the chip that ends up in front of the submarine."
    ),
    task=_("Turn the ocean to get the pearl."),
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
                "The pearl goes to the first free square of your first row. A Course card turns the submarine "
                "by two arms, and a Depth card moves it to another ring."
            ),
            lambda deed: took(deed, "pearl"),
        ),
        miss(_(
            "The ocean turned the other way, and you got the coral. You must make the step, but you choose "
            "the direction."
        )),
    ),
    hint=_("Turn it anticlockwise, so that the arm to the right of the submarine moves in front of it."),
    solution=(steer("current", -1),),
    covers=("NA-1", "NA-10", "NA-11", "NA-12"),
)  # fmt: skip

BLUE = Lesson(
    key="blue",
    heading=_("Face-down chips"),
    told=_(
        "White chips are face up and show one symbol. Blue chips are face down. Most show two symbols, but "
        "some are wilds, anchors, stars or arrows. You've played a Course: it turns the submarine east or west."
    ),
    task=_("Get the blue chip in the east."),
    setting=Setting(
        stack((0, 1), "white-1-compass-1 white-1-pearl-1 blue-1-squid-pearl-1 blue-1-star-1"),
        ((0, commit("course-11")), (1, commit("depth-4"))),
    ),
    answers=(
        done(
            _(
                "A squid and a pearl on one chip can match two pictures at once. The deeper you go, the better "
                "the blue chips get."
            ),
            lambda deed: deed.facts("took") is not None,
        ),
        miss(_(
            "You went west and found a star. A star stays there and scores nothing, and no step may end "
            "there from now on."
        )),
    ),
    hint=_("The submarine faces north. Turn right to face east."),
    solution=(steer("course", 1),),
    covers=("NA-2", "NA-3", "NA-13", "NA-22"),
)  # fmt: skip

ARROW = Lesson(
    key="arrow",
    heading=_("An arrow and a wild"),
    told=_(
        "You've turned up an arrow. It stays there, and you make one more step of any kind. A wild counts as "
        "any symbol you need, and can be a different one each time it scores."
    ),
    task=_("Steer down to the wild in the second ring."),
    setting=Setting(
        stack((0, 1), "white-1-compass-1 white-1-pearl-1 blue-1-arrow-1 white-2-coral-1 white-2-wild-1"),
        ((0, commit("course-11")), (1, commit("depth-4")), (0, steer("course", 1))),
    ),
    answers=(
        done(_(
            "A wild is most useful when you don't know yet what you'll need."
        ), lambda deed: took(deed, "wild")),
        miss(_(
            "That step is allowed, but the wild is one step down, in the next ring."
        )),
    ),
    hint=_("Choose Down."),
    solution=(steer("depth", -1),),
    covers=("NA-11", "NA-13"),
)  # fmt: skip
