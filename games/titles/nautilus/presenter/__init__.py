"""The presenter of 20,000 Miles under the Sea: its words and the data of its board."""

from django.utils.translation import gettext_lazy

from games.engine.presenter import OptionWords, Presenter
from games.titles.nautilus.presenter.asked import prompt, tallies
from games.titles.nautilus.presenter.board import board
from games.titles.nautilus.presenter.ending import ending
from games.titles.nautilus.presenter.figures import FIGURES, counted
from games.titles.nautilus.presenter.miniature import miniature
from games.titles.nautilus.presenter.notes import notes
from games.titles.nautilus.presenter.reference import CARD_INDEX, LINKS
from games.titles.nautilus.presenter.sentences import sentence
from games.titles.nautilus.presenter.suggestion import suggestion

PRESENTER = Presenter(
    name=gettext_lazy("20,000 Miles under the Sea"),
    tagline=gettext_lazy(
        "Steer one submarine together, collect what lies where it stops, count it by rows and by columns."
    ),
    credits=gettext_lazy("Designed by Arthur Tebbe, published by University Games (2009)."),
    pitch=gettext_lazy(
        "Everybody steers the same submarine, each by a card. "
        "Gather the finds where it stops, and count them by rows and by columns."
    ),
    options={
        "rounds": OptionWords(
            gettext_lazy("Rounds"),
            {
                3: gettext_lazy("Three rounds: columns are counted at the end"),
                5: gettext_lazy("Five rounds: columns are counted after the third and the fifth"),
            },
        ),
        "commit": OptionWords(
            gettext_lazy("Cards of a turn"),
            {
                "open": gettext_lazy("Open: one after the other, face up, as published"),
                "sealed": gettext_lazy(
                    "Sealed: all at the same time, face down until the last one lies there"
                ),
            },
            gettext_lazy("Sealed cards halve the waiting, since nobody waits for a turn to choose."),
        ),
    },
    reasons={
        "final-count": gettext_lazy("The last round was counted."),
        "left": gettext_lazy("All others left the game."),
    },
    board=board,
    prompt=prompt,
    sentence=sentence,
    suggestion=suggestion,
    ending=ending,
    tallies=tallies,
    miniature=miniature,
    cards=CARD_INDEX,
    links=LINKS,
    notes=notes,
    figures=FIGURES,
    counted=counted,
)
