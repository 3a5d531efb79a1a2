"""Lessons on rounds, and on how a game ends (CL-10 to CL-13)."""

from django.utils.translation import gettext_lazy as _

from games.engine.lesson import Lesson, done, miss, on
from games.titles.cardline.lessons.deeds import Script, place, places_right, places_wrong

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
