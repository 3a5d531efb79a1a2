"""Lessons on keywords of characters (CE-14, CE-16, CE-17)."""

from django.utils.translation import gettext_lazy as _

from games.engine.lesson import Lesson, done, miss, on
from games.titles.captn_eli.lessons.deeds import challenge, flip, game, place, reveal, sacrifice
from games.titles.captn_eli.state import Challenge, Reveal, Sacrifice

TENACIOUS = Lesson(
    key="tenacious",
    heading=_("Tenacious"),
    told=_(
        "Barnacle Jo is TENACIOUS: the first defeat only marks her, and the second removes her."
    ),
    task=_("Defeat Barnacle Jo, twice."),
    setting=game(
        "captn-eli torpedo-skiff eagle-rock sonar", "barnacle-jo dolphin eagle-rock sonar",
        place("captn-eli", 0, 0), place("sonar", -1, 0),
        place("torpedo-skiff", 0, -1), place("barnacle-jo", 0, -2),
        flip(0, 0), flip(0, -2), flip(0, -1), place("eagle-rock", -1, -1),
    ),
    answers=(
        done(_(
            "That was her second defeat. The Bosun's character is removed: you win."
        ), lambda deed: deed.state.outcome is not None),
        on(
            _("She is marked and stays. The Bosun laid another card. Challenge her again."),
            lambda deed: deed.facts("marked") is not None, (1, place("dolphin", -1, -2)),
        ),
        miss(_("That's another card."), lambda deed: isinstance(deed.move, Challenge)),
        miss(_("That takes your turn. Barnacle Jo is two cells ahead of Capt'n Eli, within his reach.")),
    ),
    hint=_("Challenge her with Capt'n Eli through the Torpedo Skiff, twice."),
    solution=(challenge((0, 0), (0, -2)), challenge((0, 0), (0, -2))),
    covers=("CE-16",),
)  # fmt: skip

SACRIFICE = Lesson(
    key="sacrifice",
    heading=_("Sacrifice"),
    told=_(
        "Your Frogman Diaz has SACRIFICE: once per game, when he's defeated, you may remove one of your "
        "cards next to him instead. He's being defeated now."
    ),
    task=_("Give up the Sonar for him."),
    setting=game(
        "frogman-diaz dolphin eagle-rock sonar", "captn-eli torpedo-skiff eagle-rock sonar",
        place("frogman-diaz", 0, 0), place("torpedo-skiff", 0, -1), place("sonar", -1, 0),
        place("captn-eli", 0, -2), place("dolphin", 1, 0), flip(0, -2), flip(-1, 0), flip(0, -1),
        flip(0, 0), challenge((0, -2), (0, 0)),
    ),
    answers=(
        done(
            _("You lose the Sonar but keep him, so the game continues. His next defeat is the last."),
            lambda deed: isinstance(deed.move, Sacrifice) and deed.move.at == (-1, 0),
        ),
        miss(_(
            "You lost your character, and with it the game."
        ), lambda deed: deed.state.outcome is not None),
        miss(_("That was the Dolphin, which can challenge. Keep it, and give up the Sonar.")),
    ),
    hint=_("Choose the Sonar, to the left of Frogman Diaz."),
    solution=(sacrifice(-1, 0),),
    covers=("CE-14",),
)  # fmt: skip

STACKED = Lesson(
    key="stacked",
    heading=_("Stacked"),
    told=_(
        "Hydron is STACKED: a squad may have up to three of him. You just lost one, and the others are face "
        "down, so you must turn one up now. With none left on the grid, you'd have lost."
    ),
    task=_("Turn up the Hydron that isn't beside the Bosun's captain."),
    setting=game(
        "hydron hydron#2 hydron#3 dolphin", "captn-eli dolphin eagle-rock sonar",
        place("hydron", 0, 0), place("dolphin", 0, -1), place("hydron#2", 1, -1), place("captn-eli", 0, -2),
        place("hydron#3", 1, 0), flip(0, -2), flip(0, 0), flip(0, -1), place("dolphin", -1, 0),
        challenge((0, -2), (0, 0)),
    ),
    answers=(
        done(
            _("He replaces the first one and is out of the captain's reach for now."),
            lambda deed: isinstance(deed.move, Reveal) and deed.move.at == (1, 0),
        ),
        miss(_("He is closer to the Bosun's cards and would be challenged next.")),
    ),
    hint=_("Choose the one in the lower row."),
    solution=(reveal(1, 0),),
    covers=("CE-17",),
)  # fmt: skip
