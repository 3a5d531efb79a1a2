"""Lessons on shooting, boarding, and grins that answer (CN-3, CN-8, CN-10, CN-11, CN-19)."""

from django.utils.translation import gettext_lazy as _

from games.engine.lesson import Lesson, Setting, done, miss, on
from games.titles.cannonades.lessons.moves import (
    adds,
    board,
    cards,
    discard,
    end,
    goes_on,
    grin,
    shoot,
    sinks,
)
from games.titles.cannonades.state import Board, Discard, Grin, Shoot

SHOOT = Lesson(
    key="shoot",
    heading=_("Shoot"),
    told=_(
        "Discard a cannonade to shoot at another captain's ship. A face-down ship is turned up. If the "
        "cannonade has its colour, the ship sinks; if not, it stays, face up."
    ),
    task=_("Sink one of the Bosun's ships."),
    setting=Setting(
        cards(
            "blue-0 red-0 purple-yellow orange-red orange-0 green-0 yellow-0 blue-0 blue-0 purple-0 "
            "blue-green blue-green purple-1"
        ),
        (*adds(0, "blue-0 red-0"), (0, end()), *adds(1, "green-0 yellow-0"), (1, end())),
    ),
    answers=(
        done(
            _(
                "The cannonade had its colour. Blue and green are the best guess for an unknown ship: they"
                " make up 12 of the 26 ships."
            ),
            sinks,
        ),
        on(
            _("A miss, but now everybody knows its colour. Shoot again with a cannonade of that colour."),
            lambda deed: isinstance(deed.move, Shoot) and goes_on(deed),
        ),
        miss(_(
            "Four actions, and no ship sunk. Look at the colours of the face-up ships."
        ), lambda deed: isinstance(deed.move, Shoot)),
        miss(_("That's an action too, but your task is to sink a ship.")),
    ),
    hint=_("Choose the blue and green cannonade, then one of the Bosun's ships."),
    solution=(shoot("blue-green", 1, 0),),
    covers=("CN-3", "CN-8", "CN-19"),
)  # fmt: skip

GRIN = Lesson(
    key="grin",
    heading=_("Ships that grin back"),
    told=_(
        "A ship with one grin answers when it sinks: its owner draws a card, makes the attacker discard "
        "one, or turns up one of the attacker's ships. With two grins it also answers when it is first "
        "turned up."
    ),
    task=_("Sink the Bosun's green ship, and do what its grin asks."),
    setting=Setting(
        cards(
            "blue-0 red-0 purple-yellow orange-red orange-0 green-1 yellow-0 blue-0 blue-0 purple-0 "
            "blue-green blue-green purple-1"
        ),
        (
            *adds(0, "blue-0 red-0"), (0, end()), *adds(1, "green-1 yellow-0"), (1, end()),
            (0, shoot("orange-red", 1, 0)),
        ),
    ),
    answers=(
        done(
            _(
                "You have paid for the grin, and your turn continues. A captain's last ship doesn't answer "
                "when it sinks."
            ),
            lambda deed: isinstance(deed.move, Discard),
        ),
        on(
            _("Sunk, and it grins: the Bosun makes you discard a card. Choose which one."),
            lambda deed: sinks(deed) and bool(deed.state.queue) and deed.state.queue[0].ship == "green-1",
            (1, grin("discard")),
        ),
        miss(_(
            "That's not the green ship, which is face up in the Bosun's first berth."
        ), lambda deed: isinstance(deed.move, Shoot)),
        miss(_("That's an action too, but the green ship is still at sea.")),
    ),
    hint=_("Shoot at the face-up ship with blue and green. Then choose the card that you need least."),
    solution=(shoot("blue-green", 1, 0), discard("orange-0")),
    covers=("CN-10", "CN-11"),
)  # fmt: skip

OWN_GRIN = Lesson(
    key="own-grin",
    heading=_("Your own grins"),
    told=_(
        "The Bosun has just sunk your green ship, which had one grin. So it's your choice now, in the "
        "Bosun's turn: draw a card, make the Bosun discard one, or turn up one of the Bosun's ships."
    ),
    task=_("Turn up the ship in the Bosun's first berth."),
    setting=Setting(
        cards(
            "green-1 red-0 blue-0 orange-0 orange-red blue-0 purple-0 green-0 blue-green blue-green "
            "yellow-0 purple-yellow purple-1"
        ),
        (
            *adds(0, "green-1 red-0 blue-0 orange-0"), *adds(1, "blue-0 purple-0 green-0"), (1, end()), (0, end()),
            (1, shoot("blue-green", 0, 0)),
        ),
    ),
    answers=(
        done(
            _(
                "It's blue. Turning up a ship never sinks it, but now you know what to shoot with. The "
                "Bosun's turn continues."
            ),
            lambda deed: isinstance(deed.move, Grin) and deed.move.berth == 0,
        ),
        miss(_(
            "That turns up another ship. Count the berths from the left."
        ), lambda deed: deed.move.effect == "reveal"),
        miss(_(
            "One more card for you: often a good answer, but not the task here."
        ), lambda deed: deed.move.effect == "draw"),
        miss(_(
            "The Bosun would choose a card to discard: a good answer, but not the task here."
        ), lambda deed: deed.move.effect == "discard"),
        miss(_("That wastes your grin.")),
    ),
    hint=_("Choose to turn up a ship, then the Bosun's first one."),
    solution=(grin("reveal", 0),),
    covers=("CN-10", "CN-11"),
)  # fmt: skip

BOARD = Lesson(
    key="board",
    heading=_("Board"),
    told=_(
        "One of your face-up ships can board. It attacks like a cannonade of its one colour, and you "
        "discard it, hit or miss. If your ship has grins, you get an answer too."
    ),
    task=_("Board the Bosun's green ship with your own green ship."),
    setting=Setting(
        cards(
            "green-0 red-0 blue-0 orange-0 orange-red green-0 yellow-0 purple-0 purple-yellow blue-0 "
            "purple-1 orange-0 red-0 blue-green"
        ),
        (
            *adds(0, "green-0 red-0 blue-0 orange-0"), *adds(1, "green-0 yellow-0 purple-0"), (1, end()),
            (0, shoot("orange-red", 1, 0)), (0, end()),
            (1, shoot("purple-yellow", 0, 0)), (1, end()),
        ),
    ),
    answers=(
        done(
            _("A ship for a ship. You saved a cannonade, and your face-up ship was in danger anyway."),
            lambda deed: isinstance(deed.move, Board) and sinks(deed),
        ),
        miss(_(
            "Your ship is gone, and theirs is still at sea: the colours don't match."
        ), lambda deed: isinstance(deed.move, Board)),
        miss(_("A cannonade works too. But use the ship that everybody has already seen."), sinks),
        miss(_("That's another action. Your green ship is face up in your first berth, ready to board.")),
    ),
    hint=_("Choose your own green ship in your fleet, then the Bosun's face-up one."),
    solution=(board(0, 1, 0),),
    covers=("CN-8", "CN-11"),
)  # fmt: skip
