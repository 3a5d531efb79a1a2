"""Lessons on the line: where a card belongs, and what a mistake costs (CL-1, CL-4 to CL-9)."""

from django.utils.translation import gettext_lazy as _

from games.engine.lesson import Lesson, done, miss
from games.titles.cardline.lessons.deeds import Script, place, places, places_right

_START = "alice brunhild robin-hood thor dracula coyote sindbad merlin beowulf medusa goliath"

SIDES = Lesson(
    key="sides",
    heading=_("Left is weaker"),
    told=_(
        "In the line values rise from left to right. What your own characters can lift nobody knows, not "
        "even you: guess."
    ),
    task=_("Place Alice on the side of Beowulf where she belongs."),
    setting=Script(_START).setting(),
    answers=(
        done(
            _("Her value is shown: 20 kg, less than Beowulf's 2500. She is right, and stays in the line."),
            lambda deed: places("alice")(deed) and places_right(deed),
        ),
        miss(_(
            "A child of seven does not lift more than a hero who wrestles with monsters: she belongs to "
            "his left."
        ), places("alice")),
        miss(_(
            "Any card may be placed. But here it is Alice's turn: she is the girl who fell down the rabbit "
            "hole."
        )),
    ),
    hint=_("Choose Alice, then the place to the left of Beowulf."),
    solution=(place("alice", 0),),
    covers=("CL-1", "CL-5", "CL-6", "CL-7"),
)  # fmt: skip

MISTAKE = Lesson(
    key="mistake",
    heading=_("What a mistake costs"),
    told=_(
        "Whoever gets rid of all cards first wins. A card in the wrong place does not help with that: see "
        "for yourself."
    ),
    task=_("Make a mistake: place Thor to the left of Beowulf."),
    setting=Script(_START).setting(),
    answers=(
        done(
            _(
                "Thor lifts 30,000 tonnes. He goes to the box, and you take the top card of the deck: four "
                "cards still. When the deck is used up, the box is shuffled and becomes the deck."
            ),
            lambda deed: places("thor")(deed) and not places_right(deed),
        ),
        miss(_("That was right! For once, make the mistake: put him to the left."), places("thor")),
        miss(_("Take Thor for it, the strongest of your four.")),
    ),
    hint=_("Choose Thor, then the place to the left of Beowulf."),
    solution=(place("thor", 0),),
    covers=("CL-7", "CL-8", "CL-9"),
)  # fmt: skip

_BETWEEN = (
    "goliath savitri odysseus thor dracula coyote sindbad merlin captain-ahab medusa nanaue mulan circe"
)

BETWEEN = Lesson(
    key="between",
    heading=_("Between two values"),
    told=_(
        "The longer the line, the narrower the places. A card is right if it is not lower than its left "
        "neighbour and not higher than its right one."
    ),
    task=_("Place Goliath where he belongs."),
    setting=Script(_BETWEEN).right(0, "savitri").right(1, "dracula").right(0, "thor").right(1, "coyote").setting(),
    answers=(
        done(
            _(
                "A giant of a man, but a man: 350 kg, more than Captain Ahab and less than the undead "
                "Dracula."
            ),
            lambda deed: places("goliath")(deed) and places_right(deed),
        ),
        miss(
            _(
                "Not there. He is a man, if the tallest of his army: think of what the strongest man on "
                "earth can lift."
            ),
            places("goliath"),
        ),
        miss(_("That is Odysseus, and clever he is. Here it is Goliath who wants a place.")),
    ),
    hint=_("More than Captain Ahab's 90 kg, less than Dracula's 1600."),
    solution=(place("goliath", 3),),
    covers=("CL-6", "CL-7"),
)  # fmt: skip

_EQUAL = (
    "robin-hood savitri odysseus alice dracula coyote sindbad merlin captain-nemo medusa nanaue mulan circe"
)

EQUAL = Lesson(
    key="equal",
    heading=_("Equal is right"),
    told=_(
        "A card whose value equals that of a neighbour is right on either side of it. Robin Hood lifts as "
        "much as Captain Nemo, to the kilogram."
    ),
    task=_("Place Robin Hood beside Captain Nemo."),
    setting=Script(_EQUAL).right(0, "alice").right(1, "dracula").setting(),
    answers=(
        done(
            _("110 kg and 110 kg: to the left of Captain Nemo and to his right are both good places."),
            lambda deed: places("robin-hood")(deed) and places_right(deed),
        ),
        miss(_(
            "There is somebody between the two. Put Robin Hood right beside Captain Nemo."
        ), places("robin-hood")),
        miss(_("That is somebody else. Robin Hood is the one with the bow.")),
    ),
    hint=_("Captain Nemo stands in the middle of the line. Both places beside him are right."),
    solution=(place("robin-hood", 1),),
    covers=("CL-7",),
)  # fmt: skip

_TRAIT = (
    "heracles savitri odysseus alice dracula coyote sindbad merlin captain-nemo medusa nanaue mulan circe"
)

TRAIT = Lesson(
    key="trait",
    heading=_("Another trait"),
    told=_(
        "Whoever opens the table chooses what is compared: Strength, IQ or Fighting, and how many cards "
        "are dealt. At this table it is IQ, and only that is ever shown; all other values are told when "
        "the game is over."
    ),
    task=_("Place Heracles, the strongest of all, by his wits."),
    setting=Script(_TRAIT, "iq").setting(),
    answers=(
        done(
            _("105, which is not stupid, but nothing against the captain who designed the Nautilus: 192."),
            lambda deed: places("heracles")(deed) and places_right(deed),
        ),
        miss(_(
            "In strength he would be far to the right. But this is IQ, and Captain Nemo is a genius."
        ), places("heracles")),
        miss(_("Not that one: Heracles, who carries a club and a lion's skin.")),
    ),
    hint=_("To the left of Captain Nemo."),
    solution=(place("heracles", 0),),
    covers=("CL-4", "CL-9"),
)  # fmt: skip
