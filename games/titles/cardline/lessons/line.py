"""Lessons on the line: where a card belongs, and what a mistake costs (CL-1, CL-4 to CL-9)."""

from django.utils.translation import gettext_lazy as _

from games.engine.lesson import Lesson, done, miss
from games.titles.cardline.lessons.deeds import Script, place, places, places_right

_START = "alice brunhild robin-hood thor dracula coyote sindbad merlin beowulf medusa goliath"

SIDES = Lesson(
    key="sides",
    heading=_("Left is weaker"),
    told=_(
        "Values in the line rise from left to right. Nobody knows how much your characters can lift, not "
        "even you. Guess!"
    ),
    task=_("Place Alice on the correct side of Beowulf."),
    setting=Script(_START).setting(),
    answers=(
        done(
            _(
                "Her value is revealed: 20 kg, less than Beowulf's 2500. You are right, and she stays in "
                "the line."
            ),
            lambda deed: places("alice")(deed) and places_right(deed),
        ),
        miss(_(
            "A child of seven can't lift more than a hero who wrestles monsters. She belongs to his left."
        ), places("alice")),
        miss(_("You may place any card. But here, place Alice: the girl who fell down the rabbit hole.")),
    ),
    hint=_("Choose Alice, then the place to the left of Beowulf."),
    solution=(place("alice", 0),),
    covers=("CL-1", "CL-5", "CL-6", "CL-7"),
)  # fmt: skip

MISTAKE = Lesson(
    key="mistake",
    heading=_("The cost of a mistake"),
    told=_(
        "You win by getting rid of all your cards first. A card in the wrong place doesn't help: see what "
        "happens."
    ),
    task=_("Make a mistake: place Thor to the left of Beowulf."),
    setting=Script(_START).setting(),
    answers=(
        done(
            _(
                "Thor lifts 30,000 tonnes. He goes to the box, and you take the top card of the deck, so "
                "you still have four. When the deck is empty, the box is shuffled and becomes the deck."
            ),
            lambda deed: places("thor")(deed) and not places_right(deed),
        ),
        miss(_("That was right! This time, make the mistake: put him to the left."), places("thor")),
        miss(_("Use Thor, the strongest of your four.")),
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
        "The longer the line, the narrower the gaps. A card is right if it is not lower than its left "
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
                "Not there. He is the tallest man of his army, but a man: what can the strongest man on "
                "earth lift?"
            ),
            places("goliath"),
        ),
        miss(_("That's Odysseus, who is clever. Here, place Goliath.")),
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
    heading=_("Ties are right"),
    told=_(
        "A card with the same value as a neighbour is right on either side of it. Robin Hood lifts exactly"
        " as much as Captain Nemo."
    ),
    task=_("Place Robin Hood beside Captain Nemo."),
    setting=Script(_EQUAL).right(0, "alice").right(1, "dracula").setting(),
    answers=(
        done(
            _("110 kg and 110 kg: left and right of Captain Nemo are both correct."),
            lambda deed: places("robin-hood")(deed) and places_right(deed),
        ),
        miss(_(
            "There is a card between the two. Put Robin Hood right beside Captain Nemo."
        ), places("robin-hood")),
        miss(_("That's somebody else. Robin Hood is the one with the bow.")),
    ),
    hint=_("Captain Nemo is in the middle of the line. Both places beside him are right."),
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
        "The player who creates the table chooses the trait (Strength, IQ or Fighting) and the number of "
        "cards. Here it's IQ, and the line shows only that. The other values are revealed at the end."
    ),
    task=_("Place Heracles, the strongest of all, by his IQ."),
    setting=Script(_TRAIT, "iq").setting(),
    answers=(
        done(
            _("105: not stupid, but far below the captain who designed the Nautilus, with 192."),
            lambda deed: places("heracles")(deed) and places_right(deed),
        ),
        miss(_(
            "By strength he would be far to the right. But this is IQ, and Captain Nemo is a genius."
        ), places("heracles")),
        miss(_("Not that one. Place Heracles, who has a club and a lion's skin.")),
    ),
    hint=_("To the left of Captain Nemo."),
    solution=(place("heracles", 0),),
    covers=("CL-4", "CL-9"),
)  # fmt: skip
