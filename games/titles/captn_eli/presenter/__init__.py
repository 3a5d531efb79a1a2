"""Capt'n Eli's presenter: its words and the data for its board."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.engine.contract import Seat
from games.engine.kit import listed
from games.engine.presenter import OptionWords, Presenter, Tally, Text
from games.titles.captn_eli.cards import RULESET, STARTERS, TYPES
from games.titles.captn_eli.observe import View
from games.titles.captn_eli.presenter.asked import prompt, suggestion
from games.titles.captn_eli.presenter.board import board, example
from games.titles.captn_eli.presenter.ending import FIGURES, counted, ending
from games.titles.captn_eli.presenter.miniature import hand, miniature
from games.titles.captn_eli.presenter.notes import notes
from games.titles.captn_eli.presenter.reasons import why
from games.titles.captn_eli.presenter.reference import CARD_INDEX, LINKS
from games.titles.captn_eli.presenter.sentences import sentence, word
from games.titles.captn_eli.presenter.words import (
    KEYWORD_NAMES,
    KEYWORD_RULES,
    REASONS,
    STARTER_NAMES,
    STARTER_PLANS,
    TYPE_PLURALS,
    Face,
    card_name,
    faces,
)


def tallies(view: View, seat: Seat) -> tuple[Tally, ...]:
    """Cards in hand, on the grid and out of the game; while squads are chosen, whether the seat has chosen."""
    if view.phase == "squads":
        return (Tally(_("Squad"), pgettext("a squad", "chosen") if seat in view.chosen else _("choosing")),)
    on_grid = sum(shown.owner == seat for shown in view.grid)
    return (
        Tally(_("Hand"), view.hands[seat].count, sign="cards", count=f"hand-{seat}"),
        Tally(_("Grid"), on_grid, _("If you have none left there, you lose."), anchor="end"),
        Tally(_("Lost"), len(view.removed[seat]), sign="pile", count=f"lost-{seat}"),
    )


@dataclass(frozen=True)
class EliPresenter(Presenter):
    """A presenter that also provides the card set and the examples of the rules page."""

    def card_set(self) -> list[tuple[Text, list[Face]]]:
        """All cards by type."""
        kinds = [(kind, [card.id for card in RULESET.cards.values() if card.type == kind]) for kind in TYPES]
        return [(TYPE_PLURALS[kind], faces(RULESET, cards)) for kind, cards in kinds]

    def keywords(self) -> list[tuple[str, Text, Text]]:
        """Each keyword: its key, its name, its effect."""
        return [(key, KEYWORD_NAMES[key], rule) for key, rule in KEYWORD_RULES.items()]

    def starters(self) -> list[tuple[Text, Text, str]]:
        """Each starter squad: its name, its plan, its cards."""
        return [
            (STARTER_NAMES[name], STARTER_PLANS[name], listed(map(card_name, cards), ""))
            for name, cards in STARTERS.items()
        ]

    def example(self, name: str) -> dict[str, Any]:
        """The context for drawing an example."""
        return example(name)


def has_use(view: View, seat: Seat, order: str) -> bool:
    """Whether the seat still has a card in the game with this keyword unused. Orders are named after keywords."""
    if view.phase == "squads":
        return True
    own = [shown for shown in view.grid if shown.owner == seat]
    unused = [
        shown for shown in own if not (shown.mystic_used if order == "mystic" else shown.sacrifice_used)
    ]
    cards = (*(shown.card for shown in unused if shown.card), *(view.hands[seat].cards or ()))
    return any(order in view.ruleset.by_id[card].keywords for card in cards)


def ordered(view: View, seat: Seat) -> str:
    """The standing order for a question out of turn; in its own turn a seat is always asked."""
    return view.phase if view.phase in ("mystic", "sacrifice") and view.challenge is not None else ""


PRESENTER = EliPresenter(
    name=gettext_lazy("The Undersea Adventures of Capt'n Eli"),
    tagline=gettext_lazy("Choose a squad in secret and send the opponent's character off the Sea Grid."),
    credits=gettext_lazy("Based on the collectible card game of Jay Piscopo's graphic novels."),
    pitch=gettext_lazy(
        "A duel on a grid of the sea that shifts beneath the cards. Build a squad in secret and send the "
        "other character off the grid."
    ),
    usual=("move", "place", "flip", "challenge"),
    recalls="squad",
    options={
        "cards": OptionWords(gettext_lazy("Cards"), {
            "all": gettext_lazy("Whole set: both players choose from all 36 cards"),
            "sealed": gettext_lazy("Sealed: both players choose from 3 characters and 7 supports dealt to them"),
        }, gettext_lazy("In a sealed game, rare cards are dealt less often.")),
    },
    reasons=REASONS,
    board=board,
    prompt=prompt,
    sentence=sentence,
    word=word,
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
    has_use=has_use,
    ordered=ordered,
    orders={
        "sacrifice": OptionWords(gettext_lazy("When your character with Sacrifice is defeated"), {
            "ask": gettext_lazy("Ask me"),
            "never": gettext_lazy("Give up nothing"),
            "cheapest": gettext_lazy("Give up the card beside it with the lowest values"),
        }),
        "mystic": OptionWords(gettext_lazy("When a challenge turns up your card with Mystic"), {
            "ask": gettext_lazy("Ask me"),
            "challenger": gettext_lazy("Turn the challenger face down and end the challenge"),
        }),
    },
)  # fmt: skip
