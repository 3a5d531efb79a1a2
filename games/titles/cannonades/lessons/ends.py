"""Lessons on how a game ends (CN-12, CN-14 to CN-18)."""

from django.utils.translation import gettext_lazy as _

from games.engine.lesson import Deed, Drift, Lesson, Setting, done, miss, on
from games.titles.cannonades.lessons.moves import (
    add,
    adds,
    cards,
    discard,
    draw,
    end,
    goes_on,
    salvage,
    shoot,
)
from games.titles.cannonades.state import Add, Draw, End, Salvage, Shoot

LAST_CAPTAIN = Lesson(
    key="last-captain",
    heading=_("The last captain"),
    told=_(
        "Lose your last ship and you're out. In a game of three or more, the attacker then takes a card "
        "from your hand. The last captain with a ship wins. The Bosun has one ship."
    ),
    task=_("Win the game."),
    setting=Setting(
        cards("green-0 red-0 blue-0 orange-0 blue-green green-1 yellow-0 purple-0 purple-yellow blue-0 purple-yellow"),
        (
            *adds(0, "green-0 red-0 blue-0 orange-0"),
            (1, add("green-1")), (1, end()), (1, discard("blue-0")),
        ),
    ),
    answers=(
        done(_(
            "You sank the Bosun's only ship. It had a grin, but a captain's last ship doesn't answer. You win."
        ), lambda deed: deed.state.outcome is not None),
        on(
            _("A miss, but now you know its colour. Shoot again."),
            lambda deed: isinstance(deed.move, Shoot) and goes_on(deed),
        ),
        miss(_("One hit is all you need. Shoot.")),
    ),
    hint=_("You don't know the ship's colour. Most ships are blue or green."),
    solution=(shoot("blue-green", 1, 0),),
    covers=("CN-12", "CN-14"),
)  # fmt: skip

STAND_OFF = Lesson(
    key="stand-off",
    heading=_("The stand-off"),
    told=_(
        "Drawing the last card of the deck ends the turn and begins the stand-off. Each captain takes a "
        "cannonade from the discard pile and has one more turn. The captain who drew the last card plays last. Two"
        " cards are left."
    ),
    task=_("Draw the last card of the deck, then take a cannonade."),
    setting=Setting(seed=5, drift=(Drift.RANDOM, 49)),
    answers=(
        done(_(
            "You have a cannonade, and yours is the last turn of all. In the stand-off nobody can draw."
        ), lambda deed: isinstance(deed.move, Salvage)),
        on(_(
            "That was the last card, so you begin the stand-off. Choose a cannonade from the discard pile."
        ), lambda deed: deed.state.starter == 0),
        on(_(
            "One card is left in the deck. Draw again."
        ), lambda deed: isinstance(deed.move, Draw) and goes_on(deed)),
        miss(_(
            "There are still cards in the deck. Discard one of yours to draw; the ship with a grin draws "
            "two."
        )),
    ),
    hint=_("Discard the blue ship: with its grin you draw two cards."),
    solution=(draw("blue-1"), salvage("blue-green")),
    covers=("CN-15", "CN-16"),
)  # fmt: skip


def _wins(deed: Deed) -> bool:
    return deed.state.outcome is not None and deed.state.outcome.ranks[0] == 1


LAST_TURN = Lesson(
    key="last-turn",
    heading=_("Compare fleets"),
    told=_(
        "After the last turn the fleets are compared. The most ships win, then the most colours, then the "
        "most ships facing the same way, then the most cards in hand. You have one blue ship, the Bosun a "
        "red and a purple one."
    ),
    task=_("Add ships to get the better fleet, then end your turn."),
    setting=Setting(seed=64, drift=(Drift.RANDOM, 65)),
    answers=(
        done(_("Your fleet is better, and you win. That's all of Cannonades."), _wins),
        on(
            _("Good. Add more ships, or end your turn if you think you have enough."),
            lambda deed: isinstance(deed.move, Add) and goes_on(deed),
        ),
        miss(
            _(
                "Two ships each, but both of yours are blue. Colours count next, so add one of another "
                "colour."
            ),
            lambda deed: deed.state.outcome is not None,
        ),
        miss(_(
            "With one ship against two you lose. You have room for more."
        ), lambda deed: isinstance(deed.move, End)),
        miss(_("That could work, but their ships may grin back. Adding ships is enough here.")),
    ),
    hint=_(
        "You need two ships of different colours that face the same way: add the purple or the green one. "
        "Then end your turn."
    ),
    solution=(add("purple-0"), end()),
    covers=("CN-17", "CN-18"),
)  # fmt: skip
