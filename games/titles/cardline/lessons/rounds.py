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
        "A round is one turn of everybody. If at its end exactly one player holds no card, that player "
        "wins. The Bosun holds two, so this is your chance."
    ),
    task=_("Place your last card, and place it right."),
    setting=_FIRST.setting(),
    answers=(
        done(
            _(
                "The Bosun had a turn still, since rounds are played to their end. But you are the only "
                "one without a card: you win."
            ),
            places_right, (1, _FIRST.mistake("circe")),
        ),
        miss(_(
            "Then you would take another card and be where you were. Samson brought a whole temple down: "
            "look further to the right."
        )),
    ),
    hint=_("Samson lifts ten tonnes: to the right of all that are there."),
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
        "If several hold no card at the end of a round, they play on alone: everybody else is out, and "
        "each of them takes one card. You and the Bosun have one card left each."
    ),
    task=_("Place your card right, round after round, until you have won."),
    setting=_KNOCK_OUT,
    answers=(
        done(
            _(
                "You were right and the Bosun was not: alone without a card at the end of a knock-out "
                "round, you win."
            ),
            lambda deed: places_right(deed) and deed.before.knockout > 0, (1, _BEATEN),
        ),
        on(
            _(
                "The Bosun was right, too, so neither of you has won. Each of you has taken a card, and a "
                "knock-out round has begun."
            ),
            places_right, (1, _THEIRS),
        ),
        miss(_("Not there: if the Bosun is right now, you are out."), places_wrong),
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
        "In four knock-out rounds in a row nobody has gone out. After the fifth the game ends. It also "
        "ends with the round in which the box was shuffled for the third time. Then fewer cards rank "
        "better, and equal counts share a rank."
    ),
    task=_("Place your card right once more."),
    setting=_STALLED,
    answers=(
        done(
            _(
                "So was the Bosun, for the fifth time: the game is over, and you share the first place. "
                "You know all of Cardline now."
            ),
            places_right, (1, _THIRD.reply("anansi")),
        ),
        miss(_("The dragon of the sea, from whose body the sky was made: nobody in this line lifts more.")),
    ),
    hint=_("To the right of all."),
    solution=(_FIFTH,),
    covers=("CL-11", "CL-12", "CL-13"),
)  # fmt: skip
