"""The course of Cardline: the line and mistakes (CL-1, CL-4 to CL-9), rounds and the end (CL-10 to CL-13)."""

from django.utils.translation import gettext_lazy as _

from games.engine.lesson import Course, Lesson, done, miss, on
from games.titles.cardline.lessons.moves import Script, place, places, places_right, places_wrong

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
                "Her value is revealed: 20 kg, less than Beowulf's 2.5 tonnes. You are right, and she stays in "
                "the line."
            ),
            lambda deed: places("alice")(deed) and places_right(deed),
        ),
        miss(_(
            "A child of seven can't lift more than a hero who wrestles monsters. She belongs on his left."
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

_FIRST = Script(
    "alice robin-hood dracula samson coyote sindbad merlin circe captain-nemo medusa nanaue mulan daji"
)
for _mine, _theirs in (("alice", "coyote"), ("robin-hood", "sindbad")):
    _FIRST.right(0, _mine).right(1, _theirs)
_FIRST.right(0, "dracula").wrong(1, "merlin")

FIRST_OUT = Lesson(
    key="first-out",
    heading=_("First out"),
    told=_(
        "In a round, everybody takes one turn. If exactly one player has no cards when it ends, that "
        "player wins. The Bosun has two cards, so this is your chance."
    ),
    task=_("Place your last card, and get it right."),
    setting=_FIRST.setting(),
    answers=(
        done(
            _(
                "The Bosun still had a turn, because every round is played to its end. But only you have "
                "no cards: you win."
            ),
            places_right, (1, _FIRST.mistake("circe")),
        ),
        miss(_(
            "Wrong: you take another card, and still have one. Samson pulled down a whole temple, so look "
            "further right."
        )),
    ),
    hint=_("Samson lifts ten tonnes: place him to the right of all the others."),
    solution=(place("samson", 6),),
    covers=("CL-10", "CL-12"),
)  # fmt: skip

_SECOND = Script(
    "alice robin-hood dracula samson coyote sindbad merlin circe captain-nemo heracles scheherazade mulan"
)
for _mine, _theirs in (("alice", "coyote"), ("robin-hood", "sindbad"), ("dracula", "merlin")):
    _SECOND.right(0, _mine).right(1, _theirs)
_KNOCK_OUT = _SECOND.setting()
_LAST = _SECOND.reply("samson")
_THEIRS = _SECOND.reply("circe")
_WINNING = _SECOND.reply("heracles")
_BEATEN = _SECOND.mistake("scheherazade")

KNOCK_OUT = Lesson(
    key="knock-out",
    heading=_("Knock-out"),
    told=_(
        "If several players have no cards when a round ends, everybody else is out. Those players take one"
        " card each and play on. You and the Bosun have one card each."
    ),
    task=_("Place your card right, round after round, until you win."),
    setting=_KNOCK_OUT,
    answers=(
        done(
            _(
                "You were right and the Bosun was wrong. Only you have no cards after a knock-out round: "
                "you win."
            ),
            lambda deed: places_right(deed) and deed.before.knockout > 0, (1, _BEATEN),
        ),
        on(
            _(
                "The Bosun was right too, so nobody has won yet. You both took a card, and a knock-out "
                "round begins."
            ),
            places_right, (1, _THEIRS),
        ),
        miss(_("Not there. If the Bosun is right now, you are out."), places_wrong),
    ),
    hint=_("Both of yours are famous for their strength: look to the right of the line."),
    solution=(_LAST, _WINNING),
    covers=("CL-10", "CL-11"),
)  # fmt: skip

_THIRD = Script(
    "alice robin-hood dracula samson coyote sindbad merlin circe captain-nemo medusa nanaue mulan daji "
    "goliath loki isis judith tiamat anansi"
)
for _mine, _theirs in (
    ("alice", "coyote"),
    ("robin-hood", "sindbad"),
    ("dracula", "merlin"),
    ("samson", "circe"),
):
    _THIRD.right(0, _mine).right(1, _theirs)
for _mine, _theirs in (("medusa", "nanaue"), ("mulan", "daji"), ("goliath", "loki"), ("isis", "judith")):
    _THIRD.wrong(0, _mine).wrong(1, _theirs)
_STALLED = _THIRD.setting()
_FIFTH = _THIRD.reply("tiamat")

STALLED = Lesson(
    key="stalled",
    heading=_("No decision"),
    told=_(
        "After five knock-out rounds in a row in which nobody goes out, the game ends. Four have passed. "
        "It also ends after the round in which the box is shuffled for the third time. Players with fewer "
        "cards rank higher, and ties share a place."
    ),
    task=_("Place your card right once more."),
    setting=_STALLED,
    answers=(
        done(
            _(
                "You and the Bosun were both right, for the fifth time. The game is over, and you share "
                "first place. That's all of Cardline."
            ),
            places_right, (1, _THIRD.reply("anansi")),
        ),
        miss(_(
            "She is the dragon of the sea, from whose body the sky was made. Nobody in this line lifts "
            "more."
        )),
    ),
    hint=_("To the right of all the others."),
    solution=(_FIFTH,),
    covers=("CL-11", "CL-12", "CL-13"),
)  # fmt: skip

COURSE = Course(
    (SIDES, MISTAKE, BETWEEN, EQUAL, TRAIT, FIRST_OUT, KNOCK_OUT, STALLED),
    left_out={
        "CL-2": "the demands on the bundled deck are for those who edit it, and change no decision of a player",
        "CL-3": "uploading decks is for administrators, and an uploaded deck plays like any other",
        "CL-14": "nobody has to practise how to leave; the rules page says what happens to the cards",
        "no-cards": "this needs a deck hardly larger than all hands, and the bundled one is larger",
        "left": "nobody has to practise how to leave; the rules page says what it means",
    },
)
