"""Lessons on shooting, boarding, and grins that answer (CN-3, CN-8, CN-10, CN-11, CN-19)."""

from django.utils.translation import gettext_lazy as _

from games.engine.lesson import Lesson, Setting, done, miss, on
from games.titles.cannonades.lessons.deeds import (
    adds,
    board,
    cards,
    discard,
    end,
    goes_on,
    grin,
    reveal,
    shoot,
    sinks,
)
from games.titles.cannonades.state import Board, Discard, Grin, Shoot

SHOOT = Lesson(
    key="shoot",
    heading=_("Shoot"),
    told=_(
        "A cannonade is discarded against a ship of somebody else. A face-down ship is turned up. If its "
        "colour is one of the two of the cannonade, it is sunk; otherwise it stays, face up."
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
                "Its colour was one of the two. Blue and green are the best guess for a ship that nobody "
                "has seen: 12 of the 26 ships."
            ),
            sinks,
        ),
        on(
            _("A miss, but now everybody knows its colour: shoot again, with a cannonade that has it."),
            lambda deed: isinstance(deed.move, Shoot) and goes_on(deed),
        ),
        miss(_(
            "Four actions, and no ship was sunk. Look at the colours of what lies face up."
        ), lambda deed: isinstance(deed.move, Shoot)),
        miss(_("That is an action, too. But this is about sinking.")),
    ),
    hint=_("Choose the cannonade of blue and green, and a ship of the Bosun."),
    solution=(shoot("blue-green", 1, 0),),
    covers=("CN-3", "CN-8", "CN-19"),
)  # fmt: skip

GRIN = Lesson(
    key="grin",
    heading=_("It grins back"),
    told=_(
        "A ship with one grin answers when it is sunk: its owner draws a card, makes the attacker discard "
        "one, or turns up a ship of the attacker. With two grins it also answers when it is first turned "
        "up."
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
                "The answer is complete, and your turn goes on. The last ship of a captain gives no answer "
                "when it is sunk."
            ),
            lambda deed: isinstance(deed.move, Discard),
        ),
        on(
            _("Sunk, and it grins: the Bosun makes you discard a card. The choice is yours."),
            lambda deed: sinks(deed) and bool(deed.state.queue) and deed.state.queue[0].ship == "green-1",
            (1, grin("discard")),
        ),
        miss(_(
            "That is not the green one. It lies face up in the Bosun's first berth."
        ), lambda deed: isinstance(deed.move, Shoot)),
        miss(_("That is an action, too. But the green ship floats still.")),
    ),
    hint=_(
        "Shoot at the ship that lies face up, with blue and green. Then choose the card that you miss "
        "least."
    ),
    solution=(shoot("blue-green", 1, 0), discard("orange-0")),
    covers=("CN-10", "CN-11"),
)  # fmt: skip

OWN_GRIN = Lesson(
    key="own-grin",
    heading=_("Grin back yourself"),
    told=_(
        "The Bosun has just sunk your green ship, which had one grin. So you are asked now, out of turn. "
        "Draw a card, make the Bosun discard one, or turn up one of the Bosun's ships."
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
                "It is blue. A reveal never sinks, but in your next turn you know what to shoot with. Now "
                "the Bosun's turn goes on."
            ),
            lambda deed: isinstance(deed.move, Grin) and deed.move.berth == 0,
        ),
        miss(_(
            "That turns up another ship. Berths are counted from the left."
        ), lambda deed: deed.move.effect == "reveal"),
        miss(_(
            "A card more for you: often a good answer, but not this one."
        ), lambda deed: deed.move.effect == "draw"),
        miss(_(
            "The Bosun would choose a card to discard. Also good, but not this one."
        ), lambda deed: deed.move.effect == "discard"),
        miss(_("Then the grin is lost, for nothing.")),
    ),
    hint=_("Choose to turn up a ship, and then the Bosun's first one."),
    solution=(reveal(0),),
    covers=("CN-10", "CN-11"),
)  # fmt: skip

BOARD = Lesson(
    key="board",
    heading=_("Board"),
    told=_(
        "A ship of your own that lies face up can board: it strikes like a cannonade, with its one colour, "
        "and is discarded, hit or miss. If it has grins, it answers as well, in your favour."
    ),
    task=_("Board the Bosun's green ship with your own green one."),
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
            _(
                "A ship for a ship. It also keeps your cannonades in your hand, and a ship that everybody "
                "has seen would not have lasted."
            ),
            lambda deed: isinstance(deed.move, Board) and sinks(deed),
        ),
        miss(_(
            "Your ship is gone, and the other one floats: the colours do not agree."
        ), lambda deed: isinstance(deed.move, Board)),
        miss(_("A cannonade does it, too, but let the ship that is already seen do it."), sinks),
        miss(_("That is another action. Your green ship lies face up in your first berth, ready to board.")),
    ),
    hint=_("Choose your own green ship on the table, and then the Bosun's, which lies face up."),
    solution=(board(0, 1, 0),),
    covers=("CN-8", "CN-11"),
)  # fmt: skip
