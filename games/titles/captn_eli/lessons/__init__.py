"""Capt'n Eli's course. It uses the published cards of CE-2, and other values only for comparison."""

from django.utils.translation import gettext_lazy as _

from games.engine.codec import dump_move
from games.engine.lesson import Course, Deed, Lesson, Setting, done, miss, on
from games.titles.captn_eli.cards import original_of
from games.titles.captn_eli.lessons import fights
from games.titles.captn_eli.lessons.fights import MINE, THEIRS, flip, game, place
from games.titles.captn_eli.state import Flip, Mystic, Place, Squad, Wedge

PLACE = Lesson(
    key="place",
    heading=_("Lay a card"),
    told=_(
        "Each player has a squad of four: a character and three supports. Lose your character and you lose the game. "
        "You take one action per turn, such as laying a card face down on the grid."
    ),
    task=_("Lay a card other than your character."),
    setting=game(MINE, THEIRS),
    answers=(
        done(_(
            "It's face down, so the Bosun sees a card but not which one. The next cards go beside it."
        ), lambda deed: isinstance(deed.move, Place) and deed.move.card != "captn-eli"),
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
        "The grid is at most three cells wide and four high, and this one is already three wide. A wedge lays a card "
        "right in front of one of yours and moves everything beyond it back by a row."
    ),
    task=_("Wedge a card ahead of your first card, in the middle column."),
    setting=game(
        MINE, THEIRS, place("dolphin", 0, 0), place("dolphin", 0, -1), place("eagle-rock", 1, 0),
        place("sonar", -1, -1),
    ),
    answers=(
        done(_(
            "Now there are three rows. You face up and the Bosun faces down, so you wedge from opposite sides."
        ), lambda deed: isinstance(deed.move, Wedge) and deed.move.ahead_of == (0, 0)),
        miss(_("You can do that, but a wedge goes between your card and the Bosun's, where no cell is free.")),
    ),
    hint=_("Choose a card from your hand, then wedge it in ahead of the card that faces the Bosun's."),
    solution=(dump_move(Wedge("sonar", (0, 0))),),
    covers=("CE-7", "CE-8", "CE-21"),
)  # fmt: skip

MYSTIC = Lesson(
    key="mystic",
    heading=_("Mystic"),
    told=_(
        "Face-up cards can challenge and help, but your opponent sees them. Once per game, when you turn a MYSTIC "
        "card up, you turn one of your opponent's face-up cards face down. Your Sunken Temple is Mystic."
    ),
    task=_("Turn the temple up and Hydron down."),
    setting=game(
        "captn-eli dolphin sunken-temple sonar", THEIRS, place("sunken-temple", 0, 0), place("hydron", 0, -1),
        place("captn-eli", 1, 0), flip(0, -1), place("dolphin", -1, 0), place("dolphin", 1, -1),
        place("sonar", -1, -1), flip(1, -1),
    ),
    answers=(
        done(_(
            "A face-down card can't challenge and adds nothing. Both of you still know that it's Hydron."
        ), lambda deed: isinstance(deed.move, Mystic) and deed.move.target == (0, -1)),
        miss(_(
            "That was the Dolphin. Hydron is the character, so he is more dangerous."
        ), lambda deed: isinstance(deed.move, Mystic)),
        on(_(
            "The temple is up. Now choose one of the Bosun's cards to turn face down."
        ), lambda deed: isinstance(deed.move, Flip) and deed.state.phase == "mystic"),
        miss(_("That's something else. The temple is your card in the middle column.")),
    ),
    hint=_("Turn up your card in front of Hydron. Then choose Hydron."),
    solution=(flip(0, 0), dump_move(Mystic((0, -1)))),
    covers=("CE-8", "CE-15", "CE-20"),
)  # fmt: skip


def _is_led_by_hydron(deed: Deed) -> bool:
    return isinstance(deed.move, Squad) and deed.move.cards[0] == "hydron"


def _has_copies(deed: Deed) -> bool:
    return _is_led_by_hydron(deed) and sum(original_of(card) == "hydron" for card in deed.move.cards) > 1


SQUAD = Lesson(
    key="squad",
    heading=_("Build a squad"),
    told=_(
        "Before the first turn, both players secretly choose a character and three supports, at most two of one type. "
        "With a STACKED character, up to two supports may be copies of it."
    ),
    task=_("Choose Hydron, a second Hydron, and two supports."),
    setting=Setting(moves=((1, dump_move(Squad(tuple(MINE.split())))),)),
    answers=(
        done(_(
            "With two Hydrons, you can lose one and play on while the other is on the grid. Both squads are ready. "
            "You hold four cards, and the Bosun sees only how many. That was the last lesson."
        ), _has_copies),
        miss(_("Hydron leads, but alone. Replace a support with another Hydron."), _is_led_by_hydron),
        miss(_("That squad is allowed, but it has another character. This time, choose Hydron.")),
    ),
    hint=_("Under Characters, choose Hydron, then “Take another Hydron”. Then choose two cards of other types."),
    solution=(dump_move(Squad(("hydron", "hydron#2", "dolphin", "eagle-rock"))),),
    covers=("CE-4", "CE-5"),
)  # fmt: skip

COURSE = Course(
    (
        PLACE, WEDGE, fights.THROUGH, fights.GADGET, MYSTIC, fights.TENACIOUS, fights.STORM, fights.SACRIFICE,
        fights.STACKED, fights.NO_CARDS, fights.IN_HAND, SQUAD,
    ),
    left_out={
        "CE-3": "the values of the set may change, so no lesson depends on them",
        "CE-6": "dealing pools needs no practice; the rules page explains it",
        "CE-9": "a seat is rarely stuck, and the log says so",
        "CE-23": "leaving needs no practice",
        "becalmed": "both seats are seldom skipped in a row",
        "left": "leaving needs no practice; the rules page explains it",
    },
)  # fmt: skip
