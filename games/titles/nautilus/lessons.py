"""The course of 20,000 Miles under the Sea.

A set-up lists number chips, then chips, then a special card. The outer ring gets `white-1` on the arms 0 1 3 4 5 7
and `blue-1` on 2 6; the ring below it gets `white-2` on 0 2 4 6 and `blue-2` on the others; the inner ring gets
`white-3` on 0 4.
"""

from django.utils.translation import gettext_lazy as _

from games.engine.codec import dump_move
from games.engine.contract import Seat
from games.engine.lesson import Course, Deed, Drift, Lesson, Setting, done, miss, on
from games.titles.nautilus.cards import CARDS, CHIPS, CardId, SpecialId
from games.titles.nautilus.state import Anchor, Commit, Ring, Skip, SkipSpecial, Steer, Trade

_CHIPS = (
    "white-1-compass-1 white-1-anchor-1 white-1-pearl-1 white-1-harpoon-2 white-1-compass-2 white-1-coral-1"
)
_SKIP, _TAKE_CARD = dump_move(Skip()), dump_move(Anchor("card"))


def _stack(order: tuple[Seat, ...], chips: str, *specials: SpecialId) -> tuple[Seat | str, ...]:
    return (*order, *chips.split(), *specials)


def _commit(card: CardId, special: SpecialId | None = None) -> str:
    return dump_move(Commit(card, special))


def _steer(axis: str, step: int) -> str:
    return dump_move(Steer(axis, step))


def _takes(deed: Deed, symbol: str) -> bool:
    """Whether the move took a chip that shows this symbol or is of this kind."""
    chip = CHIPS[facts["chip"]] if (facts := deed.facts("took")) else None
    return chip is not None and symbol in (*chip.symbols, chip.kind)


def _value(deed: Deed) -> int:
    return CARDS[deed.move.card].value


ORDER = Lesson(
    key="order",
    heading=_("Who sails first"),
    told=_(
        "Everyone has the same twelve cards, and plays one each turn. The highest card sails first and gets number "
        "chip 1. The Bosun has played an 8."
    ),
    task=_("Play a card that lets you sail before the Bosun."),
    setting=Setting(_stack((1, 0), _CHIPS), ((1, _commit("course-8")),)),
    answers=(
        done(_(
            "You sail first. You get the card back once you've played all twelve. Low number chips also score points."
        ), lambda deed: _value(deed) > 8),
        miss(_("Same value, but the Bosun played it earlier and so sails first."), lambda deed: _value(deed) == 8),
        miss(_("That's lower than the Bosun's 8, so the Bosun sails first.")),
    ),
    hint=_("Any card from 9 to 12."),
    solution=(_commit("current-9"),),
    covers=("NA-4", "NA-7", "NA-8", "NA-9", "NA-14"),
)  # fmt: skip

STEER = Lesson(
    key="steer",
    heading=_("One step, one chip"),
    told=_(
        "All players steer the same submarine, in the middle of the ocean. You've played a Current: it turns the "
        "ocean by one arm, clockwise or anticlockwise. You get the chip that ends up in front of the submarine."
    ),
    task=_("Turn the ocean to get the pearl."),
    setting=Setting(
        _stack((0, 1), _CHIPS.replace("anchor-1 white-1-pearl-1", "pearl-1 white-1-harpoon-1")),
        ((0, _commit("current-12")), (1, _commit("depth-4"))),
    ),
    answers=(
        done(_(
            "The pearl goes to the first free square of your first row. A Course card turns the submarine by two "
            "arms, and a Depth card moves it to another ring."
        ), lambda deed: _takes(deed, "pearl")),
        miss(_(
            "The ocean turned the other way, and you got the coral. You have to make the step, but you choose its "
            "direction."
        )),
    ),
    hint=_("Turn it anticlockwise, so that the arm to the right of the submarine moves in front of it."),
    solution=(_steer("current", -1),),
    covers=("NA-1", "NA-10", "NA-11", "NA-12"),
)  # fmt: skip

BLUE = Lesson(
    key="blue",
    heading=_("Face-down chips"),
    told=_(
        "White chips are face up and show one symbol. Blue chips are face down. Most show two symbols, but some are "
        "wilds, anchors, stars or arrows. You've played a Course: it turns the submarine east or west."
    ),
    task=_("Get the blue chip in the east."),
    setting=Setting(
        _stack((0, 1), "white-1-compass-1 white-1-pearl-1 blue-1-squid-pearl-1 blue-1-star-1"),
        ((0, _commit("course-11")), (1, _commit("depth-4"))),
    ),
    answers=(
        done(_(
            "A squid and a pearl on one chip can match two pictures at once. The deeper you go, the better the blue "
            "chips get."
        ), lambda deed: deed.facts("took") is not None),
        miss(_(
            "You went west and found a star. A star stays there and scores nothing, and no step may end there from "
            "now on."
        )),
    ),
    hint=_("The submarine faces north. Turn right to face east."),
    solution=(_steer("course", 1),),
    covers=("NA-2", "NA-3", "NA-13", "NA-22"),
)  # fmt: skip

ARROW = Lesson(
    key="arrow",
    heading=_("An arrow and a wild"),
    told=_(
        "You've turned up an arrow. It stays there, and you make one more step of any kind. A wild counts as any "
        "symbol you need, and can be a different one each time it scores."
    ),
    task=_("Steer down to the wild in the second ring."),
    setting=Setting(
        _stack((0, 1), "white-1-compass-1 white-1-pearl-1 blue-1-arrow-1 white-2-coral-1 white-2-wild-1"),
        ((0, _commit("course-11")), (1, _commit("depth-4")), (0, _steer("course", 1))),
    ),
    answers=(
        done(_("A wild is most useful when you don't know yet what you'll need."), lambda deed: _takes(deed, "wild")),
        miss(_("That step is allowed, but the wild is one step down, in the next ring.")),
    ),
    hint=_("Choose Down."),
    solution=(_steer("depth", -1),),
    covers=("NA-11", "NA-13"),
)  # fmt: skip

HELMET = Lesson(
    key="helmet",
    heading=_("Helmet and sailor"),
    told=_(
        "Two cards don't steer. The Sailor swaps two of your own chips; the Helmet trades one of yours for another "
        "player's. Your first row wants squid, shark, pearl and coral, so your harpoon is worth nothing there."
    ),
    task=_("Trade your harpoon for the Bosun's pearl."),
    setting=Setting(
        _stack((0, 1), _CHIPS.replace("anchor", "harpoon")),
        (
            (0, _commit("current-12")), (1, _commit("course-5")), (0, _steer("current", -1)), (1, _steer("course", 1)),
            (0, _commit("helmet-3")), (1, _commit("sailor-2")),
        ),
    ),
    answers=(
        done(_(
            "The pearl is yours, and the Bosun has the harpoon. You can trade chips in any row."
        ), lambda deed: isinstance(deed.move, Trade)),
        miss(_("You're allowed to do nothing, but you could have had the pearl.")),
    ),
    hint=_("Choose your harpoon, then the Bosun's pearl."),
    solution=(dump_move(Trade((1, 1), 1, (1, 1))),),
    covers=("NA-10", "NA-11"),
)  # fmt: skip

ANCHOR = Lesson(
    key="anchor",
    heading=_("Trade an anchor for a special card"),
    told=_(
        "You can keep an anchor like any chip, or trade it for the top special card. There are seven special cards, "
        "and the top one is always face up. Right now it's the Bell, which takes a chip from another player."
    ),
    task=_("Steer to the anchor, and trade it for the special card."),
    setting=Setting(_stack((0, 1), _CHIPS, "special-bell"), ((0, _commit("current-12")), (1, _commit("course-5")))),
    answers=(
        done(_(
            "The Bell is yours until you play it with a hand card. Then it goes back under the pile."
        ), lambda deed: isinstance(deed.move, Anchor) and deed.move.to == "card"),
        miss(_(
            "There it fills a square but matches no picture. Anchors do score in columns, but here you want the card."
        ), lambda deed: isinstance(deed.move, Anchor)),
        on(_(
            "You've found the anchor. Now choose what to do with it."
        ), lambda deed: deed.facts("anchor-found") is not None),
        miss(_("That way led to the coral.")),
    ),
    hint=_("Turn the ocean anticlockwise to reach the anchor. Then trade it."),
    solution=(_steer("current", -1), _TAKE_CARD),
    covers=("NA-5", "NA-13"),
)  # fmt: skip

BELL = Lesson(
    key="special",
    heading=_("Two cards at once"),
    told=_(
        "You've played a Depth card with the Bell. You can use them in either order. The Bell takes a chip from "
        "another player and puts it in the first free square of one of your rows."
    ),
    task=_("Use the Bell to take the Bosun's pearl."),
    setting=Setting(
        _stack((0, 1), f"{_CHIPS} blue-2-shark-harpoon-1 blue-2-shark-compass-1", "special-bell"),
        (
            (0, _commit("current-12")), (1, _commit("course-5")), (0, _steer("current", -1)), (0, _TAKE_CARD),
            (1, _steer("course", 1)), (0, _commit("depth-10", "special-bell")), (1, _commit("depth-4")),
        ),
    ),
    answers=(
        done(_(
            "You have the pearl, and the Bell goes back under the pile. You keep special cards until you use them, "
            "even into the next round."
        ), lambda deed: isinstance(deed.move, Ring)),
        on(_("You can use the hand card first. Now use the Bell."), lambda deed: isinstance(deed.move, Steer)),
        miss(_("The Bell went back under the pile unused."), lambda deed: isinstance(deed.move, SkipSpecial)),
    ),
    hint=_("Choose the Bell, then the pearl on the Bosun's scoreboard."),
    solution=(dump_move(Ring(1, (1, 1), 1)),),
    covers=("NA-10", "NA-14", "NA-15"),
)  # fmt: skip

ROW = Lesson(
    key="row",
    heading=_("A full row ends the round"),
    told=_(
        "When a player's row has four chips, the round ends after that turn. One to four matched pictures score 5, "
        "15, 35 or 70 points, minus 5 for each free square. You have squid, shark and pearl, and can make any step."
    ),
    task=_("Fill your row with the missing picture."),
    setting=Setting(
        _stack(
            (0, 1),
            "white-1-shark-1 white-1-squid-1 white-1-harpoon-1 white-1-harpoon-2 white-1-compass-1 "
            "white-1-pearl-1 white-2-compass-1 white-2-harpoon-1 white-2-shark-1 white-2-compass-2 "
            "blue-2-shark-harpoon-1 blue-2-shark-compass-1 blue-2-pearl-harpoon-1 blue-2-harpoon-compass-1 "
            "white-3-coral-1",
        ),
        (
            (0, _commit("current-12")), (1, _commit("sailor-2")), (0, _steer("current", -1)), (1, _SKIP),
            (0, _commit("current-9")), (1, _commit("helmet-3")), (0, _steer("current", 1)), (1, _SKIP),
            (0, _commit("current-6")), (1, _commit("thermostat-1")), (0, _steer("current", 1)),
            (1, _steer("current", -1)), (0, _commit("thermostat-1")), (1, _commit("depth-4")), (1, _steer("depth", -1)),
        ),
    ),
    answers=(
        done(_(
            "Four pictures score 70 points. Your low card got you number chip 2, which scores 15 more. Now the ocean "
            "is refilled, and round 2 fills the second row."
        ), lambda deed: _takes(deed, "coral")),
        miss(_(
            "Your row is full, but only three pictures match, for 35 points. The coral was one step away."
        ), lambda deed: deed.facts("took") is not None),
        miss(_("There is no chip there.")),
    ),
    hint=_("The coral is in the innermost ring, one step down."),
    solution=(_steer("depth", -1),),
    covers=("NA-6", "NA-16", "NA-17", "NA-18", "NA-19"),
)  # fmt: skip


def _wins(deed: Deed) -> bool:
    return deed.state.outcome is not None and deed.state.outcome.ranks[0] == 1


COLUMNS = Lesson(
    key="columns",
    heading=_("Columns and the end"),
    told=_(
        "After round 3, columns score too: 6, 16 or 32 points for two, three or four of the same symbol. A single "
        "symbol scores at most 4. Your Depth card makes the last step of the game: up to a squid, or down to a shark."
    ),
    task=_("Make the step that wins the game."),
    setting=Setting(seed=163, drift=(Drift.RANDOM, 60)),
    answers=(
        done(
            _("The third row wants a shark, so it scores twice: in its row and in its column. You win."),
            _wins,
        ),
        miss(
            _(
                "The third row doesn't want a squid, so the Bosun wins with more points. Check which pictures your row "
                "wants."
            )
        ),
    ),
    hint=_("The third row wants shark, coral, harpoon and compass."),
    solution=(_steer("depth", -1),),
    covers=("NA-20", "NA-21"),
)

COURSE = Course(
    (ORDER, STEER, BLUE, ARROW, HELMET, ANCHOR, BELL, ROW, COLUMNS),
    left_out={
        "NA-23": "leaving needs no practice; the rules page says what happens to the chips",
        "left": "leaving needs no practice; the rules page explains it",
    },
)
