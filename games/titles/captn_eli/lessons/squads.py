"""The lesson on choosing a squad (CE-4, CE-5)."""

from django.utils.translation import gettext_lazy as _

from games.engine.codec import dump_move
from games.engine.lesson import Deed, Lesson, Setting, done, miss
from games.titles.captn_eli.cards import original_of
from games.titles.captn_eli.state import Squad

__all__ = ["SQUAD"]

_THEIRS = Squad(("captn-eli", "dolphin", "eagle-rock", "sonar"))
_MINE = Squad(("hydron", "hydron#2", "dolphin", "eagle-rock"))


def _is_led_by_hydron(deed: Deed) -> bool:
    return isinstance(deed.move, Squad) and deed.move.cards[0] == "hydron"


def _has_copies(deed: Deed) -> bool:
    return _is_led_by_hydron(deed) and sum(original_of(card) == "hydron" for card in deed.move.cards) > 1


SQUAD = Lesson(
    key="squad",
    heading=_("Put a squad together"),
    told=_(
        "Before the first turn both choose in secret: a character and three supports, at most two of one type. "
        "A STACKED character may bring up to two copies of itself as supports."
    ),
    task=_("Choose Hydron, a second Hydron, and two supports."),
    setting=Setting(moves=((1, dump_move(_THEIRS)),)),
    answers=(
        done(
            _(
                "Two Hydrons: if one falls while the other lies on the grid, you play on. Both squads are ready, "
                "and the game begins: you hold the four, and the Bosun sees only that there are four."
            ),
            _has_copies,
        ),
        miss(_("Hydron leads, but alone: take another Hydron in the place of a support."), _is_led_by_hydron),
        miss(_("A squad that may play. But its character is another one: this time choose Hydron.")),
    ),
    hint=_("Under Characters choose Hydron, then “Take another Hydron”. Then two cards of other types."),
    solution=(dump_move(_MINE),),
    covers=("CE-4", "CE-5"),
)  # fmt: skip
