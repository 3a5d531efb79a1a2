"""Lessons on placing cards and turning them (CE-1, CE-7, CE-8, CE-15, CE-20, CE-21)."""

from django.utils.translation import gettext_lazy as _

from games.engine.lesson import Lesson, done, miss, on
from games.titles.captn_eli.lessons.deeds import flip, game, mystic, place, wedge
from games.titles.captn_eli.state import Flip, Mystic, Place, Wedge

_MINE, _THEIRS = "captn-eli dolphin eagle-rock sonar", "hydron dolphin eagle-rock sonar"

PLACE = Lesson(
    key="place",
    heading=_("Lay a card"),
    told=_(
        "Each player has a squad of four: a character and three supports. Lose your character and you lose "
        "the game. You take one action per turn, such as laying a card face down on the grid."
    ),
    task=_("Lay a card other than your character."),
    setting=game(_MINE, _THEIRS),
    answers=(
        done(
            _(
                "It's face down, so the Bosun sees a card but not which one. The next cards go beside it."
            ),
            lambda deed: isinstance(deed.move, Place) and deed.move.card != "captn-eli",
        ),
        miss(_("That's your character. Losing it ends the game, so lay other cards first.")),
    ),
    hint=_("Lay any card except Capt'n Eli in the only cell."),
    solution=(place("dolphin", 0, 0),),
    covers=("CE-1", "CE-2", "CE-8", "CE-20"),
)  # fmt: skip

WEDGE = Lesson(
    key="wedge",
    heading=_("Wedge a card in"),
    told=_(
        "The grid is at most three cells wide and four high, and this one is already three wide. A wedge "
        "lays a card right in front of one of yours and moves everything beyond it back by a row."
    ),
    task=_("Wedge a card ahead of your first card, in the middle column."),
    setting=game(
        _MINE, _THEIRS,
        place("dolphin", 0, 0), place("dolphin", 0, -1), place("eagle-rock", 1, 0), place("sonar", -1, -1),
    ),
    answers=(
        done(
            _(
                "Now there are three rows. You face up and the Bosun faces down, so you wedge from opposite "
                "sides."
            ),
            lambda deed: isinstance(deed.move, Wedge) and deed.move.ahead_of == (0, 0),
        ),
        miss(_(
            "You can do that, but a wedge goes between your card and the Bosun's, where no cell is free."
        )),
    ),
    hint=_("Choose a card from your hand, then wedge it in ahead of the card that faces the Bosun's."),
    solution=(wedge("sonar", 0, 0),),
    covers=("CE-7", "CE-8", "CE-21"),
)  # fmt: skip

MYSTIC = Lesson(
    key="mystic",
    heading=_("Mystic"),
    told=_(
        "Face-up cards can challenge and help, but your opponent sees them. Once per game, when you turn a "
        "MYSTIC card up, you turn one of your opponent's face-up cards face down. Your Sunken Temple is "
        "Mystic."
    ),
    task=_("Turn the temple up and Hydron down."),
    setting=game(
        "captn-eli dolphin sunken-temple sonar", _THEIRS,
        place("sunken-temple", 0, 0), place("hydron", 0, -1), place("captn-eli", 1, 0), flip(0, -1),
        place("dolphin", -1, 0), place("dolphin", 1, -1), place("sonar", -1, -1), flip(1, -1),
    ),
    answers=(
        done(
            _(
                "A face-down card can't challenge and adds nothing. Both of you still know that it's Hydron."
            ),
            lambda deed: isinstance(deed.move, Mystic) and deed.move.target == (0, -1),
        ),
        miss(_(
            "That was the Dolphin. Hydron is the character, and more dangerous."
        ), lambda deed: isinstance(deed.move, Mystic)),
        on(
            _("The temple is up. Now choose one of the Bosun's cards to turn face down."),
            lambda deed: isinstance(deed.move, Flip) and deed.state.phase == "mystic",
        ),
        miss(_("That's something else. The temple is your card in the middle column.")),
    ),
    hint=_("Turn up your card in front of Hydron. Then choose Hydron."),
    solution=(flip(0, 0), mystic(0, -1)),
    covers=("CE-8", "CE-15", "CE-20"),
)  # fmt: skip
