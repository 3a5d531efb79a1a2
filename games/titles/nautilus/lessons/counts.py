"""Lessons on scoring: rows, number chips and columns (NA-6, NA-16 to NA-21)."""

from django.utils.translation import gettext_lazy as _

from games.engine.lesson import Deed, Drift, Lesson, Setting, done, miss
from games.titles.nautilus.lessons.deeds import commit, skip, stack, steer, took

ROW = Lesson(
    key="row",
    heading=_("A full row ends the round"),
    told=_(
        "When a player's row has four chips, the round ends after that turn. One to four matched pictures score "
        "5, 15, 35 or 70 points, minus 5 for each free square. You have squid, shark and pearl, and can make any step."
    ),
    task=_("Fill your row with the missing picture."),
    setting=Setting(
        stack(
            (0, 1),
            "white-1-shark-1 white-1-squid-1 white-1-harpoon-1 white-1-harpoon-2 white-1-compass-1 "
            "white-1-pearl-1 white-2-compass-1 white-2-harpoon-1 white-2-shark-1 white-2-compass-2 "
            "blue-2-shark-harpoon-1 blue-2-shark-compass-1 blue-2-pearl-harpoon-1 blue-2-harpoon-compass-1 "
            "white-3-coral-1",
        ),
        (
            (0, commit("current-12")), (1, commit("sailor-2")), (0, steer("current", -1)), (1, skip()),
            (0, commit("current-9")), (1, commit("helmet-3")), (0, steer("current", 1)), (1, skip()),
            (0, commit("current-6")), (1, commit("thermostat-1")), (0, steer("current", 1)), (1, steer("current", -1)),
            (0, commit("thermostat-1")), (1, commit("depth-4")), (1, steer("depth", -1)),
        ),
    ),
    answers=(
        done(
            _(
                "Four pictures score 70 points. Your low card got you number chip 2, which scores 15 more. "
                "Now the ocean is refilled, and round 2 fills the second row."
            ),
            lambda deed: took(deed, "coral"),
        ),
        miss(_(
            "Your row is full, but only three pictures match, for 35 points. The coral was one step away."
        ), lambda deed: deed.facts("took") is not None),
        miss(_("There is no chip there.")),
    ),
    hint=_("The coral is in the innermost ring, one step down."),
    solution=(steer("depth", -1),),
    covers=("NA-6", "NA-16", "NA-17", "NA-18", "NA-19"),
)  # fmt: skip


def _wins(deed: Deed) -> bool:
    return deed.state.outcome is not None and deed.state.outcome.ranks[0] == 1


COLUMNS = Lesson(
    key="columns",
    heading=_("Columns and the end"),
    told=_(
        "After round 3, columns score too: 6, 16 or 32 points for two, three or four of the same symbol. A "
        "single symbol scores at most 4. Your Depth card makes the last step of the game: up to a squid, or "
        "down to a shark."
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
                "The third row doesn't want a squid, so the Bosun wins with more points. Check which pictures "
                "your row wants."
            )
        ),
    ),
    hint=_("The third row wants shark, coral, harpoon and compass."),
    solution=(steer("depth", -1),),
    covers=("NA-20", "NA-21"),
)
