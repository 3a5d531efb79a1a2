"""Lessons on the opening hand, and on a turn without a fight (CN-1 to CN-9, CN-13)."""

from django.utils.translation import gettext_lazy as _

from games.engine.lesson import Lesson, Setting, done, miss, on
from games.titles.cannonades.lessons.moves import add, adds, cards, discard, draw, end, redraw
from games.titles.cannonades.state import Add, Discard, Draw, End, Redraw

OPENING = Lesson(
    key="opening",
    heading=_("A poor hand"),
    told=_(
        "Half of the cards are ships of one colour. The others are cannonades of two colours. Dealt fewer "
        "than two ships? You may show your hand and draw a new one, as often as that happens."
    ),
    task=_("You have only one ship. Exchange your hand."),
    setting=Setting(
        cards(
            "blue-0 blue-green blue-green purple-yellow orange-red green-0 yellow-0 purple-0 blue-green "
            "blue-1 red-0 orange-0 green-1 blue-green purple-yellow"
        )
    ),
    answers=(
        done(
            _("Three ships. Your old hand is on the discard pile, and everybody has seen it."),
            lambda deed: isinstance(deed.move, Redraw),
        ),
        miss(_("With one ship, a single hit puts you out of the game. Exchange your hand.")),
    ),
    hint=_("Choose “Exchange the hand”."),
    solution=(redraw(),),
    covers=("CN-1", "CN-2", "CN-5"),
)  # fmt: skip

_FIRST = cards(
    "blue-0 red-0 purple-yellow orange-red blue-2 green-0 yellow-0 blue-0 blue-1 purple-0 blue-green "
    "blue-green purple-1"
)

ADD = Lesson(
    key="add",
    heading=_("Add ships"),
    told=_(
        "A turn has up to four actions. One is to add a ship, face down: the others see it, but not its "
        "colour. If you end a turn without a ship, you're out."
    ),
    task=_("Add two ships to your fleet."),
    setting=Setting(_FIRST),
    answers=(
        done(
            _(
                "Two ships, and two actions left. In your first turn you may add and draw, but not shoot "
                "or board."
            ),
            lambda deed: isinstance(deed.move, Add) and sum(map(bool, deed.state.ships[0])) == 2,
        ),
        on(_("One ship added. Now add the other one."), lambda deed: isinstance(deed.move, Add)),
        miss(_(
            "That ends your turn with one ship: a single hit and you're out."
        ), lambda deed: isinstance(deed.move, End)),
        miss(_("That discards a card to draw another: a good action later. Add your ships first.")),
    ),
    hint=_("Choose a ship in your hand and add it to your fleet. Do that twice."),
    solution=(add("blue-0"), add("red-0")),
    covers=("CN-4", "CN-6", "CN-8", "CN-13"),
)  # fmt: skip

DRAW = Lesson(
    key="draw",
    heading=_("Draw with grins"),
    told=_(
        "You can also discard a card to draw one, plus one for each grin on it. Ships have 0, 1 or 2 "
        "grins, cannonades none."
    ),
    task=_("Draw as many cards as you can with one action."),
    setting=Setting(_FIRST, adds(0, "blue-0 red-0")),
    answers=(
        done(
            _("Two grins: three cards for one. But grins are also useful at sea, as you'll see."),
            lambda deed: isinstance(deed.move, Draw) and deed.move.card == "blue-2",
        ),
        miss(_(
            "One card for one. One of your cards has two grins."
        ), lambda deed: isinstance(deed.move, Draw)),
        miss(_("That's an action too, but it draws nothing.")),
    ),
    hint=_("Discard the blue ship with two grins."),
    solution=(draw("blue-2"),),
    covers=("CN-8",),
)  # fmt: skip

LIMIT = Lesson(
    key="limit",
    heading=_("The end of a turn"),
    told=_(
        "You begin a turn by drawing five cards minus one for each ship you have. At its end you may keep "
        "one card more than there are captains: three in a game of two."
    ),
    task=_("End your turn, and discard down to three cards."),
    setting=Setting(_FIRST, (*adds(0, "blue-0 red-0"), (0, end()), *adds(1, "green-0 yellow-0"), (1, end()))),
    answers=(
        done(
            _(
                "You have three cards, and it's the Bosun's turn. If you add more ships, you discard fewer"
                " cards."
            ),
            lambda deed: isinstance(deed.move, Discard) and deed.state.seat == 1,
        ),
        on(_(
            "You still have more than three. Choose a card that you can do without."
        ), lambda deed: isinstance(deed.move, Discard)),
        on(_(
            "Six cards are too many. Choose three to discard, one at a time."
        ), lambda deed: isinstance(deed.move, End)),
        miss(_("That's an action, and you have four. But here, end your turn at once.")),
    ),
    hint=_("Choose “End your turn”. Then discard three cards, one at a time."),
    solution=(end(), discard("orange-red"), discard("purple-yellow"), discard("blue-2")),
    covers=("CN-7", "CN-9"),
)  # fmt: skip
