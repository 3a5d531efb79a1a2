"""Lessons on hand cards and special cards (NA-4, NA-5, NA-7 to NA-11, NA-13 to NA-15)."""

from django.utils.translation import gettext_lazy as _

from games.engine.lesson import Deed, Lesson, Setting, done, miss, on
from games.titles.nautilus.cards import CARDS
from games.titles.nautilus.lessons.deeds import anchor, commit, ring, stack, steer, trade
from games.titles.nautilus.state import Anchor, Ring, SkipSpecial, Steer, Trade

_CHIPS = (
    "white-1-compass-1 white-1-anchor-1 white-1-pearl-1 white-1-harpoon-2 white-1-compass-2 white-1-coral-1"
)


def _value(deed: Deed) -> int:
    return CARDS[deed.move.card].value


ORDER = Lesson(
    key="order",
    heading=_("Who sails first"),
    told=_(
        "Everybody has the same twelve cards, and plays one of them in each turn. The highest value sails "
        "first in it, and gets the number chip 1. The Bosun has played an 8."
    ),
    task=_("Play a card with which you sail before the Bosun."),
    setting=Setting(stack((1, 0), _CHIPS), ((1, commit("course-8")),)),
    answers=(
        done(
            _(
                "You sail first, and the card lies aside until all twelve were played. The better number "
                "chips are worth points as well."
            ),
            lambda deed: _value(deed) > 8,
        ),
        miss(_(
            "The same value, but the Bosun played it earlier, and so sails first."
        ), lambda deed: _value(deed) == 8),
        miss(_("That is lower than the Bosun's 8: the Bosun would sail first.")),
    ),
    hint=_("Any card from 9 to 12."),
    solution=(commit("current-9"),),
    covers=("NA-4", "NA-7", "NA-8", "NA-9", "NA-14"),
)  # fmt: skip

HELMET = Lesson(
    key="helmet",
    heading=_("Helmet and sailor"),
    told=_(
        "Two cards do not steer. With the sailor two chips of your own change squares; with the helmet one "
        "of yours and one of somebody else. Your first row pictures squid, shark, pearl and coral: the "
        "harpoon is worth nothing in it."
    ),
    task=_("Trade your harpoon for the Bosun's pearl."),
    setting=Setting(
        stack(
            (0, 1),
            "white-1-compass-1 white-1-harpoon-1 white-1-pearl-1 white-1-harpoon-2 white-1-compass-2 "
            "white-1-coral-1",
        ),
        (
            (0, commit("current-12")), (1, commit("course-5")), (0, steer("current", -1)), (1, steer("course", 1)),
            (0, commit("helmet-3")), (1, commit("sailor-2")),
        ),
    ),
    answers=(
        done(_(
            "The pearl is yours, and the Bosun has the harpoon. Chips in later rows can be traded, too."
        ), lambda deed: isinstance(deed.move, Trade)),
        miss(_("You may leave it. But the pearl was there for the taking.")),
    ),
    hint=_("Choose your own chip, and then the Bosun's."),
    solution=(trade((1, 1), 1, (1, 1)),),
    covers=("NA-10", "NA-11"),
)  # fmt: skip

ANCHOR = Lesson(
    key="anchor",
    heading=_("An anchor for a special card"),
    told=_(
        "An anchor can be placed like any chip. Or you throw it away and take the top one of the seven "
        "special cards, which lies face up. Now it is the bell: it takes a chip from another board."
    ),
    task=_("Steer to the anchor, and take the special card for it."),
    setting=Setting(
        stack((0, 1), _CHIPS, "special-bell"), ((0, commit("current-12")), (1, commit("course-5"))),
    ),
    answers=(
        done(
            _(
                "The bell is yours until you play it together with a hand card. Then it goes back under "
                "the pile."
            ),
            lambda deed: isinstance(deed.move, Anchor) and deed.move.to == "card",
        ),
        miss(_(
            "There it fills a square and matches no picture. In columns anchors do count, but here take "
            "the card."
        ), lambda deed: isinstance(deed.move, Anchor)),
        on(_(
            "There it is. Now choose what becomes of it."
        ), lambda deed: deed.facts("anchor-found") is not None),
        miss(_("You went the other way, to the coral.")),
    ),
    hint=_("Anticlockwise, to the anchor. Then the special card."),
    solution=(steer("current", -1), anchor("card")),
    covers=("NA-5", "NA-13"),
)  # fmt: skip

BELL = Lesson(
    key="special",
    heading=_("Two cards at once"),
    told=_(
        "You have played a depth card and the bell with it. Which of the two comes first is up to you. The "
        "bell takes a chip from somebody else, into the first free square of a row of yours."
    ),
    task=_("Ring the bell: take the Bosun's pearl."),
    setting=Setting(
        stack((0, 1), f"{_CHIPS} blue-2-shark-harpoon-1 blue-2-shark-compass-1", "special-bell"),
        (
            (0, commit("current-12")), (1, commit("course-5")), (0, steer("current", -1)), (0, anchor("card")),
            (1, steer("course", 1)), (0, commit("depth-10", "special-bell")), (1, commit("depth-4")),
        ),
    ),
    answers=(
        done(_(
            "Taken. The bell lies under the pile again, and your depth card is still to be carried out, or "
            "was before."
        ), lambda deed: isinstance(deed.move, Ring)),
        on(_(
            "The hand card first: that is allowed. Now the bell."
        ), lambda deed: isinstance(deed.move, Steer)),
        miss(_(
            "Then the bell goes back under the pile for nothing."
        ), lambda deed: isinstance(deed.move, SkipSpecial)),
    ),
    hint=_("Choose the bell, and the pearl on the Bosun's scoreboard."),
    solution=(ring(1, (1, 1), 1),),
    covers=("NA-10", "NA-14", "NA-15"),
)  # fmt: skip
