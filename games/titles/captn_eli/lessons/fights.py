"""Lessons on challenges, keywords of characters, and how a seat loses (CE-8, CE-10 to CE-14, CE-16 to CE-18, CE-22)."""

from django.utils.translation import gettext_lazy as _

from games.engine.codec import dump_move
from games.engine.lesson import Deed, Lesson, Setting, done, miss, on
from games.titles.captn_eli.cards import CardId
from games.titles.captn_eli.grid import Cell
from games.titles.captn_eli.state import Challenge, Flip, Place, Reveal, Sacrifice, Shift, Squad

MINE, THEIRS = "captn-eli dolphin eagle-rock sonar", "hydron dolphin eagle-rock sonar"


def place(card: CardId, x: int, y: int) -> str:
    """Place a card from hand."""
    return dump_move(Place(card, (x, y)))


def flip(x: int, y: int) -> str:
    """Turn up a face-down card."""
    return dump_move(Flip((x, y)))


def shift(at: Cell, to: Cell) -> str:
    """Move a card."""
    return dump_move(Shift(at, to))


def challenge(at: Cell, target: Cell) -> str:
    """Challenge a card."""
    return dump_move(Challenge(at, target))


def game(mine: str, theirs: str, *moves: str) -> Setting:
    """A setting with both squads, character first, and the moves of alternating turns, starting with the reader's."""
    squads = (dump_move(Squad(tuple(cards.split()))) for cards in (mine, theirs))
    return Setting(moves=(*enumerate(squads), *((number % 2, each) for number, each in enumerate(moves))))


def _ends_game(deed: Deed) -> bool:
    return deed.state.outcome is not None


THROUGH = Lesson(
    key="through",
    heading=_("A challenge"),
    told=_(
        "A face-up character can challenge a card beside it: its challenge (C, red) against the card's defence (D, "
        "blue). A higher total removes the card. Along its column it can also challenge through your face-up vehicles "
        "and add their C."
    ),
    task=_("Challenge Hydron with Capt'n Eli, through the Dolphin."),
    setting=game(
        MINE, THEIRS, place("captn-eli", 0, 0), place("sonar", -1, 0), place("dolphin", 0, -1),
        place("hydron", 0, -2), place("eagle-rock", 1, 0), flip(0, -2), flip(0, 0), challenge((0, -2), (0, -1)),
    ),
    answers=(
        done(_("1 + 1 = 2 beats 1, so Hydron is removed. He was the Bosun's character: you win."), _ends_game),
        miss(_(
            "That's a different card. Only losing the character decides the game."
        ), lambda deed: isinstance(deed.move, Challenge)),
        miss(_("That takes your whole turn, and you can reach Hydron now.")),
    ),
    hint=_("Choose Capt'n Eli on the grid, then Hydron, two cells ahead."),
    solution=(challenge((0, 0), (0, -2)),),
    covers=("CE-10", "CE-11", "CE-13", "CE-18", "CE-22"),
)  # fmt: skip

GADGET = Lesson(
    key="gadget",
    heading=_("Gadgets and locations"),
    told=_(
        "Your face-up gadgets beside a character add their C to its challenge; locations add their D to its defence. "
        "Capt'n Eli's 1 can't beat Hydron's 1, because your Sonar isn't beside him."
    ),
    task=_("Move the Sonar beside Capt'n Eli, then challenge Hydron."),
    setting=game(
        MINE, THEIRS, place("captn-eli", 0, 0), place("hydron", 0, -1), place("sonar", 1, -1),
        place("dolphin", -1, -1), flip(0, 0), flip(0, -1), flip(1, -1), place("eagle-rock", 0, -2),
    ),
    answers=(
        done(_(
            "With the Sonar, you win 2 to 1. If the Bosun had turned up Eagle Rock beside Hydron, its D would have "
            "saved him."
        ), _ends_game),
        on(_(
            "The Sonar helps him there. The Bosun laid another card, and it's your turn again."
        ), lambda deed: isinstance(deed.move, Shift) and deed.move.to == (1, 0), (1, place("sonar", -1, -2))),
        miss(_(
            "The Sonar must share a side with Capt'n Eli to help him."
        ), lambda deed: isinstance(deed.move, Shift)),
        miss(_("You can do that, but move the Sonar first, then challenge.")),
    ),
    hint=_("Move the Sonar one cell down, to the right of Capt'n Eli. Then challenge with him."),
    solution=(dump_move(Shift((1, -1), (1, 0))), challenge((0, 0), (0, -1))),
    covers=("CE-8", "CE-11", "CE-12"),
)  # fmt: skip

NO_CARDS = Lesson(
    key="no-cards",
    heading=_("Nothing left on the grid"),
    told=_(
        "If you've laid a card and have none left on the grid, you lose, even with cards in hand. The Bosun holds "
        "three cards but has only a Dolphin on the grid."
    ),
    task=_("Remove the Dolphin."),
    setting=game(
        MINE, THEIRS, place("captn-eli", 0, 0), place("dolphin", 0, -1), place("sonar", 1, 0), flip(0, -1),
        flip(0, 0), dump_move(Shift((0, -1), (1, -1))), flip(1, 0), dump_move(Shift((1, -1), (0, -1))),
    ),
    answers=(
        done(_("Only your cards are left: you win. Keeping too many cards in hand is dangerous."), _ends_game),
        miss(_("The Dolphin is right in front of Capt'n Eli, and the Sonar helps him.")),
    ),
    hint=_("Challenge it with Capt'n Eli."),
    solution=(challenge((0, 0), (0, -1)),),
    covers=("CE-11", "CE-18"),
)  # fmt: skip

IN_HAND = Lesson(
    key="in-hand",
    heading=_("A character that hides"),
    told=_(
        "You also lose if your character is still in hand while all your other cards are face up. A challenge first "
        "turns a face-down card up, win or lose. The Bosun has one card in hand and one face down."
    ),
    task=_("Turn up the Bosun's last face-down card."),
    setting=game(
        MINE, THEIRS, place("captn-eli", 0, 0), place("dolphin", 0, -1), place("sonar", 1, 0),
        place("eagle-rock", -1, -1), flip(0, 0), place("sonar", 1, -1), flip(1, 0), flip(-1, -1),
        place("dolphin", -1, 0), flip(1, -1),
    ),
    answers=(
        done(_(
            "All the Bosun's cards are face up, and Hydron is still in hand: you win."
        ), _ends_game),
        miss(_("That gives the Bosun a turn to lay Hydron. Challenge with Capt'n Eli to turn the card up now.")),
    ),
    hint=_("The card is right in front of Capt'n Eli: challenge it."),
    solution=(challenge((0, 0), (0, -1)),),
    covers=("CE-13", "CE-18"),
)  # fmt: skip

TENACIOUS = Lesson(
    key="tenacious",
    heading=_("Tenacious"),
    told=_("Barnacle Jo is TENACIOUS: the first defeat only marks her, and the second removes her."),
    task=_("Defeat Barnacle Jo, twice."),
    setting=game(
        "captn-eli torpedo-skiff eagle-rock sonar", "barnacle-jo dolphin eagle-rock sonar", place("captn-eli", 0, 0),
        place("sonar", -1, 0), place("torpedo-skiff", 0, -1), place("barnacle-jo", 0, -2), flip(0, 0), flip(0, -2),
        flip(0, -1), place("eagle-rock", -1, -1),
    ),
    answers=(
        done(_(
            "That was her second defeat. The Bosun's character is removed: you win."
        ), _ends_game),
        on(_(
            "She is marked and stays. The Bosun laid another card. Challenge her again."
        ), lambda deed: deed.facts("marked") is not None, (1, place("dolphin", -1, -2))),
        miss(_("That's a different card."), lambda deed: isinstance(deed.move, Challenge)),
        miss(_("That takes your turn. Barnacle Jo is two cells ahead of Capt'n Eli, within his reach.")),
    ),
    hint=_("Challenge her with Capt'n Eli through the Torpedo Skiff, twice."),
    solution=(challenge((0, 0), (0, -2)), challenge((0, 0), (0, -2))),
    covers=("CE-16",),
)  # fmt: skip

STORM = Lesson(
    key="storm",
    heading=_("The storm"),
    told=_(
        "The seventh turn of a game in which a card was only moved brings a storm, which turns all cards face down. "
        "In the storm, every challenge adds 9, so that it beats any card. A first defeat only marks a card, and the "
        "next one removes it."
    ),
    task=_("Challenge Eagle Rock with Capt'n Eli."),
    setting=game(
        MINE, THEIRS, place("captn-eli", 0, 0), place("eagle-rock", 0, -1), place("dolphin", 1, 0),
        place("hydron", -1, -1), flip(0, 0), shift((0, -1), (1, -1)), shift((1, 0), (1, 1)), shift((1, -1), (0, -1)),
        shift((1, 1), (1, 0)), shift((0, -1), (1, -1)), shift((1, 0), (1, 1)), shift((1, -1), (0, -1)), flip(0, 0),
        flip(0, -1),
    ),
    answers=(
        done(
            _("1 + 9 = 10 beats 3, so Eagle Rock is marked. Another challenge would remove it."),
            lambda deed: deed.facts("marked") is not None,
        ),
        miss(_("That's possible, too. But Eagle Rock is beside Capt'n Eli, and in the storm he can beat it.")),
    ),
    hint=_("Choose Capt'n Eli on the grid, then Eagle Rock, directly ahead."),
    solution=(challenge((0, 0), (0, -1)),),
    covers=("CE-19",),
)  # fmt: skip

SACRIFICE = Lesson(
    key="sacrifice",
    heading=_("Sacrifice"),
    told=_(
        "Your Frogman Diaz has SACRIFICE: once per game, when he's defeated, you may remove one of your cards next to "
        "him instead. He's being defeated now."
    ),
    task=_("Give up the Sonar for him."),
    setting=game(
        "frogman-diaz dolphin eagle-rock sonar", "captn-eli torpedo-skiff eagle-rock sonar",
        place("frogman-diaz", 0, 0), place("torpedo-skiff", 0, -1), place("sonar", -1, 0), place("captn-eli", 0, -2),
        place("dolphin", 1, 0), flip(0, -2), flip(-1, 0), flip(0, -1), flip(0, 0), challenge((0, -2), (0, 0)),
    ),
    answers=(
        done(_(
            "You lose the Sonar but keep him, so the game continues. His next defeat is the last."
        ), lambda deed: isinstance(deed.move, Sacrifice) and deed.move.at == (-1, 0)),
        miss(_("You lost your character, and with it the game."), _ends_game),
        miss(_("That was the Dolphin, which can challenge. Keep it, and give up the Sonar.")),
    ),
    hint=_("Choose the Sonar, to the left of Frogman Diaz."),
    solution=(dump_move(Sacrifice((-1, 0))),),
    covers=("CE-14",),
)  # fmt: skip

STACKED = Lesson(
    key="stacked",
    heading=_("Stacked"),
    told=_(
        "Hydron is STACKED: a squad may have up to three of him. You just lost one, and the others are face down, so "
        "you must turn one up now. With none left on the grid, you'd have lost."
    ),
    task=_("Turn up the Hydron that isn't beside the Bosun's captain."),
    setting=game(
        "hydron hydron#2 hydron#3 dolphin", "captn-eli dolphin eagle-rock sonar", place("hydron", 0, 0),
        place("dolphin", 0, -1), place("hydron#2", 1, -1), place("captn-eli", 0, -2), place("hydron#3", 1, 0),
        flip(0, -2), flip(0, 0), flip(0, -1), place("dolphin", -1, 0), challenge((0, -2), (0, 0)),
    ),
    answers=(
        done(_(
            "He replaces the first one and is out of the captain's reach for now."
        ), lambda deed: isinstance(deed.move, Reveal) and deed.move.at == (1, 0)),
        miss(_("He is closer to the Bosun's cards and would be challenged next.")),
    ),
    hint=_("Choose the one in the lower row."),
    solution=(dump_move(Reveal((1, 0))),),
    covers=("CE-17",),
)  # fmt: skip
