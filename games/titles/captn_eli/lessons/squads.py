"""The lesson on choosing a squad (CE-4, CE-5)."""

from django.utils.translation import gettext_lazy as _

from games.engine.codec import dump_move
from games.engine.lesson import Deed, Lesson, Setting, done, miss
from games.titles.captn_eli.cards import original_of
from games.titles.captn_eli.state import Squad

_THEIRS = Squad(("captn-eli", "dolphin", "eagle-rock", "sonar"))
_MINE = Squad(("hydron", "hydron#2", "dolphin", "eagle-rock"))


def _is_led_by_hydron(deed: Deed) -> bool:
    return isinstance(deed.move, Squad) and deed.move.cards[0] == "hydron"


def _has_copies(deed: Deed) -> bool:
    return _is_led_by_hydron(deed) and sum(original_of(card) == "hydron" for card in deed.move.cards) > 1


SQUAD = Lesson(
    key="squad",
    heading=_("Build a squad"),
    told=_(
        "Before the first turn, both players secretly choose a character and three supports, at most two of "
        "one type. With a STACKED character, up to two supports may be copies of it."
    ),
    task=_("Choose Hydron, a second Hydron, and two supports."),
    setting=Setting(moves=((1, dump_move(_THEIRS)),)),
    answers=(
        done(
            _(
                "With two Hydrons, you can lose one and play on while the other is on the grid. Both squads "
                "are ready. You hold four cards, and the Bosun sees only how many."
            ),
            _has_copies,
        ),
        miss(_("Hydron leads, but alone. Replace a support with another Hydron."), _is_led_by_hydron),
        miss(_("That squad is allowed, but it has another character. This time, choose Hydron.")),
    ),
    hint=_(
        "Under Characters, choose Hydron, then “Take another Hydron”. Then choose two cards of other types."
    ),
    solution=(dump_move(_MINE),),
    covers=("CE-4", "CE-5"),
)  # fmt: skip
