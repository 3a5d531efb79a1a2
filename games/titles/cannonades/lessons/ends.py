"""Lessons on how a game ends (CN-12, CN-14 to CN-18)."""

from django.utils.translation import gettext_lazy as _

from games.engine.lesson import Deed, Drift, Lesson, Setting, done, miss, on
from games.titles.cannonades.lessons.deeds import (
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
        "Whose last ship is sunk is out; with three or more at the table the attacker takes a card from "
        "that hand. The last captain with a ship wins. The Bosun has a single one."
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
            "The only ship of the Bosun is sunk. It had a grin, but a last ship gives no answer. You have "
            "won."
        ), lambda deed: deed.state.outcome is not None),
        on(
            _("A miss, but now you know its colour. Shoot again."),
            lambda deed: isinstance(deed.move, Shoot) and goes_on(deed),
        ),
        miss(_("One hit is all that you need: shoot.")),
    ),
    hint=_("Nobody knows the colour of the ship. Blue and green are the most frequent ones."),
    solution=(shoot("blue-green", 1, 0),),
    covers=("CN-12", "CN-14"),
)  # fmt: skip

STAND_OFF = Lesson(
    key="stand-off",
    heading=_("The stand-off"),
    told=_(
        "When the last card of the deck is drawn, the turn is over, and the stand-off begins. Everybody "
        "takes a cannonade from the discard pile and has one turn more, last of all who drew that card. "
        "Two cards are left."
    ),
    task=_("Draw the last card of the deck, then take a cannonade."),
    setting=Setting(seed=5, drift=(Drift.RANDOM, 49)),
    answers=(
        done(_(
            "You hold it now, and will have the last turn of all. There are no draws in the stand-off."
        ), lambda deed: isinstance(deed.move, Salvage)),
        on(_(
            "That was the last card, so you are the starter of the stand-off. Choose a cannonade from the "
            "discard pile."
        ), lambda deed: deed.state.starter == 0),
        on(_(
            "One card is left in the deck. Draw again."
        ), lambda deed: isinstance(deed.move, Draw) and goes_on(deed)),
        miss(_("The deck still has cards. Discard one of yours to draw; the ship with a grin draws two.")),
    ),
    hint=_("Discard the blue ship to draw: with its grin that makes two cards."),
    solution=(draw("blue-1"), salvage("blue-green")),
    covers=("CN-15", "CN-16"),
)  # fmt: skip


def _wins(deed: Deed) -> bool:
    return deed.state.outcome is not None and deed.state.outcome.ranks[0] == 1


LAST_TURN = Lesson(
    key="last-turn",
    heading=_("Compare the fleets"),
    told=_(
        "After the last turn the fleets are compared: the most ships win, then the most different colours, "
        "then the most ships that face one way, then the most cards in hand. You have one blue ship, the "
        "Bosun a red and a purple one."
    ),
    task=_("Add ships for the better fleet, then end your turn."),
    setting=Setting(seed=64, drift=(Drift.RANDOM, 65)),
    answers=(
        done(_(
            "Your fleet is the better one, and you have won. That was all of Cannonades: fire at will."
        ), _wins),
        on(
            _("That one counts. Add more, or end the turn if you think that it is enough."),
            lambda deed: isinstance(deed.move, Add) and goes_on(deed),
        ),
        miss(
            _(
                "Two ships against two, but both of yours are blue. Different colours count next: add "
                "another one."
            ),
            lambda deed: deed.state.outcome is not None,
        ),
        miss(_(
            "With one ship against two you lose. There is room for more of them."
        ), lambda deed: isinstance(deed.move, End)),
        miss(_("That could work, but it stirs up grins. Ships are enough here.")),
    ),
    hint=_(
        "Two ships of different colours that face the same way are enough: add the purple or the green "
        "one. Then end."
    ),
    solution=(add("purple-0"), end()),
    covers=("CN-17", "CN-18"),
)  # fmt: skip
