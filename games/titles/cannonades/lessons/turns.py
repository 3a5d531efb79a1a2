"""Lessons on the opening hand, and on a turn without a fight (CN-1 to CN-9, CN-13)."""

from django.utils.translation import gettext_lazy as _

from games.engine.lesson import Lesson, Setting, done, miss, on
from games.titles.cannonades.lessons.deeds import add, adds, cards, discard, draw, end, redraw
from games.titles.cannonades.state import Add, Discard, Draw, End, Redraw

OPENING = Lesson(
    key="opening",
    heading=_("A poor hand"),
    told=_(
        "Half of the cards are ships, of one colour each; the others are cannonades, of two colours. "
        "Whoever is dealt fewer than two ships may show the hand and take another, as often as it happens."
    ),
    task=_("You hold one ship. Take another hand."),
    setting=Setting(
        cards(
            "blue-0 blue-green blue-green purple-yellow orange-red green-0 yellow-0 purple-0 blue-green "
            "blue-1 red-0 orange-0 green-1 blue-green purple-yellow"
        )
    ),
    answers=(
        done(
            _("Three ships. The old hand lies on the discard pile, where everybody has seen it."),
            lambda deed: isinstance(deed.move, Redraw),
        ),
        miss(_(
            "Then a single hit puts you out of the game: who has no ship left is eliminated. Take other "
            "cards."
        )),
    ),
    hint=_(
        "The button for it says that the hand is shown and drawn anew. It asks once, since it cannot be "
        "taken back."
    ),
    solution=(redraw(),),
    covers=("CN-1", "CN-2", "CN-5"),
)  # fmt: skip

_FIRST = cards(
    "blue-0 red-0 purple-yellow orange-red blue-2 green-0 yellow-0 blue-0 blue-1 purple-0 blue-green "
    "blue-green purple-1"
)

ADD = Lesson(
    key="add",
    heading=_("Ships on the table"),
    told=_(
        "A turn has up to four actions. One of them is to put a ship face down in front of you; the others "
        "see that it is there, and not what it is. Who ends a turn without a ship is out."
    ),
    task=_("Put two ships on the table."),
    setting=Setting(_FIRST),
    answers=(
        done(
            _(
                "Two ships, and two actions are left. In your first turn you may add and draw, and neither "
                "shoot nor board."
            ),
            lambda deed: isinstance(deed.move, Add) and sum(map(bool, deed.state.ships[0])) == 2,
        ),
        on(_("One is there. Now the other one."), lambda deed: isinstance(deed.move, Add)),
        miss(_(
            "That ends your turn with a single ship: one hit and you are out."
        ), lambda deed: isinstance(deed.move, End)),
        miss(_(
            "That throws a card away for one from the deck, which is a good action later. First the ships."
        )),
    ),
    hint=_("Choose a ship of your hand, and say that it goes on the table. Twice."),
    solution=(add("blue-0"), add("red-0")),
    covers=("CN-4", "CN-6", "CN-8", "CN-13"),
)  # fmt: skip

DRAW = Lesson(
    key="draw",
    heading=_("Grins draw"),
    told=_(
        "Another action discards a card to draw one, and one more for each of its grins. Ships have 0, 1 "
        "or 2 grins, cannonades none."
    ),
    task=_("Draw as many cards as you can with one action."),
    setting=Setting(_FIRST, adds(0, "blue-0 red-0")),
    answers=(
        done(
            _(
                "Two grins: three cards for one. But a ship with grins also has teeth on the table, as you "
                "will see."
            ),
            lambda deed: isinstance(deed.move, Draw) and deed.move.card == "blue-2",
        ),
        miss(_(
            "One card for one. Among your cards is one with two grins."
        ), lambda deed: isinstance(deed.move, Draw)),
        miss(_("Also an action, but it draws nothing.")),
    ),
    hint=_("Discard the blue ship with two grins."),
    solution=(draw("blue-2"),),
    covers=("CN-8",),
)  # fmt: skip

LIMIT = Lesson(
    key="limit",
    heading=_("The end of a turn"),
    told=_(
        "At the beginning of its turn everybody draws five cards less the number of own ships. At the end "
        "one may hold as many cards as there are captains, and one more: three between two."
    ),
    task=_("End your turn, and discard down to three cards."),
    setting=Setting(_FIRST, (*adds(0, "blue-0 red-0"), (0, end()), *adds(1, "green-0 yellow-0"), (1, end()))),
    answers=(
        done(
            _(
                "Three cards are left, and it is the Bosun's turn. More ships on the table mean fewer "
                "cards to throw away."
            ),
            lambda deed: isinstance(deed.move, Discard) and deed.state.seat == 1,
        ),
        on(_(
            "You hold more than three: choose what you can do without."
        ), lambda deed: isinstance(deed.move, Discard)),
        on(_(
            "Six cards are too many. Choose one to discard, three times."
        ), lambda deed: isinstance(deed.move, End)),
        miss(_("That is an action, and you may have four. Here, end the turn at once.")),
    ),
    hint=_("The button at the head of the bar ends your actions. Then choose a card, three times."),
    solution=(end(), discard("orange-red"), discard("purple-yellow"), discard("blue-2")),
    covers=("CN-7", "CN-9"),
)  # fmt: skip
