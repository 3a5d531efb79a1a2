"""The presenter of 20,000 Miles under the Sea: its words and the data for its board."""

from django.utils.translation import gettext_lazy

from games.engine.presenter import OptionWords, Presenter
from games.titles.nautilus.presenter.asked import prompt, tallies
from games.titles.nautilus.presenter.board import board
from games.titles.nautilus.presenter.miniature import hand, miniature
from games.titles.nautilus.presenter.notes import notes
from games.titles.nautilus.presenter.offers import suggestion
from games.titles.nautilus.presenter.reasons import why
from games.titles.nautilus.presenter.reference import CARD_INDEX, LINKS
from games.titles.nautilus.presenter.results import FIGURES, counted, ending
from games.titles.nautilus.presenter.sentences import sentence

PRESENTER = Presenter(
    name=gettext_lazy("20,000 Miles under the Sea"),
    tagline=gettext_lazy(
        "Steer one shared submarine, collect the chips where it stops, and score them in rows and columns."
    ),
    credits=gettext_lazy("Designed by Arthur Tebbe, published by University Games (2009)."),
    pitch=gettext_lazy(
        "Everyone steers the same submarine with cards. "
        "Collect the chips where it stops, and score them in rows and columns."
    ),
    options={
        "rounds": OptionWords(gettext_lazy("Rounds"), {
            3: gettext_lazy("Three rounds: columns score at the end"),
            5: gettext_lazy("Five rounds: columns score after rounds 3 and 5"),
        }),
        "commit": OptionWords(gettext_lazy("Playing cards"), {
            "open": gettext_lazy("Open: one player after another, face up (the published rule)"),
            "sealed": gettext_lazy("Sealed: all at the same time, face down until everyone has played"),
        }, gettext_lazy("Sealed games take about half as long, because nobody waits for others to choose.")),
    },
    reasons={
        "final-count": gettext_lazy("All rounds have been scored."),
        "left": gettext_lazy("All others left the game."),
    },
    board=board,
    prompt=prompt,
    sentence=sentence,
    suggestion=suggestion,
    why=why,
    ending=ending,
    tallies=tallies,
    miniature=miniature,
    hand=hand,
    cards=CARD_INDEX,
    links=LINKS,
    notes=notes,
    figures=FIGURES,
    counted=counted,
)  # fmt: skip
