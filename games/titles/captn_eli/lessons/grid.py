"""Lessons on placing cards and turning them (CE-1, CE-7, CE-8, CE-15, CE-20, CE-21)."""

from django.utils.translation import gettext_lazy as _

from games.engine.lesson import Lesson, done, miss, on
from games.titles.captn_eli.lessons.deeds import flip, game, mystic, place, wedge
from games.titles.captn_eli.state import Flip, Mystic, Place, Wedge

__all__ = ["MYSTIC", "PLACE", "WEDGE"]

_MINE, _THEIRS = "captn-eli dolphin eagle-rock sonar", "hydron dolphin eagle-rock sonar"

PLACE = Lesson(
    key="place",
    heading=_("Lay a card"),
    told=_(
        "Each of you has a squad of four: a character and three cards that support it. Whose character is "
        "removed loses. In each turn you do one thing, such as laying a card face down on the grid."
    ),
    task=_("Lay a card that is not your character."),
    setting=game(_MINE, _THEIRS),
    answers=(
        done(
            _(
                "It lies face down: the Bosun sees that there is a card, and not which. The next ones are "
                "laid beside it."
            ),
            lambda deed: isinstance(deed.move, Place) and deed.move.card != "captn-eli",
        ),
        miss(_("That is your character, whose loss is the end. Let others go before.")),
    ),
    hint=_("Any card but Capt'n Eli, into the only cell that there is."),
    solution=(place("dolphin", 0, 0),),
    covers=("CE-1", "CE-2", "CE-8", "CE-20"),
)  # fmt: skip

WEDGE = Lesson(
    key="wedge",
    heading=_("Wedge a card in"),
    told=_(
        "The grid is never more than three cells wide and four high, and this one is three wide already. A "
        "wedge lays a card right in front of one of yours, and moves everything beyond it away by a row."
    ),
    task=_("Wedge a card ahead of your first card, in the middle column."),
    setting=game(
        _MINE, _THEIRS,
        place("dolphin", 0, 0), place("dolphin", 0, -1), place("eagle-rock", 1, 0), place("sonar", -1, -1),
    ),
    answers=(
        done(
            _(
                "There are three rows now. You look upwards and the Bosun downwards, so each wedges from "
                "the own side."
            ),
            lambda deed: isinstance(deed.move, Wedge) and deed.move.ahead_of == (0, 0),
        ),
        miss(_("Possible too. But a wedge goes between your card and the Bosun's, where no cell is free.")),
    ),
    hint=_("Choose a card of your hand, and then to wedge it in ahead of the card that faces the Bosun's."),
    solution=(wedge("sonar", 0, 0),),
    covers=("CE-7", "CE-8", "CE-21"),
)  # fmt: skip

MYSTIC = Lesson(
    key="mystic",
    heading=_("Mystic"),
    told=_(
        "A card that is turned up can challenge and help, and everybody knows it. When a MYSTIC card is "
        "turned up, it turns one face-up card of the opponent face down, once in a game. Your Sunken "
        "Temple is one."
    ),
    task=_("Turn the temple up, and Hydron down."),
    setting=game(
        "captn-eli dolphin sunken-temple sonar", _THEIRS,
        place("sunken-temple", 0, 0), place("hydron", 0, -1), place("captn-eli", 1, 0), flip(0, -1),
        place("dolphin", -1, 0), place("dolphin", 1, -1), place("sonar", -1, -1), flip(1, -1),
    ),
    answers=(
        done(
            _(
                "A card that lies face down challenges nobody and adds nothing. Both of you still know "
                "that it is Hydron."
            ),
            lambda deed: isinstance(deed.move, Mystic) and deed.move.target == (0, -1),
        ),
        miss(_(
            "That was the Dolphin. Hydron is the character, and the one to be feared."
        ), lambda deed: isinstance(deed.move, Mystic)),
        on(
            _("The temple is up. It has to turn down a card of the Bosun: choose."),
            lambda deed: isinstance(deed.move, Flip) and deed.state.phase == "mystic",
        ),
        miss(_("That is something else. The temple is your card in the middle column.")),
    ),
    hint=_("Turn up your card in front of Hydron. Then choose Hydron."),
    solution=(flip(0, 0), mystic(0, -1)),
    covers=("CE-8", "CE-15", "CE-20"),
)  # fmt: skip
