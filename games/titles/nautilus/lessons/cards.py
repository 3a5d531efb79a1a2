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
        "Everyone has the same twelve cards, and plays one each turn. The highest card sails first and gets "
        "number chip 1. The Bosun has played an 8."
    ),
    task=_("Play a card that lets you sail before the Bosun."),
    setting=Setting(stack((1, 0), _CHIPS), ((1, commit("course-8")),)),
    answers=(
        done(
            _(
                "You sail first. You get the card back once you've played all twelve. Low number chips also "
                "score points."
            ),
            lambda deed: _value(deed) > 8,
        ),
        miss(_(
            "Same value, but the Bosun played it earlier and so sails first."
        ), lambda deed: _value(deed) == 8),
        miss(_("That's lower than the Bosun's 8, so the Bosun sails first.")),
    ),
    hint=_("Any card from 9 to 12."),
    solution=(commit("current-9"),),
    covers=("NA-4", "NA-7", "NA-8", "NA-9", "NA-14"),
)  # fmt: skip

HELMET = Lesson(
    key="helmet",
    heading=_("Helmet and sailor"),
    told=_(
        "Two cards don't steer. The Sailor swaps two of your own chips; the Helmet trades one of yours for "
        "another player's. Your first row wants squid, shark, pearl and coral, so your harpoon is worth "
        "nothing there."
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
            "The pearl is yours, and the Bosun has the harpoon. You can trade chips in any row."
        ), lambda deed: isinstance(deed.move, Trade)),
        miss(_("You're allowed to do nothing, but you could have had the pearl.")),
    ),
    hint=_("Choose your harpoon, then the Bosun's pearl."),
    solution=(trade((1, 1), 1, (1, 1)),),
    covers=("NA-10", "NA-11"),
)  # fmt: skip

ANCHOR = Lesson(
    key="anchor",
    heading=_("Trade an anchor for a special card"),
    told=_(
        "You can keep an anchor like any chip, or trade it for the top special card. There are seven special "
        "cards, and the top one is always face up. Right now it's the Bell, which takes a chip from another player."
    ),
    task=_("Steer to the anchor, and trade it for the special card."),
    setting=Setting(
        stack((0, 1), _CHIPS, "special-bell"), ((0, commit("current-12")), (1, commit("course-5"))),
    ),
    answers=(
        done(
            _(
                "The Bell is yours until you play it with a hand card. Then it goes back under the pile."
            ),
            lambda deed: isinstance(deed.move, Anchor) and deed.move.to == "card",
        ),
        miss(_(
            "There it fills a square but matches no picture. Anchors do score in columns, but here you want "
            "the card."
        ), lambda deed: isinstance(deed.move, Anchor)),
        on(_(
            "You've found the anchor. Now choose what to do with it."
        ), lambda deed: deed.facts("anchor-found") is not None),
        miss(_("That way led to the coral.")),
    ),
    hint=_("Turn the ocean anticlockwise to reach the anchor. Then trade it."),
    solution=(steer("current", -1), anchor("card")),
    covers=("NA-5", "NA-13"),
)  # fmt: skip

BELL = Lesson(
    key="special",
    heading=_("Two cards at once"),
    told=_(
        "You've played a Depth card with the Bell. You can use them in either order. The Bell takes a chip "
        "from another player and puts it in the first free square of one of your rows."
    ),
    task=_("Use the Bell to take the Bosun's pearl."),
    setting=Setting(
        stack((0, 1), f"{_CHIPS} blue-2-shark-harpoon-1 blue-2-shark-compass-1", "special-bell"),
        (
            (0, commit("current-12")), (1, commit("course-5")), (0, steer("current", -1)), (0, anchor("card")),
            (1, steer("course", 1)), (0, commit("depth-10", "special-bell")), (1, commit("depth-4")),
        ),
    ),
    answers=(
        done(_(
            "You have the pearl, and the Bell goes back under the pile. You keep special cards until you use "
            "them, even into the next round."
        ), lambda deed: isinstance(deed.move, Ring)),
        on(_(
            "You can use the hand card first. Now use the Bell."
        ), lambda deed: isinstance(deed.move, Steer)),
        miss(_(
            "The Bell went back under the pile unused."
        ), lambda deed: isinstance(deed.move, SkipSpecial)),
    ),
    hint=_("Choose the Bell, then the pearl on the Bosun's scoreboard."),
    solution=(ring(1, (1, 1), 1),),
    covers=("NA-10", "NA-14", "NA-15"),
)  # fmt: skip
